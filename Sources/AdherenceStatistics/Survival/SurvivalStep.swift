/// A time at which follow-ups ended, and the survival curve from it to the next.
public struct SurvivalStep: Hashable, Sendable {
  /// The time.
  public let time: Double
  /// The number at risk: followed at least until the time, and entered before it.
  public let atRisk: Int
  /// The number of events at the time.
  public let events: Int
  /// The number censored at the time, after events in case of ties.
  public let censored: Int
  /// The Kaplan-Meier estimate of the share without the event after the time.
  public let survival: Double
  /// Greenwood's standard error of the estimate; missing if the curve is at 0.
  public let standardError: Estimate<Double>
  /// The pointwise interval from the error of ln(-ln *S*), which stays within 0...1 (Kalbfleisch
  /// and Prentice 1980).
  ///
  /// If the curve is at 1 or 0, so are both limits.
  public let interval: Interval
}

/// The time at which a survival curve reaches a share, and its limits.
public struct SurvivalTime: Hashable, Sendable {
  /// The time; missing if the curve ends above the share.
  public let time: Estimate<Double>
  /// The lower limit; missing if the lower limit of the curve ends above the share.
  public let lower: Estimate<Double>
  /// The upper limit; missing if the upper limit of the curve ends above the share.
  public let upper: Estimate<Double>
}
