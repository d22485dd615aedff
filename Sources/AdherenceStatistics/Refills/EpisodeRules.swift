/// What ends a treatment episode.
public struct EpisodeRules: Hashable, Sendable {
  /// The longest gap that an episode survives.
  public var permissibleGap = PermissibleGap.days(90)
  /// Whether a fill of another class begins an episode.
  public var classChangeBegins = false
  /// Whether a fill with another dose begins an episode; fills without a dose do not.
  public var doseChangeBegins = false
  /// Whether an episode that a gap ends lasts on for the permissible gap, or for the gap where that
  /// is shorter.
  public var appendsGap = false

  /// Creates the rules: a gap of more than 90 days ends an episode.
  public init(permissibleGap: PermissibleGap = .days(90)) { self.permissibleGap = permissibleGap }
}
