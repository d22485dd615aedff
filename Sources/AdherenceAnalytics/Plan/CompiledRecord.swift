package import Scheduling

/// A record as a query sees it: as it was known, with the patient and the clocks that go with it, and with
/// its plans compiled, once for all that is asked.
///
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     var evaluator = AdherenceEvaluator(query)
///     let compiled = CompiledRecord(record, query)
///     print(evaluator.adherence(of: compiled).total.periods[0].ratio!)  // 0.5
public struct CompiledRecord: Sendable {
  /// The record as it was known.
  public let record: CareRecord
  /// What is asked.
  package let query: AdherenceQuery
  /// The version of the patient that speaks for the whole range.
  package let patient: Patient
  /// The plan of each task, in order of first appearance.
  let plans: [TaskPlan]
  let timeline: PatientTimeline
  /// The query by the patient's clock.
  package let moments: QueryMoments

  /// Compiles the plans of a record.
  ///
  /// - Complexity: O(*n*) for *n* versions of tasks, besides compiling.
  public init(_ record: CareRecord, _ query: AdherenceQuery) {
    self.init(record, query, of: nil)
  }

  /// Compiles the plan of one task alone, or of all.
  init(_ record: CareRecord, _ query: AdherenceQuery, of task: String?) {
    let record = record.known(for: query)
    let timeline = PatientTimeline(record)
    let limits = PlanLimits(record, timeline)
    self.init(record, query, timeline, record.plans(of: task, within: limits))
  }

  private init(
    _ record: CareRecord, _ query: AdherenceQuery, _ timeline: PatientTimeline, _ plans: [TaskPlan]
  ) {
    (self.record, self.query, self.timeline, self.plans) = (record, query, timeline, plans)
    moments = QueryMoments(query, in: timeline.zone, outcomes: record.outcomes.count)
    patient = timeline.patient(before: moments.range.upperBound)
  }

  /// The same record and plans, asked about other days or by other definitions.
  ///
  /// - Parameter query: What is asked.
  /// - Precondition: What counts as known is the same.
  /// - Returns: The record, without compiling anything again.
  package func asked(_ query: AdherenceQuery) -> CompiledRecord {
    precondition(query.asKnownAt == self.query.asKnownAt, "what is known is another record")
    return CompiledRecord(record, query, timeline, plans)
  }

  /// The periods of the query for the patient.
  package var spans: PeriodSpans {
    query.period == .relativeWeek
      ? query.spans(start: start ?? query.range.upperBound) : query.spans
  }

  /// The first day of treatment: the patient's, or that of the first planned occurrence.
  var start: CivilDate? { patient.start ?? firstPlannedDay }

  /// The day to which the first planned occurrence of any task belongs; `nil` where nothing is planned.
  package var firstPlannedDay: CivilDate? { plans.firstPlannedDay(dayBoundary: query.dayBoundary) }

  /// The plans, if they are those of all that a record has: holds that were edited or taken back since play
  /// a part there, and what was recorded later.
  func plans(of record: CareRecord) -> [TaskPlan]? {
    query.asKnownAt == nil && self.record.holds.count == record.holds.count ? plans : nil
  }

  /// The day of the last moment that the query knows.
  package var today: CivilDate {
    moments.day(of: moments.zone.civil(at: min(moments.asOf, moments.range.upperBound)))
  }

  /// The days on which the patient is observed.
  package var observation: ObservationPeriod { timeline.observation }

  /// The tasks' versions that are in force last, in order of first appearance.
  package var tasks: [CareTask] { plans.map(\.task) }

  /// The error of a task, with the patient's name.
  func place(_ error: InputError) -> InputError { error.at(source: "patient \(record.patient.id)") }
}
