import Foundation
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct WeekCountsTests {
  /// Few different weeks in one byte, and more in two and three, some of them there before.
  @Test(arguments: [5, 300, 70_000])
  func ratiosOfEveryWeek(_ different: Int) throws {
    var random = Seeded(state: UInt64(different))
    var (counts, ratios) = (WeekCounts(), [Double]())
    let again = isExhaustive ? different : min(different, 7_000)
    for start in stride(from: 0, to: different + again, by: 7) {
      let week = (start..<start + 7).map { $0 % different }
      let expected = week.map { 1 + $0 / 256 }
      let taken = week.map { $0 % 256 }
      counts.add(expected, taken, weeks: 7)
      ratios += zip(taken, expected).map { Double($0) / Double($1) }
    }
    #expect(ratios.indices.allSatisfy { counts.ratio(at: $0) == ratios[$0] })
    // Another part has different indices for the same weeks.
    var other = WeekCounts()
    let more = (0..<70).map { _ in Int.random(in: 1...99, using: &random) }
    other.add(more, more.map { $0 / 2 }, weeks: 70)
    ratios += more.map { Double($0 / 2) / Double($0) }
    counts.merge(other)
    let read = try JSONDecoder().decode(WeekCounts.self, from: JSONEncoder().encode(counts))
    for counts in [counts, read] {
      #expect(ratios.indices.allSatisfy { counts.ratio(at: $0) == ratios[$0] })
    }
  }

  @Test func aPartThatWasReadGrows() throws {
    var counts = WeekCounts()
    counts.add([7, 7], [7, 3], weeks: 3)
    var read = try JSONDecoder().decode(WeekCounts.self, from: JSONEncoder().encode(counts))
    read.add([7, 2, 5], [3, 1, 5], weeks: 3)
    // In the third week of the first patient nothing was due.
    let ratios: [Double?] = [1, 3 / 7, nil, 3 / 7, 1 / 2, 1]
    #expect((0..<6).map { read.ratio(at: $0) } == ratios)
  }
}
