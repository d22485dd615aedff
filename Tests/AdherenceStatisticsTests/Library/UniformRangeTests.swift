import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct UniformRangeTests {
  /// The product with a reciprocal is the division by the part of 2³² - 1, also beside its
  /// multiples.
  @Test(arguments: [1, 2, 3, 7, 100, 623, 624, 19_999, 65_536, 1_000_003, Int(Int32.max)])
  func placesByDivision(_ bound: Int) {
    var random = Seeded(state: UInt64(bound))
    let part = UInt32.max / UInt32(bound)
    let beside = [0, 1, UInt32(bound) / 2, UInt32(bound) - 1].map { $0 &* part }
    let numbers =
      beside + beside.map { $0 &- 1 } + beside.map { $0 &+ part &- 1 } + [.max]
      + (0..<1000).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    let range = UniformRange(below: bound)
    for number in numbers {
      let place = Int(number / part)
      #expect(range.place(of: number) == (place < bound ? place : nil), "\(number)")
    }
  }
}
