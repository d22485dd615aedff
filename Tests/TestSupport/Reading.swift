package import Foundation
package import Scheduling
import Testing

/// The repository's folder of data.
package let datasets = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Datasets")

package func zone(_ id: String) throws -> Zone { try #require(Zone(id)) }
package func at(_ text: String) throws -> Instant { try #require(Instant(text)) }
package func local(_ text: String) throws -> CivilDateTime { try #require(CivilDateTime(text)) }
package func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

package func days(_ from: String, _ to: String) throws -> Range<CivilDate> {
  try day(from)..<day(to)
}

/// Compiles a schedule that a test has written.
package func compiled(_ schedule: Schedule, in zone: Zone) -> Occurrences {
  do { return try Occurrences(of: schedule, in: zone) } catch {
    preconditionFailure("the test's schedule: \(error)")
  }
}

/// A seeded random number generator, identical on every machine (SplitMix64).
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A source of random inputs that draws from a seeded generator.
package protocol Drawing {
  var random: Seeded { get set }
}

extension Drawing {
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  package mutating func isTrue(oneIn count: Int) -> Bool { number(1...count) == 1 }
}
