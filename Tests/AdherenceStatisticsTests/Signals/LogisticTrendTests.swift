import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct LogisticTrendTests {
  /// NumPy 2.4.6: Newton's method by `linalg.solve` to a fixed point.
  @Test func logOddsAgreeWithNumPy() throws {
    let tallies = zip([7, 7, 7, 5, 7, 7, 7, 7], [7, 6, 7, 4, 5, 5, 4, 3]).map {
      ClassTally(expected: $0, taken: $1)
    }
    let trend = try #require(LogisticTrend.find(in: tallies, at: [0, 1, 2, 3, 5, 6, 7, 9]).value)
    #expect(isClose(trend.slope, -0.38254917287453843))
    #expect(isClose(trend.intercept, 3.054999972705899))
    #expect(isClose(trend.slopeError, 0.13709699932369365))
    #expect(isClose(trend.p, 0.005265042542185473))
  }

  @Test func oddsWithoutBoundsAreMissing() {
    let all = Array(repeating: ClassTally(expected: 7, taken: 7), count: 5)
    #expect(LogisticTrend.find(in: all, at: [0, 1, 2, 3, 4]) == .missing(.noVariation))
    let separated = [7, 7, 7, 0, 0].map { ClassTally(expected: 7, taken: $0) }
    #expect(LogisticTrend.find(in: separated, at: [0, 1, 2, 3, 4]) == .missing(.notConverged))
  }
}
