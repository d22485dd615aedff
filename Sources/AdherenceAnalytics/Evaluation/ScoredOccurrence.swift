public import Scheduling

/// One occurrence with what became of it.
public struct ScoredOccurrence: Hashable, Sendable {
  /// The occurrence.
  public var occurrence: Occurrence
  /// The day it is attributed to: that of its nominal time, by the day boundary.
  public var day: CivilDate
  /// When an outcome is in time, late, or too late.
  public var window: OccurrenceWindow
  /// What has become of it.
  public var state: OccurrenceState
  /// When its outcome came; `nil` without one.
  public var timing: Timing?
  /// How much of what it asked for was done, 0 to 1.
  public var progress: Double
  /// The amounts of its outcome.
  public var sums: ScoredSums
  /// When its outcome came, where that is known.
  public var time: Instant?
  /// The events that are its own, the one that became its outcome included.
  public var events: Int
}
