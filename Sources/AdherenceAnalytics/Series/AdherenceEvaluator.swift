public import Scheduling

/// Answers one query for record after record, in memory that is used again.
///
///     var evaluator = AdherenceEvaluator(query)
///     for record in records { cohort.add(evaluator.adherence(of: record)) }
public struct AdherenceEvaluator: Sendable {
  /// What is asked of each record.
  public let query: AdherenceQuery
  var matched: MatchedTask?
  var days = DayTallies()
  var course = TaskCourse()
  private var counted = CountedTask()

  /// Creates an evaluator; each core needs its own.
  public init(_ query: AdherenceQuery) { self.query = query }

  /// Answers the query for one patient.
  ///
  /// Where outcomes name their occurrences and nothing asks for single ones, it costs the periods and
  /// the outcomes; otherwise the occurrences too.
  ///
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes; O(*n*) where outcomes are in order.
  public mutating func adherence(of record: CareRecord) -> PatientAdherence {
    let known = EvaluatedRecord(record, query)
    let spans = known.spans(query)
    var series: [AdherenceSeries] = []
    var tasks: [CareTask] = []
    var problems = known.record.outcomeProblems
    for plan in known.plans {
      do {
        let periods = try periods(of: plan, known.record, spans, known.moments)
        series.append(AdherenceSeries(scope: .task(plan.last.task.id), periods: periods))
        tasks.append(plan.task)
      } catch {
        problems.append(error.at(source: "patient \(record.patient.id)"))
      }
    }
    let totals = SeriesTotals(of: tasks, series, spans)
    return PatientAdherence(
      patient: known.patient,
      versions: known.timeline.patients(of: spans, dayBoundary: query.dayBoundary), spans: spans,
      tasks: series, total: totals.total, groups: totals.groups, carePlans: totals.carePlans,
      problems: problems)
  }

  /// Evaluates one task of a patient, occurrence by occurrence.
  ///
  /// - Parameters:
  ///   - task: A task of the record.
  ///   - record: The patient's record.
  /// - Returns: The occurrences of the query's days, and what became of all the task's outcomes.
  /// - Throws: `InputError` where the task has too many occurrences to list.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)``.
  public mutating func evaluate(_ task: CareTask, of record: CareRecord) throws(InputError)
    -> TaskEvaluation
  {
    let known = EvaluatedRecord(record, query)
    let moments = known.moments
    let plan =
      known.record.plan(of: task.id, within: known.limits)
      ?? TaskPlan(unknown: task, in: moments.zone)
    var matched = self.matched.take() ?? MatchedTask(plan)
    defer { self.matched = matched }
    try matched.match(plan, known.record, query, moments)
    return TaskEvaluation(
      task: plan.task, query: query, asOf: moments.asOf, plan: plan,
      scored: matched.scored(on: query.range),
      moved: matched.scored(movedInto: query.range), outcomes: matched.matching.outcomes,
      flexible: matched.flexible, dispositions: matched.matching.dispositions,
      occurrences: matched.occurrencesOfOutcomes, moments: moments)
  }

  /// Sums up a task: what is long over by counting where that is enough, and the rest from a list.
  private mutating func periods(
    of plan: TaskPlan, _ record: CareRecord, _ spans: PeriodSpans, _ moments: QueryMoments
  ) throws(InputError) -> [Adherence] {
    if let problem = plan.problem { throw problem }
    var periods = spans.empty
    guard let end = counted.add(plan, record.outcomes, to: &periods, spans, query, moments) else {
      try list(plan, record, to: &periods, spans, query, moments)
      return periods
    }
    if end == query.range.upperBound { return periods }
    var rest = query
    (rest.range, rest.asOf) = (end..<query.range.upperBound, moments.asOf)
    let first = CivilDateTime(date: end, time: query.dayBoundary).localSeconds
    try list(
      plan, record, to: &periods, spans, rest, QueryMoments(rest, in: moments.zone), since: first)
    return periods
  }

  private mutating func list(
    _ plan: TaskPlan, _ record: CareRecord, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments, since first: Int64? = nil
  ) throws(InputError) {
    // In place: taken out and put back, it would be copied.
    if matched == nil { matched = MatchedTask(plan) }
    try matched?.match(plan, record, query, moments, since: first)
    matched?.add(to: &periods, spans, query, moments)
  }
}
