import Testing

@testable import Scheduling

/// Searches that begin near the result find the result of a linear search.
@Suite struct InstantIndexTests {
  private static let lists: [[Int64]] = [
    [0], [-5, 7], [Int64.min / 4, 0, 1], [Int64.min / 4, 3, 3 + 86_400, Int64(1) << 40],
    [OffsetTable.bounds.lowerBound] + (0..<1000).map { $0 * $0 - 100_000 },
    [OffsetTable.bounds.lowerBound, -1 << 50] + (0..<100).map { $0 },
  ]

  @Test(arguments: lists) func findsTheLastThatHasBegun(_ instants: [Int64]) {
    let index = InstantIndex(instants.count) { instants[$0] }
    let near = instants.flatMap { [$0 - 1, $0, $0 + 1] }
    for instant in near + [.min, .max, OffsetTable.bounds.upperBound] {
      let known = max(0, (instants.lastIndex { $0 <= instant } ?? 0))
      #expect(index.last(at: instant) { instants[$0] <= instant } == known)
    }
  }

  /// A search for a value among evenly spaced instants takes a few comparisons, whatever their number.
  @Test func comparesFew() {
    let instants = (0..<10_000).map { Int64($0) * 15_768_000 }
    let index = InstantIndex(instants.count) { instants[$0] }
    for position in stride(from: 0, to: instants.count, by: 7) {
      var looks = 0
      let found = index.last(at: instants[position] + 1000) {
        looks += 1
        return instants[$0] <= instants[position] + 1000
      }
      #expect(found == position)
      #expect(looks <= 3)
    }
  }
}
