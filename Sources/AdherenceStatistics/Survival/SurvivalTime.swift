/// A time that a survival curve takes to come down to a share, and its limits.
public struct SurvivalTime: Hashable, Sendable {
  /// The time; missing where the curve ends above the share.
  public let time: Estimate<Double>
  /// The lower limit; missing where the lower limit of the curve ends above the share.
  public let lower: Estimate<Double>
  /// The upper limit; missing where the upper limit of the curve ends above the share.
  public let upper: Estimate<Double>
}
