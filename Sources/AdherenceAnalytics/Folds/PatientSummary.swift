public import Diagnostics
public import Scheduling

/// The summary of a patient over a query's whole range: counts, streaks of occurrences and of days, and days
/// by number of doses.
public struct PatientSummary: Sendable {
  /// The version of the patient effective at the end of the query's range.
  public let patient: Patient
  /// Whether the patient has been deleted by the time of the report.
  public let isDeleted: Bool
  /// The days on which the patient is observed.
  public internal(set) var observation = ObservationPeriod()
  /// Whether observation ended before the time of the report.
  public internal(set) var isObservationOver = false
  /// The first day of treatment: the patient's own, or that of the first planned occurrence.
  public let start: CivilDate?
  /// One summary for each task, in the order of the record.
  public internal(set) var tasks: [TaskSummary] = []
  /// The tasks that impact adherence together.
  public internal(set) var total = Adherence()
  /// The units of the amounts in ``total``.
  public internal(set) var units = AmountUnits()
  /// The reason why no task impacts adherence, or none whose events are known; `nil` if one does.
  public internal(set) var absence: MissingRatio?
  /// Whether no task impacts adherence.
  public var isEmpty: Bool { absence != nil && absence != .eventMissing }
  /// The streaks of days on which everything that impacts adherence was done.
  public internal(set) var perfectDays = Streaks()
  /// The days by number of doses of all tasks that impact adherence; quotas are not included.
  public internal(set) var dosingDays = DosingDays()
  /// The tasks that impact adherence as one number.
  public internal(set) var composite: CompositeAdherence
  /// The errors of tasks that could not be evaluated, which are in no sum, and of outcomes with neither a key
  /// nor a time.
  public internal(set) var problems: [InputError] = []
}

/// A task over a query's whole range.
public struct TaskSummary: Sendable {
  /// The task's id.
  public let task: String
  /// The counts.
  public let adherence: Adherence
  /// ``MissingRatio/eventMissing`` if nothing is planned because the events that the plan follows are not known.
  public let absence: MissingRatio?
  /// The units of the amounts in ``adherence``.
  public internal(set) var units = AmountUnits()
  /// The streaks of occurrences that were done and that were not.
  public let streaks: Streaks
  /// The streaks of days on which everything was done.
  public let perfectDays: Streaks
  /// The days by number of doses.
  public let dosingDays: DosingDays
  /// The last planned day, if it is past and nothing more is planned; `nil` if the plan continues, and if
  /// courses were not requested.
  public internal(set) var planEnd: CivilDate?
}

extension PatientSummary {
  /// The last planned day, if all plans have ended; otherwise `nil`.
  package var planEnd: CivilDate? {
    let ends = tasks.compactMap(\.planEnd)
    return ends.count == tasks.count ? ends.max() : nil
  }
}

extension CareRecord {
  /// Summarises the whole range of a query, whose period is ignored.
  ///
  /// For many records, an ``AdherenceEvaluator`` reuses memory.
  ///
  /// - Complexity: As ``evaluate(_:_:)`` for every task.
  public func summary(_ query: AdherenceQuery) -> PatientSummary {
    var evaluator = AdherenceEvaluator(query)
    return evaluator.evaluate(CompiledRecord(self, query)).summary
  }
}
