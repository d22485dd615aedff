public import Scheduling

/// The rules for the end of a treatment episode.
public struct EpisodeRules: Hashable, Sendable {
  /// The longest gap within an episode.
  public var permissibleGap = PermissibleGap.days(90)
  /// Whether a change of drug starts an episode.
  public var drugChangeBegins = false
  /// Whether a change of dose starts an episode; fills without a dose do not.
  public var doseChangeBegins = false
  /// Whether an episode that ends with a gap is extended by the permissible gap, or the gap if it
  /// is shorter.
  public var appendsGap = false

  /// Creates the rules; by default a gap of more than 90 days ends an episode.
  public init(permissibleGap: PermissibleGap = .days(90)) { self.permissibleGap = permissibleGap }
}

/// The longest gap without supply within a treatment; negative values are 0.
public enum PermissibleGap: Hashable, Sendable {
  /// A number of days.
  case days(Double)
  /// A percentage of the days of supply of the fill before the gap.
  case percent(Double)

  /// Returns a length with months of 30 and years of 365 days.
  public static func length(_ length: ISODuration) -> PermissibleGap {
    .days(Double(length.conventionalDays))
  }

  /// Returns the permissible gap in days after a fill.
  func limit(after days: Double) -> Double {
    switch self {
    case .days(let limit): max(0, limit)
    case .percent(let percent): max(0, percent / 100 * days)
    }
  }
}

extension ISODuration {
  /// The number of days, with months of 30 and years of 365 days.
  package var conventionalDays: Int { months / 12 * 365 + months % 12 * 30 + days }
}
