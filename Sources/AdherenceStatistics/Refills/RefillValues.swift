public import AdherenceAnalytics
public import Scheduling

/// The windows of one patient.
///
/// Fills on the last date of a window are in it; its length is the days from its first date to its
/// last.
public struct RefillWindows: Hashable, Sendable {
  /// The time in which fills are looked at.
  public let followUp: ClosedRange<CivilDate>
  /// The time that is measured.
  public let observation: ClosedRange<CivilDate>
}

/// A fill, and the time to the next one or to the window's end.
public struct FillInterval: Hashable, Sendable {
  /// The fill.
  public let fill: Fill
  /// The days to the next fill, or to the window's end after the last.
  public let days: Double
  /// The supply that was left of the fills before, in days.
  public let carriedOver: Double
  /// The days without supply.
  public let gap: Double
}

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

/// A measure in one of several windows of a patient.
public struct WindowValue: Hashable, Sendable {
  /// The window's first date.
  public let start: CivilDate
  /// The window's last date.
  public let end: CivilDate
  /// The measure.
  public let value: Estimate<Double>
}

/// A measure over one treatment episode.
public struct EpisodeValue: Hashable, Sendable {
  /// The episode.
  public let episode: TreatmentEpisode
  /// The measure.
  public let value: Estimate<Double>
}
