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
/// Groups that were not asked for have nothing.
public struct TaskMeasures: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// How much was taken; always there.
  package internal(set) var taking = TakingAdherence()
  /// What quotas asked for; always there.
  package internal(set) var quotas = QuotaTaking()
  /// The outcomes without an occurrence, by why they have none; always there.
  package internal(set) var unscheduled = UnscheduledCounts()
  /// The day of the last occurrence, or the last day of a quota, in the query's range, also where it is still
  /// to come; `nil` without any.
  package internal(set) var lastDay: CivilDate?
  /// The last day on which the patient is observed; `nil` where nothing bounds it.
  package internal(set) var observedTo: CivilDate?
  /// The usual distance between doses of the plan in seconds, or between the uses that a quota asks for; there
  /// with the phases.
  package internal(set) var regularity: Int?
  /// The day of the plan's first occurrence, or the first day of a quota, up to the moment of the report; there with the phases.
  package internal(set) var firstDay: CivilDate?
  /// The ISO weeks with anything due; there with the measures of taking.
  package internal(set) var weeks: [WeekShare] = []
  /// The interval of the ratio of all that was due, with quotas; see ``BlockInterval``.
  package internal(set) var interval: Estimate<Interval>?
  /// What was recorded, held against targets.
  package internal(set) var targets: TargetCredits?
  /// The three phases of taking medicines.
  package internal(set) var phases: TreatmentPhases?
  /// The drug holidays between the first event and the end of persistence.
  package internal(set) var holidays: DrugHolidays?
  /// When doses were taken.
  package internal(set) var timing: DoseTiming?
  /// Rolling figures.
  package internal(set) var rolling: RollingFigures?
  /// The trend of the weeks.
  package internal(set) var trend: Estimate<Trend>?
  /// Weekdays, times of day, and what follows a miss.
  package internal(set) var patterns: DosePatterns?
  /// For how much of the time the doses worked.
  package internal(set) var coverage: TherapeuticCoverage?
  /// Whether a stop on the last observed day would have been seen; looked for where that day ended what competes with
  /// discontinuation, and statistics of a cohort need it.
  var showsStopsAtObservationEnd = false
  /// Time since the start of treatment, where statistics of a cohort look at it.
  var time: TreatmentWeeks?

  /// Creates the measures of nothing.
  public init() {}
}

/// A patient with the measures of each task.
public struct PatientMeasures: Sendable {
  /// What was counted.
  public let summary: PatientSummary
  /// The measures, in the order of the summary's tasks.
  public let tasks: [TaskMeasures]
}
