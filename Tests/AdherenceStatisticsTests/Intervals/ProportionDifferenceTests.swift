import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ProportionDifferenceTests {
  private let intervals = ProportionIntervals()

  /// A row of table II of Newcombe (Statistics in Medicine 1998, page 873), method 10.
  struct Example: CustomTestStringConvertible {
    var first: (Int, Int), second: (Int, Int), lower: Double, upper: Double
    var testDescription: String { "\(first) and \(second)" }
  }

  @Test(arguments: [
    Example(first: (56, 70), second: (48, 80), lower: 0.0524, upper: 0.3339),
    Example(first: (9, 10), second: (3, 10), lower: 0.1705, upper: 0.8090),
    Example(first: (6, 7), second: (2, 7), lower: 0.0582, upper: 0.8062),
    Example(first: (5, 56), second: (0, 29), lower: -0.0381, upper: 0.1926),
    Example(first: (0, 10), second: (0, 20), lower: -0.1611, upper: 0.2775),
    Example(first: (0, 10), second: (0, 10), lower: -0.2775, upper: 0.2775),
    Example(first: (10, 10), second: (0, 20), lower: 0.6791, upper: 1),
    Example(first: (10, 10), second: (0, 10), lower: 0.6075, upper: 1),
  ])
  func newcombesExamples(_ example: Example) throws {
    let found = try #require(
      intervals.difference(
        example.first.0, of: example.first.1, from: example.second.0, of: example.second.1
      ).value)
    #expect(abs(found.interval.lower - example.lower) < 6e-5)
    #expect(abs(found.interval.upper - example.upper) < 6e-5)
    #expect(found.interval.contains(found.difference))
  }

  @Test func theOtherWayRoundIsTheOpposite() throws {
    let one = try #require(intervals.difference(30, of: 50, from: 10, of: 40).value)
    let other = try #require(intervals.difference(10, of: 40, from: 30, of: 50).value)
    #expect(isClose(one.difference, -other.difference))
    #expect(isClose(one.interval.lower, -other.interval.upper))
    #expect(one.p == other.p)
    // (0.6 - 0.25)/√(4/9·5/9·(1/50 + 1/40)) = 3.3204...
    #expect(isClose(one.z, 3.320391543176796))
  }

  @Test func whatIsMissing() {
    #expect(intervals.difference(0, of: 0, from: 1, of: 2) == .missing(.nothingDue))
    #expect(intervals.difference(5, of: 5, from: 2, of: 2).value?.z == .missing(.noVariation))
    #expect(intervals.difference(0, of: 5, from: 0, of: 2).value?.p == .missing(.noVariation))
  }
}
