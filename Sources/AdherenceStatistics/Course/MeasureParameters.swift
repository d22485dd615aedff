public import AdherenceAnalytics

/// The parameters of measures, with the conventional defaults.
///
/// They are included in every report, so that its results can be assessed and reproduced (EMERGE:
/// De Geest et al., Annals of Internal Medicine 2018).
///
///     var parameters = MeasureParameters()
///     parameters.gapDays = 60
///     let evaluator = MeasureEvaluator(parameters, groups: [.taking, .phases])
///     print(evaluator.parameters.gapDays, evaluator.groups.count)  // 60 2
public struct MeasureParameters: Hashable, Sendable, Codable {
  /// The ratio from which a patient counts as adherent: 80 % (PQA, HEDIS).
  public var threshold = Share(4, of: 5)
  /// The confidence level of intervals.
  public var confidence = 0.95
  /// How far from its planned time a dose is still near it, whatever its window, in seconds: two hours.
  public var nearPlannedSeconds = 7200
  /// How far an interval between doses may lie from the nominal one, as a share of it.
  public var intervalTolerance = 0.25
  /// The days without an event that mean discontinuation, counted in the plan and outside holds,
  /// with at least two due occurrences.
  public var gapDays = 30
  /// The days after the last event that still belong to the persistence of a patient who
  /// discontinued.
  public var graceDays = 0
  /// The effect of an event after such a gap.
  public var restart = RestartRule.allowed
  /// The consecutive due days without an event that are a drug holiday.
  public var holidayDays = 3
  /// The window of the rolling ratios in days.
  public var rollingDays = 7
  /// The duration of a dose's effect, as a multiple of the planned interval after it; `nil` uses
  /// the task's drug.
  public var coverageIntervals: Double?
  /// The half-life, as a multiple of the plan's typical interval; `nil` uses the task's drug.
  public var halfLifeIntervals: Double?
  /// The threshold level, as a multiple of the level of one planned dose; `nil` uses the task's
  /// drug.
  public var pkThreshold: Double?
  /// The horizon of restricted mean survival in days.
  public var horizonDays = 150
  /// The number of bootstrap resamples.
  public var resamples = 2000
  /// The seed of the bootstrap.
  public var seed: UInt64 = 20_250_101
  /// The maximum number of trajectory clusters; the number with the best Caliński-Harabasz
  /// criterion is used.
  public var clusters = 6
  /// The number of weeks of a trajectory since the start of treatment.
  public var trajectoryWeeks = 24

  public init() {}
}

/// The effect of an event after a discontinuation gap on persistence.
///
/// Both rules are in use, and lead to different curves for the same patients.
public enum RestartRule: String, CaseIterable, Hashable, Sendable, Codable {
  /// The event resumes treatment; only a gap without later events ends persistence.
  case allowed
  /// The first such gap is a discontinuation, and later events are a new treatment.
  case ends
}
