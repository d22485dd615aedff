public import Scheduling

/// A stretch of treatment without a gap longer than is permitted.
public struct TreatmentEpisode: Hashable, Sendable {
  /// The date of the episode's first fill.
  public let start: CivilDate
  /// The days from ``start`` to the end of the supply, or to the end of the follow-up where no gap
  /// that is too long comes before.
  public let days: Double
  /// The days without supply after the episode's last fill, up to the next episode or the end of the
  /// follow-up.
  public let gap: Double

  /// The day on which the episode is over; the last whole one where supply ends within a day.
  public var end: CivilDate { start.adding(days: Int(days.rounded(.down))) }
}
