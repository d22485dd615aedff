/// A time at which a follow-up ended, and the survival curve from it to the next.
public struct SurvivalStep: Hashable, Sendable {
  /// The time.
  public let time: Double
  /// Those who are followed until the time or longer, and have entered before it.
  public let atRisk: Int
  /// Those who have the event at the time.
  public let events: Int
  /// Those whose observation ends at the time; ties with events come after them.
  public let censored: Int
  /// The Kaplan-Meier estimate of the share without the event after the time.
  public let survival: Double
  /// Greenwood's standard error of the estimate; missing where the curve is at 0.
  public let standardError: Estimate<Double>
  /// The pointwise interval from the error of ln(-ln *S*), which stays within 0...1.
  ///
  /// Kalbfleisch and Prentice 1980. Where the curve is still at 1 or is at 0 both limits are so too.
  public let interval: Interval
}

/// A time that a survival curve takes to come down to a share, and its limits.
public struct SurvivalTime: Hashable, Sendable {
  /// The time; missing where the curve ends above the share.
  public let time: Estimate<Double>
  /// The lower limit; missing where the lower limit of the curve ends above the share.
  public let lower: Estimate<Double>
  /// The upper limit; missing where the upper limit of the curve ends above the share.
  public let upper: Estimate<Double>
}
