public import Scheduling

/// A patient over a query's whole range: what was counted, the runs of occurrences and of days, and the
/// days by their doses.
public struct PatientSummary: Sendable {
  /// The patient: the version in force at the end of the query's range.
  public let patient: Patient
  /// Whether the patient is no more part of the cohort at the moment of the report.
  public let isDeleted: Bool
  /// The days on which the patient is observed.
  public internal(set) var observation = ObservationPeriod()
  /// Whether observation ended before the moment of the report.
  public internal(set) var isObservationOver = false
  /// The first day of treatment: the patient's, or that of the first planned occurrence.
  public let start: CivilDate?
  /// One for each task, in the order of the record.
  public internal(set) var tasks: [TaskSummary] = []
  /// The tasks that impact adherence together.
  public internal(set) var total = Adherence()
  /// The units of the amounts in ``total``.
  public internal(set) var units = AmountUnits()
  /// Why no task impacts adherence; `nil` where one does.
  public internal(set) var absence: MissingRatio?
  /// Whether no task impacts adherence.
  public var isEmpty: Bool { absence != nil }
  /// The runs of days on which all that impacts adherence was done.
  public internal(set) var perfectDays = Streaks()
  /// The days by the doses of all that impacts adherence; quotas name no days, and have none.
  public internal(set) var dosingDays = DosingDays()
  /// The tasks that impact adherence as one number.
  public internal(set) var composite: CompositeAdherence
  /// The tasks that could not be evaluated, which are in no sum, and the outcomes that name neither an
  /// occurrence nor a time.
  public internal(set) var problems: [InputError] = []
}

/// A task over a query's whole range.
public struct TaskSummary: Sendable {
  /// The task's id.
  public let task: String
  /// What was counted.
  public let adherence: Adherence
  /// The units of the amounts in ``adherence``.
  public internal(set) var units = AmountUnits()
  /// The runs of occurrences that were done and that were not.
  public let streaks: Streaks
  /// The runs of days on which all was done.
  public let perfectDays: Streaks
  /// The days by their doses.
  public let dosingDays: DosingDays
  /// The last day on which anything was planned, where that is past and nothing is planned any more; `nil`
  /// where the plan goes on, and where nobody looked at the courses.
  public internal(set) var planEnd: CivilDate?
}

extension PatientSummary {
  /// The last day on which anything was planned, where all plans have ended; `nil` where one goes on.
  package var planEnd: CivilDate? {
    let ends = tasks.compactMap(\.planEnd)
    return ends.count == tasks.count ? ends.max() : nil
  }
}

extension CareRecord {
  /// Sums up the whole range of a query, whose period plays no part.
  ///
  /// For many records an ``AdherenceEvaluator`` uses its memory again.
  ///
  /// - Complexity: As ``evaluate(_:_:)`` for every task.
  public func summary(_ query: AdherenceQuery) -> PatientSummary {
    var evaluator = AdherenceEvaluator(query)
    return evaluator.evaluate(CompiledRecord(self, query)).summary
  }
}
