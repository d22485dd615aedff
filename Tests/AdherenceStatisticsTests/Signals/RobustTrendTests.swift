import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct RobustTrendTests {
  /// The formulas of the article, with no thought for speed.
  @Test func theRobustLineAgreesWithItsDefinition() throws {
    var random = Seeded(state: 19)
    let scratch = SignalScratch()
    for count in [4, 5, 9, 26, 52] {
      for _ in 0..<20 {
        let x = (0..<count).map { Double($0 + $0 / 5) }
        let y = x.map { 0.9 - 0.01 * $0 + Double(Int.random(in: -7...7, using: &random)) / 30 }
        let found = RobustTrend.find(in: y, at: x.map { Int32($0) }, scratch: scratch).value
        guard let found, let naive = Biweight(x, y) else { continue }
        #expect(isClose(found.slope, naive.slope, within: 1e-6))
        #expect(isClose(found.intercept, naive.intercept, within: 1e-6))
        #expect(isClose(found.slopeError, naive.slopeError, within: 1e-6))
      }
    }
  }

  @Test func aRobustLineThroughEqualWeeksIsLevel() {
    let scratch = SignalScratch()
    let level = RobustTrend.find(
      in: Array(repeating: 0.4, count: 6), at: Array(0..<6), scratch: scratch)
    #expect(level == .value(RobustTrend(slope: 0, intercept: 0.4, slopeError: 0)))
  }
}
