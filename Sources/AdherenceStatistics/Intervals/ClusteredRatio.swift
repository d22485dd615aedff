import Foundation

/// A ratio of sums over patients, with an interval that accounts for the correlation of a patient's
/// doses.
///
/// With *y* done of *x* due by each of *m* patients, the ratio is *p* = Σ*y*/Σ*x*, and its variance
/// that of the linearised ratio estimator, *m*/(*m* − 1) Σ(*y* − *p x*)²/(Σ*x*)². Apart from
/// *m*/(*m* − 1) it equals a generalised estimating equation (binomial, one mean, working
/// independence) with the robust sandwich variance. The interval is on the logit scale, with
/// Student's *t* with *m* − 1 degrees of freedom.
///
/// With *x* = 1 for all patients it is the mean of their ratios. Patients must be independent: it
/// must not be used for few sites that differ as a whole.
///
/// References: W. G. Cochran, Sampling Techniques (1977), chapter 6; K.-Y. Liang and S. L. Zeger, Biometrika 73
/// (1986) 13–22.
public struct ClusteredRatio: Hashable, Sendable {
  /// The ratio.
  public let estimate: Double
  /// Its standard error.
  public let standardError: Double
  /// The number of patients with anything due.
  public let patients: Int
  /// The interval; missing if everything or nothing was done, or all patients have the same ratio.
  public let interval: Estimate<Interval>

  /// Returns the pooled ratio of patients.
  ///
  /// - Parameters:
  ///   - done: The amount done by each patient.
  ///   - due: The amount due for each; patients with nothing due are excluded.
  ///   - level: The confidence level, between 0 and 1.
  /// - Precondition: Both lists have the same length.
  /// - Returns: The ratio; missing if fewer than two patients have anything due.
  /// - Complexity: O(*n*).
  public static func pooled(
    _ done: [Double], of due: [Double], level: Double = 0.95
  ) -> Estimate<ClusteredRatio> {
    precondition(done.count == due.count, "\(done.count) patients with \(due.count) amounts due")
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    let patients = due.count { $0 > 0 }
    guard patients > 1 else { return .missing(patients == 0 ? .nothingDue : .tooFew) }
    let (part, whole) = (done.reduce(0, +), due.reduce(0, +))
    let share = part / whole
    let squares = zip(done, due).reduce(0) { sum, own in
      let residual = own.0 - share * own.1
      return sum + residual * residual
    }
    let m = Double(patients)
    let error = (m / (m - 1) * squares).squareRoot() / whole
    return .value(
      ClusteredRatio(
        estimate: share, standardError: error, patients: patients,
        interval: interval(share, error, degrees: m - 1, level: level)))
  }

  /// Returns the mean of patients' ratios.
  ///
  /// - Parameters:
  ///   - ratios: The ratios of the patients with one.
  ///   - level: The confidence level, between 0 and 1.
  /// - Returns: The mean; missing for fewer than two patients.
  /// - Complexity: O(*n*).
  public static func mean(of ratios: [Double], level: Double = 0.95) -> Estimate<ClusteredRatio> {
    pooled(ratios, of: ratios.map { _ in 1 }, level: level)
  }

  private static func interval(
    _ share: Double, _ error: Double, degrees: Double, level: Double
  ) -> Estimate<Interval> {
    guard share > 0, share < 1, error > 0 else { return .missing(.noVariation) }
    guard let t = StudentT.halfWidth(level: level, degrees: degrees) else {
      return .missing(.notConverged)
    }
    let (logit, width) = (log(share / (1 - share)), t * error / (share * (1 - share)))
    return .value(
      Interval(lower: 1 / (1 + exp(width - logit)), upper: 1 / (1 + exp(-width - logit))))
  }
}
