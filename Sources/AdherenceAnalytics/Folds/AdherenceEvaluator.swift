public import Scheduling

/// Answers one query for record after record, in memory that is used again.
///
///     var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 4)))
///     for record in [record] {
///       print(record.patient.id, evaluator.adherence(of: record).total.periods[0].ratio!)
///       // ann 0.5
///     }
public struct AdherenceEvaluator: Sendable {
  /// What is asked of each record.
  public private(set) var query: AdherenceQuery
  var matched = MatchedTask()
  var days = DayTallies()
  var course = TaskCourse()
  private var counted = CountedTask()
  private var lastWindows = LastWindows()

  /// Creates an evaluator; each core needs its own.
  public init(_ query: AdherenceQuery) { self.query = query }

  /// Answers another query from now on, in the same memory.
  package mutating func ask(_ query: AdherenceQuery) { self.query = query }

  /// Answers the query for one patient.
  ///
  /// Where outcomes name their occurrences and nothing asks for single ones, it costs the periods and
  /// the outcomes; otherwise the occurrences too.
  ///
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes; O(*n*) where outcomes are in order.
  public mutating func adherence(of record: CareRecord) -> PatientAdherence {
    adherence(of: CompiledRecord(record, query))
  }

  /// Answers the query for one patient whose plans are compiled.
  ///
  /// - Precondition: The record is asked what the evaluator is.
  /// - Complexity: As for a record, but for compiling.
  public mutating func adherence(of compiled: CompiledRecord) -> PatientAdherence {
    matched.room = compiled.moments.limit
    var sums = PeriodSums(compiled)
    for plan in compiled.plans { count(plan, compiled, to: &sums) }
    return sums.adherence(of: compiled)
  }

  /// Counts a task; what cannot be counted is a problem of the sums.
  mutating func count(_ plan: TaskPlan, _ compiled: CompiledRecord, to sums: inout PeriodSums) {
    do {
      sums.add(plan, try periods(of: plan, compiled, sums.spans))
    } catch {
      sums.problems.append(compiled.place(error))
    }
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
    let compiled = CompiledRecord(record, query, of: task.id)
    matched.room = compiled.moments.limit
    let plan = compiled.plans.first ?? TaskPlan(unknown: task, in: compiled.moments.zone)
    return try evaluate(plan, compiled)
  }

  /// Evaluates the tasks of a patient one after the other, occurrence by occurrence.
  ///
  /// - Parameters:
  ///   - compiled: The record, asked what the evaluator is.
  ///   - tasks: The ids of the tasks that are meant; empty means all.
  ///   - body: Called for each task that can be evaluated, in order of first appearance.
  /// - Returns: What is wrong with the others.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task, but for compiling.
  package mutating func evaluateTasks(
    of compiled: CompiledRecord, _ tasks: Set<String> = [], _ body: (TaskEvaluation) -> Void
  ) -> [InputError] {
    matched.room = compiled.moments.limit
    var problems: [InputError] = []
    for plan in compiled.plans where tasks.isEmpty || tasks.contains(plan.last.task.id) {
      do { body(try evaluate(plan, compiled)) } catch { problems.append(compiled.place(error)) }
    }
    return problems
  }

  private mutating func evaluate(
    _ plan: TaskPlan, _ compiled: CompiledRecord
  ) throws(InputError) -> TaskEvaluation {
    let moments = moments(of: plan, compiled)
    try matched.match(plan, compiled.record, query, moments)
    return matched.evaluation(query, moments)
  }

  /// The moments of the query for one task.
  mutating func moments(of plan: TaskPlan, _ compiled: CompiledRecord) -> QueryMoments {
    lastWindows.moments(of: plan, compiled.query, compiled.moments)
  }

  /// Sums up a task: what is long over by counting where that is enough, and the rest from a list.
  private mutating func periods(
    of plan: TaskPlan, _ compiled: CompiledRecord, _ spans: PeriodSpans
  ) throws(InputError) -> [Adherence] {
    if let problem = plan.problem { throw problem }
    let (record, query) = (compiled.record, compiled.query)
    let moments = moments(of: plan, compiled)
    var periods = spans.empty
    guard let end = counted.add(plan, record.outcomes, to: &periods, spans, query, moments) else {
      try list(plan, record, to: &periods, spans, query, moments)
      return periods
    }
    if end == query.range.upperBound { return periods }
    let rest = moments.asking(query, about: end..<query.range.upperBound)
    let first = CivilDateTime(date: end, time: query.dayBoundary).localSeconds
    try list(plan, record, to: &periods, spans, rest.query, rest.moments, since: first)
    return periods
  }

  private mutating func list(
    _ plan: TaskPlan, _ record: CareRecord, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments, since first: Int64? = nil
  ) throws(InputError) {
    try matched.match(plan, record, query, moments, since: first)
    matched.add(to: &periods, spans, query, moments)
  }
}

/// The periods of a patient's tasks, and what is wrong with the others.
struct PeriodSums {
  let spans: PeriodSpans
  private var series: [AdherenceSeries] = []
  private var tasks: [CareTask] = []
  private let outcomes: OutcomeTable
  var problems: [InputError]

  init(_ compiled: CompiledRecord) {
    spans = compiled.spans
    outcomes = compiled.record.outcomes
    problems = compiled.record.outcomeProblems
  }

  /// Adds the periods of a task, and returns the units of its amounts.
  @discardableResult
  mutating func add(_ plan: TaskPlan, _ periods: [Adherence]) -> AmountUnits {
    let units = AmountUnits(of: plan, outcomes, behind: periods)
    series.append(
      AdherenceSeries(scope: .task(plan.last.task.id), periods: periods, units: units))
    tasks.append(plan.task)
    return units
  }

  func adherence(of compiled: CompiledRecord) -> PatientAdherence {
    let totals = SeriesTotals(of: tasks, series, spans, compiled.record.absence)
    let boundary = compiled.query.dayBoundary
    return PatientAdherence(
      patient: compiled.patient,
      versions: compiled.timeline.patients(of: spans, dayBoundary: boundary), spans: spans,
      tasks: series, total: totals.total, groups: totals.groups, carePlans: totals.carePlans,
      problems: problems)
  }
}

extension CareRecord {
  /// Evaluates one of the record's tasks, all its versions.
  ///
  /// - Parameters:
  ///   - task: A version of a task of this record.
  ///   - query: What is asked; its period plays no part.
  /// - Returns: The occurrences of the query's days, and what became of all the task's outcomes.
  /// - Throws: `InputError` where the task has too many occurrences to list.
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes from the beginning of the task to
  ///   the end of the query; for tasks matched by key, of those in the query's range.
  public func evaluate(_ task: CareTask, _ query: AdherenceQuery) throws(InputError)
    -> TaskEvaluation
  {
    var evaluator = AdherenceEvaluator(query)
    return try evaluator.evaluate(task, of: self)
  }
}
