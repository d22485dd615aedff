public import Scheduling

/// The windows and rules of measures from fills, the same for all patients.
///
/// The defaults are conventional: two years from the first fill, full carry-over, a permissible gap
/// of 90 days.
///
///     var year = RefillQuery()
///     year.observation = RefillWindow(.on(CivilDate("2024-01-01")!), length: ISODuration("P1Y")!)
///     year.episodes = EpisodeRules(permissibleGap: .days(60))
///     print(year.observation.length)  // P1Y
public struct RefillQuery: Hashable, Sendable {
  /// The window in which fills are considered; its start refers to the first fill.
  public var followUp = RefillWindow.twoYears
  /// The measured window within the follow-up; its start refers to that of the follow-up.
  public var observation = RefillWindow.twoYears
  /// The end of observation, independent of the windows' lengths; `nil` uses the windows and each
  /// record's observation.
  public var observationEnd: ObservationEnd?
  /// The rule for remaining supply.
  public var carryOver = CarryOver()
  /// The rules for the end of treatment episodes.
  public var episodes = EpisodeRules()
  /// The sliding windows within the observation window.
  public var sliding = SlidingWindows.quarters
  /// The rules for days covered.
  public var coverage = CoverageRules()

  /// Creates a query with the conventional defaults.
  public init() {}
}

/// The last day of observation (inclusive).
public enum ObservationEnd: Hashable, Sendable {
  /// A day for all patients; those whose record ends earlier are observed until then.
  case on(CivilDate)
  /// The day of the last fill in the data, for patients whose record has no end.
  case lastFill(CivilDate)
}

/// A window in a patient's time: its start and length.
///
/// Lengths are civil. A month or year ends on the same day of the month, or if that month lacks the
/// day, on the 1st of the next: a month from 2023-01-29 ends on 2023-03-01.
public struct RefillWindow: Hashable, Sendable {
  /// The start of the window.
  public var start: Start
  /// The length, ignoring seconds.
  public var length: ISODuration

  /// The start of a window.
  public enum Start: Hashable, Sendable {
    /// A length after the reference: the first fill for a follow-up, the start of the follow-up for
    /// an observation window. Seconds are ignored.
    case after(ISODuration)
    /// A date, the same for all patients.
    case on(CivilDate)
  }

  /// Creates a window of a length from a start.
  public init(_ start: Start, length: ISODuration) {
    self.start = start
    self.length = length
  }

  /// 730 days from the start.
  public static let twoYears = RefillWindow(.after(.zero), length: ISODuration(days: 730))
}

/// Windows of equal length that slide through the observation window.
///
/// Months have 30 days and years 365. There are ⌊(n − l) / s⌋ + 1 windows of length *l* in the *n*
/// days remaining after ``start``, with step *s*.
public struct SlidingWindows: Hashable, Sendable {
  /// The offset of the first window in the observation window.
  public var start = ISODuration.zero
  /// The length of each window.
  public var length: ISODuration
  /// The distance between starts.
  public var step: ISODuration

  /// Creates windows.
  ///
  /// - Precondition: The step has months or days.
  public init(start: ISODuration = .zero, length: ISODuration, step: ISODuration) {
    precondition(step.isCivil, "windows cannot move by \(step)")
    self.start = start
    self.length = length
    self.step = step
  }

  /// 90-day windows at steps of 30 days.
  public static let quarters = SlidingWindows(
    length: ISODuration(days: 90), step: ISODuration(days: 30))
}

/// The rule for supply that remains at the next fill.
public struct CarryOver: Hashable, Sendable {
  /// Whether it is lost if the next fill is of another drug.
  public var onlyForSameDrug = false
  /// Whether its duration changes with the dose, by the ratio of the two doses.
  ///
  /// A fill without a positive dose changes nothing.
  public var considersDose = false

  /// Creates the rule; by default all supply is carried over with unchanged duration.
  public init(onlyForSameDrug: Bool = false, considersDose: Bool = false) {
    self.onlyForSameDrug = onlyForSameDrug
    self.considersDose = considersDose
  }
}
