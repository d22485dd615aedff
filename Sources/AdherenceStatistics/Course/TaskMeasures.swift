public import AdherenceAnalytics
package import Scheduling

/// The measures of one patient's task over a query's range, each by the name of its ``MeasureColumn``.
///
///     var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 7)))
///     let tablet = MeasureEvaluator().measures(of: record, by: &evaluator).tasks[0]
///     for name in ["takingAdherence", "latenessMedian", "theilSenSlopePerWeek"] {
///       print(name, tablet[name]!)
///     }
///     // takingAdherence number(0.2857142857142857)
///     // latenessMedian number(85.0)
///     // theilSenSlopePerWeek missing(AdherenceStatistics.MissingStatistic.tooFew)
///
/// Groups of measures that were not requested are `nil`.
public struct TaskMeasures: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// The amount taken; always present.
  package internal(set) var taking = TakingAdherence()
  /// The quotas; always present.
  package internal(set) var quotas = QuotaTaking()
  /// The outcomes without an occurrence, by reason; always present.
  package internal(set) var unscheduled = UnscheduledCounts()
  /// The last planned day, if it is past and nothing more is planned; `nil` if the plan continues.
  package internal(set) var planEnd: CivilDate?
  /// The last day of the patient's observation; `nil` if unbounded.
  package internal(set) var observedTo: CivilDate?
  /// The typical interval between doses or quota uses in seconds; computed with the phases.
  package internal(set) var regularity: Int?
  /// The day of the plan's first occurrence, or the first day of a quota, up to the time of the
  /// report; computed with the phases.
  package internal(set) var firstDay: CivilDate?
  /// The ISO weeks with anything due; computed with the measures of taking.
  package internal(set) var weeks: [WeekShare] = []
  /// The interval of the ratio, with quotas; see ``BlockInterval``.
  package internal(set) var interval: Estimate<Interval>?
  /// The recorded values compared with targets.
  package internal(set) var targets: TargetCredits?
  /// The phases of treatment.
  package internal(set) var phases: TreatmentPhases?
  /// The drug holidays between the first event and the end of persistence.
  package internal(set) var holidays: DrugHolidays?
  /// The timing of doses.
  package internal(set) var timing: DoseTiming?
  /// Rolling figures.
  package internal(set) var rolling: RollingFigures?
  /// The trend of the weeks.
  package internal(set) var trend: Estimate<Trend>?
  /// Weekdays, times of day, and transitions between doses.
  package internal(set) var patterns: DosePatterns?
  /// The share of time covered by the effect of doses.
  package internal(set) var coverage: TherapeuticCoverage?
  /// Whether discontinuation could have been detected on the last observed day; determined only for
  /// cohort statistics if a competing cause ended observation.
  var showsStopsAtObservationEnd = false
  /// The time since the start of treatment, for cohort statistics.
  var time: TreatmentWeeks?

  /// Creates empty measures.
  public init() {}
}

/// A patient with the measures of each task.
public struct PatientMeasures: Sendable {
  /// The counts.
  public let summary: PatientSummary
  /// The measures, in the order of the summary's tasks.
  public let tasks: [TaskMeasures]
}
