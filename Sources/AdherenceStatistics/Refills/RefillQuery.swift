public import Scheduling

/// What is asked of fills: windows and rules, the same for all patients.
///
/// The defaults are those of the field: two years from the first fill, all supply carried over, 90
/// days of permissible gap.
///
///     var year = RefillQuery()
///     year.observation = RefillWindow(.on(CivilDate("2024-01-01")!), length: ISODuration("P1Y")!)
///     year.episodes = EpisodeRules(permissibleGap: .days(60))
///     print(year.observation.length)  // P1Y
public struct RefillQuery: Hashable, Sendable {
  /// The time in which fills are looked at; its start refers to the first fill.
  public var followUp = RefillWindow.twoYears
  /// The time that is measured, within the follow-up; its start refers to the follow-up's.
  public var observation = RefillWindow.twoYears
  /// The end of observation, whatever the windows' lengths; `nil` leaves it to the windows and to each
  /// record's own observation.
  public var observationEnd: ObservationEnd?
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

/// The last day on which patients are observed (inclusive).
public enum ObservationEnd: Hashable, Sendable {
  /// A day for all patients; those whose record ends earlier are observed until then.
  case on(CivilDate)
  /// The day of the last fill in the data, for patients whose record has no end of its own.
  case lastFill(CivilDate)
}

/// A stretch of a patient's time: where it starts, and how long it is.
///
/// Lengths are civil. A month or year ends on the same day of the month, and where that month has no
/// such day, on the 1st of the next: a month from 2023-01-29 ends on 2023-03-01.
public struct RefillWindow: Hashable, Sendable {
  /// Where the window starts.
  public var start: Start
  /// How long it is; its seconds are not read.
  public var length: ISODuration

  /// Where a window starts.
  public enum Start: Hashable, Sendable {
    /// So long after what it refers to: the first fill for a follow-up, the start of the follow-up for
    /// an observation window. Seconds are not read.
    case after(ISODuration)
    /// On a date, the same for all patients.
    case on(CivilDate)
  }

  /// Creates a window.
  public init(_ start: Start, length: ISODuration) {
    self.start = start
    self.length = length
  }

  /// 730 days from the start.
  public static let twoYears = RefillWindow(.after(.zero), length: ISODuration(days: 730))
}

/// Windows of one length that move through the observation window in steps.
///
/// Months count 30 days here and years 365. There are ⌊(n − l) / s⌋ + 1 windows of length *l* in the
/// *n* days that are left after ``start``, at steps of *s*.
public struct SlidingWindows: Hashable, Sendable {
  /// How long after the start of the observation window the first one starts.
  public var start = ISODuration.zero
  /// How long each is.
  public var length: ISODuration
  /// The way from one start to the next.
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

  /// 90 days, each a month after the one before.
  public static let quarters = SlidingWindows(
    length: ISODuration(days: 90), step: ISODuration(days: 30))
}

/// What becomes of supply that is left when the next fill comes.
public struct CarryOver: Hashable, Sendable {
  /// Whether it is lost where the next fill is of another drug.
  public var onlyForSameDrug = false
  /// Whether it lasts longer or shorter after a change of dose, by the ratio of the two doses.
  ///
  /// A fill without a dose, or with one that is not above 0, changes nothing.
  public var considersDose = false

  /// Creates the rule: all supply is carried over, for as many days as it was meant to last.
  public init(onlyForSameDrug: Bool = false, considersDose: Bool = false) {
    self.onlyForSameDrug = onlyForSameDrug
    self.considersDose = considersDose
  }
}
