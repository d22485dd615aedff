import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Quantiles of the beta distribution where GSL's own do not return, are NaN, or are hard to find.
@Suite struct BetaQuantileTests {
  private let quantile = BetaQuantile()

  /// The quantile of Beta(a, 1) is p^(1/a), however large or small a is.
  @Test(arguments: [0.01, 0.5, 1, 3, 500, 1e5, 1e6])
  func closedForm(a: Double) {
    for share in [1e-6, 0.0005, 0.025, 0.3, 0.5, 0.9] {
      let expected = pow(share, 1 / a)
      #expect(isClose(quantile.below(share, a, 1), expected, within: 1e-12), "\(a) \(share)")
      #expect(
        isClose(quantile.above(share, 1, a), -expm1(log(share) / a), within: 1e-12), "\(a) \(share)"
      )
    }
  }

  /// The distribution function takes a quantile back to its share.
  @Test(arguments: [0.02, 0.5, 1, 1.5, 20, 260, 900])
  func theDistributionFunctionTakesItBack(a: Double) throws {
    for b in [0.02, 0.5, 1, 7, 90, 400] {
      for share in [0.001, 0.025, 0.4] {
        let low = try #require(quantile.below(share, a, b))
        let high = try #require(quantile.above(share, a, b))
        #expect(low <= high, "\(a) \(b)")
        // A quantile so near an end that it is rounded to it has lost its share.
        if low > 1e-300, low < 1 - 1e-6 {
          #expect(isClose(BetaDistribution.below(low, a, b), share, within: 1e-9), "\(a) \(b)")
        }
        if high > 1e-300, high < 1 - 1e-6 {
          #expect(isClose(BetaDistribution.above(high, a, b), share, within: 1e-9), "\(a) \(b)")
        }
      }
    }
  }

  @Test func whatHasNoQuantileHasNone() {
    #expect(quantile.below(0.025, 0, 5) == nil)
    #expect(quantile.below(0.025, 5, 0) == nil)
    #expect(quantile.below(0, 5, 5) == nil)
    #expect(quantile.above(1, 5, 5) == nil)
    #expect(quantile.above(.nan, 5, 5) == nil)
    #expect(quantile.above(0.5, .infinity, 5) == nil)
  }
}
