public import AdherenceAnalytics

/// What the measures take for granted, with the field's defaults.
///
/// They stand in every report, so that its numbers can be judged and repeated (EMERGE: De Geest et al.,
/// Annals of Internal Medicine 2018).
///
///     var parameters = MeasureParameters()
///     parameters.gapDays = 60
///     let evaluator = MeasureEvaluator(parameters, groups: [.taking, .phases])
///     print(evaluator.parameters.gapDays, evaluator.groups.count)  // 60 2
public struct MeasureParameters: Hashable, Sendable, Codable {
  /// The share of what was due from which on a patient counts as adherent: 80 % (PQA, HEDIS).
  public var threshold = Share(4, of: 5)
  /// The probability with which an interval covers what it estimates.
  public var confidence = 0.95
  /// How far from its planned time a dose is still near it, whatever its window, in seconds: two hours.
  public var nearPlannedSeconds = 7200
  /// How far an interval between doses may lie from the nominal one, as a share of it.
  public var intervalTolerance = 0.25
  /// How many days without an event mean discontinuation, counted inside the plan and outside holds; they
  /// have two due occurrences or more.
  public var gapDays = 30
  /// How many days after the last event still belong to the persistence of who has discontinued.
  public var graceDays = 0
  /// What an event after such a gap does.
  public var restart = RestartRule.allowed
  /// How many days in a row on which something was due without an event are a drug holiday.
  public var holidayDays = 3
  /// How many days the rolling figures pool.
  public var rollingDays = 7
  /// How long a dose works, as a multiple of the planned interval after it; `nil` leaves it to the task's drug.
  public var coverageIntervals: Double?
  /// The half-life, as a multiple of the plan's usual interval; `nil` leaves it to the task's drug.
  public var halfLifeIntervals: Double?
  /// The level that the time above is of, as a multiple of what one planned dose adds; `nil` leaves it to the
  /// task's drug.
  public var pkThreshold: Double?
  /// The last day to which mean survival is restricted.
  public var horizonDays = 150
  /// How many resamples a bootstrap draws.
  public var resamples = 2000
  /// Where its random numbers begin.
  public var seed: UInt64 = 20_250_101
  /// The greatest number of groups that trajectories are divided into; the number used is the one with the
  /// greatest criterion of Caliński and Harabasz.
  public var clusters = 6
  /// How many weeks since the start of treatment a trajectory has.
  public var trajectoryWeeks = 24

  /// Creates the field's defaults.
  public init() {}
}

/// What an event after a gap that is long enough for a discontinuation does to persistence.
///
/// Both rules are in use, and curves of the same patients differ by them.
public enum RestartRule: String, CaseIterable, Hashable, Sendable, Codable {
  /// It forgives the gap: treatment was interrupted, and persistence ends by a gap that nothing follows.
  case allowed
  /// It forgives nothing: the first such gap is the discontinuation, and what follows a new treatment.
  case ends
}
