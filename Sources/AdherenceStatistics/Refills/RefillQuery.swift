/// What is asked of fills: windows and rules, the same for all patients.
///
/// The defaults are those of the field: two years from the first fill, all supply carried over, 90
/// days of permissible gap.
public struct RefillQuery: Hashable, Sendable {
  /// The time in which fills are looked at; its start refers to the first fill.
  public var followUp = RefillWindow.twoYears
  /// The time that is measured, within the follow-up; its start refers to the follow-up's.
  public var observation = RefillWindow.twoYears
  /// What becomes of supply that is left.
  public var carryOver = CarryOver()
  /// What ends a treatment episode.
  public var episodes = EpisodeRules()
  /// The windows that move through the observation window.
  public var sliding = SlidingWindows.quarters
  /// How days covered are counted.
  public var coverage = CoverageRules()

  /// Creates a query with the field's defaults.
  public init() {}
}
