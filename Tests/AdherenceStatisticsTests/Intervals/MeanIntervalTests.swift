import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct MeanIntervalTests {
  /// 1...10: mean 5.5, deviation 3.0277, t 2.2622 of 9 degrees.
  @Test func byHand() throws {
    let interval = try #require(Interval.mean(of: (1...10).map(Double.init)).value)
    let error: Double = (110.0 / 12 / 10).squareRoot()
    #expect(isClose(interval.lower, 5.5 - 2.262157162798205 * error))
    #expect(isClose(interval.upper, 5.5 + 2.262157162798205 * error))
  }

  @Test func whatIsMissing() {
    #expect(Interval.mean(of: [1]) == .missing(.tooFew))
    #expect(Interval.mean(of: [2, 2, 2]).value == Interval(lower: 2, upper: 2))
  }

  /// About 95 % of the intervals contain the mean of the sampled distribution.
  @Test func coverage() throws {
    var random = Seeded(state: 22)
    let covered = (0..<2_000).count { _ in
      let values = (0..<8).map { _ in
        (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -1..<1, using: &random) }
      }
      return Interval.mean(of: values).value?.contains(0) ?? false
    }
    #expect((1_870...1_930).contains(covered), "\(covered)")
  }
}
