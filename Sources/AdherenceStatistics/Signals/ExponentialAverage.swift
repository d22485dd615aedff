import Foundation

/// The exponentially weighted moving average of daily adherence, and its control chart.
///
/// z₀ = x₀ and zₜ = λ xₜ + (1 − λ) zₜ₋₁: each day counts (1 − λ) times as much as the day after it.
/// The chart takes the mean μ and the standard deviation σ (*n* − 1) of the first days as its
/// baseline, begins again at μ, and signals when z falls below μ − L σ √(λ/(2 − λ) (1 − (1 −
/// λ)²ᵗ)), *t* days after the baseline.
///
/// References: S. W. Roberts, Technometrics 1 (1959) 239–250; J. M. Lucas and M. S. Saccucci,
/// Technometrics 32 (1990) 1–12.
package struct ExponentialAverage: Hashable, Sendable {
  /// The weight λ of the newest day, above 0 and at most 1.
  let weight: Double
  /// How many standard deviations L the limit lies from the baseline's mean.
  let limit: Double
  /// How many days make the baseline, at least two.
  let baselineDays: Int

  /// Creates an average; `nil` where a parameter is out of its range.
  package init?(weight: Double = 0.2, limit: Double = 3, baselineDays: Int = 28) {
    guard weight > 0, weight <= 1, limit > 0, limit.isFinite, baselineDays >= 2 else { return nil }
    self.weight = weight
    self.limit = limit
    self.baselineDays = baselineDays
  }

  /// The average after the last day.
  ///
  /// - Parameter ratios: What was taken of what was due, of each day that can be judged, in order.
  /// - Returns: The average; missing where there is no day.
  package func last(of ratios: [Double]) -> Estimate<Double> {
    guard let first = ratios.first else { return .missing(.nothingDue) }
    return .value(ratios.smoothed(from: first, keeping: 1 - weight))
  }

  /// The mean and the standard deviation of the first days.
  ///
  /// Safe: there are more days than those of the baseline.
  ///
  /// - Parameter ratios: What was taken of what was due, of each day that can be judged, in order.
  /// - Returns: The baseline; missing where no day follows it.
  func baseline(of ratios: [Double]) -> Estimate<ControlBaseline> {
    guard ratios.count > baselineDays else { return .missing(.tooFew) }
    return ratios.withUnsafeBufferPointer { ratios in
      let moments = Moments(UnsafeBufferPointer(rebasing: ratios[..<baselineDays]))
      return .value(ControlBaseline(mean: moments.mean, deviation: moments.deviation ?? 0))
    }
  }

  /// The chart of the days after the baseline.
  ///
  /// Who takes every dose of the baseline has a chart without limits, which signals nothing, also where
  /// treatment stops afterwards; the `BernoulliCUSUM` needs no baseline.
  ///
  /// Safe: the ratios are lent for the call, and there is a baseline, so that there are days behind it.
  ///
  /// - Parameter ratios: What was taken of what was due, of each day that can be judged, in order.
  /// - Returns: The chart; missing where no day follows the baseline, and where all days of the
  ///   baseline are the same: a limit without width would signal at the first dose missed.
  package func chart(of ratios: [Double]) -> Estimate<ControlChart> {
    baseline(of: ratios).flatMap { baseline in
      guard baseline.deviation > 0 else { return .missing(.noVariation) }
      let first = ratios.withUnsafeBufferPointer {
        firstLow($0, mean: baseline.mean, deviation: baseline.deviation)
      }
      return .value(
        ControlChart(mean: baseline.mean, deviation: baseline.deviation, firstLow: first))
    }
  }

  // Safe: indices run to the count.
  private func firstLow(
    _ ratios: UnsafeBufferPointer<Double>, mean: Double, deviation: Double
  ) -> Int? {
    let keep = 1 - weight
    let width = limit * deviation
    let share = weight / (2 - weight)
    var (average, left) = (mean, 1.0)
    for index in baselineDays..<ratios.count {
      average = weight * ratios[index] + keep * average
      left *= keep * keep
      if average < mean - width * (share * (1 - left)).squareRoot() { return index }
    }
    return nil
  }
}
