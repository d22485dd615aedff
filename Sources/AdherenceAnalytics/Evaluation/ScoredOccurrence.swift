public import Scheduling

/// An occurrence with its state and outcome.
public struct ScoredOccurrence: Hashable, Sendable {
  /// The occurrence.
  public var occurrence: Occurrence
  /// The day of attribution: that of its nominal time, by the day boundary.
  public var day: CivilDate
  /// The window of outcomes.
  public var window: OccurrenceWindow
  /// The state at the time of the report.
  public var state: OccurrenceState
  /// The timing of its outcome; `nil` without one.
  public var timing: Timing?
  /// The share of its targets that was reached, 0 to 1.
  public var progress: Double
  /// The sums of its outcome's values.
  public var sums: ScoredSums
  /// The time of its outcome, if known.
  public var time: Instant?
  /// The number of its own events, including its outcome.
  public var events: Int
}
