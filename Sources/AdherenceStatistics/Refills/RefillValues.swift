public import AdherenceAnalytics
public import Scheduling

/// The windows of one patient.
///
/// Fills on the last date of a window belong to it; its length is the number of days from its first
/// date to its last.
public struct RefillWindows: Hashable, Sendable {
  /// The window in which fills are considered.
  public let followUp: ClosedRange<CivilDate>
  /// The measured window.
  public let observation: ClosedRange<CivilDate>
}

/// A fill, and the interval to the next one or the end of the window.
public struct FillInterval: Hashable, Sendable {
  /// The fill.
  public let fill: Fill
  /// The days to the next fill, or to the end of the window.
  public let days: Double
  /// The remaining supply of previous fills, in days.
  public let carriedOver: Double
  /// The days without supply.
  public let gap: Double
}

/// A period of treatment without a gap longer than permitted.
public struct TreatmentEpisode: Hashable, Sendable {
  /// The date of the episode's first fill.
  public let start: CivilDate
  /// The days from ``start`` to the end of the supply, or to the end of the follow-up if no
  /// impermissible gap comes earlier.
  public let days: Double
  /// The days without supply after the episode's last fill, up to the next episode or the end of the
  /// follow-up.
  public let gap: Double

  /// The date on which the episode ends; rounded down if supply ends within a day.
  public var end: CivilDate { start.adding(days: Int(days.rounded(.down))) }
}

/// A measure in one of a patient's sliding windows.
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
