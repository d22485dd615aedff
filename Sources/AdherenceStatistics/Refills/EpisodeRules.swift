public import Scheduling

/// What ends a treatment episode.
public struct EpisodeRules: Hashable, Sendable {
  /// The longest gap that an episode survives.
  public var permissibleGap = PermissibleGap.days(90)
  /// Whether a fill of another drug begins an episode.
  public var drugChangeBegins = false
  /// Whether a fill with another dose begins an episode; fills without a dose do not.
  public var doseChangeBegins = false
  /// Whether an episode that a gap ends lasts on for the permissible gap, or for the gap where that
  /// is shorter.
  public var appendsGap = false

  /// Creates the rules: a gap of more than 90 days ends an episode.
  public init(permissibleGap: PermissibleGap = .days(90)) { self.permissibleGap = permissibleGap }
}

/// The longest gap without supply that is still part of a treatment; less than none is none.
public enum PermissibleGap: Hashable, Sendable {
  /// So many days.
  case days(Double)
  /// So much of the days that the fill before the gap was to last, in percent.
  case percent(Double)

  /// A length in which a month counts 30 days and a year 365, whatever the calendar says.
  public static func length(_ length: ISODuration) -> PermissibleGap {
    .days(Double(length.conventionalDays))
  }

  /// The days after a fill of so many days.
  func limit(after days: Double) -> Double {
    switch self {
    case .days(let limit): max(0, limit)
    case .percent(let percent): max(0, percent / 100 * days)
    }
  }
}

extension ISODuration {
  /// The days, where a month counts 30 and a year 365.
  package var conventionalDays: Int { months / 12 * 365 + months % 12 * 30 + days }
}
