public import Diagnostics
import Scheduling

/// An evaluator of one query for successive records, which reuses memory.
///
///     var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 4)))
///     for record in [record] {
///       print(record.patient.id, evaluator.adherence(of: record).total.periods[0].ratio!)
///       // ann 0.5
///     }
public struct AdherenceEvaluator: Sendable {
  /// The query.
  public private(set) var query: AdherenceQuery
  var matched = MatchedTask()
  var days = DayTallies()
  var course = TaskCourse()
  private var counted = CountedTask()
  private var lastWindows = LastWindows()

  /// Creates an evaluator; each core needs its own.
  public init(_ query: AdherenceQuery) { self.query = query }

  /// Replaces the query, keeping the memory.
  package mutating func ask(_ query: AdherenceQuery) { self.query = query }

  /// Evaluates the query for one patient.
  ///
  /// If outcomes have keys and single occurrences are not needed, the cost depends on the numbers of periods
  /// and outcomes; otherwise also on the number of occurrences.
  ///
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes; O(*n*) if outcomes are in order.
  public mutating func adherence(of record: CareRecord) -> PatientAdherence {
    adherence(of: CompiledRecord(record, query))
  }

  /// Evaluates the query for one patient with compiled plans.
  public mutating func adherence(of compiled: CompiledRecord) -> PatientAdherence {
    matched.room = compiled.moments.limit
    var sums = PeriodSums(compiled)
    for plan in compiled.plans { count(plan, compiled, to: &sums) }
    return sums.adherence(of: compiled)
  }

  /// Adds the counts of a task; errors are added to the problems.
  mutating func count(_ plan: TaskPlan, _ compiled: CompiledRecord, to sums: inout PeriodSums) {
    do {
      sums.add(plan, try periods(of: plan, compiled, sums.spans))
    } catch {
      sums.problems.append(compiled.locating(error))
    }
  }

  /// Evaluates one task of a patient, occurrence by occurrence.
  public mutating func evaluate(_ task: CareTask, of record: CareRecord) throws(InputError)
    -> TaskEvaluation
  {
    let compiled = CompiledRecord(record, query, of: task.id)
    matched.room = compiled.moments.limit
    let plan = compiled.plans.first ?? TaskPlan(unknown: task, in: compiled.moments.zone)
    return try evaluate(plan, compiled)
  }

  /// Evaluates the tasks of a patient one after the other, occurrence by occurrence.
  package mutating func evaluateTasks(
    of compiled: CompiledRecord, _ tasks: Set<String> = [], _ body: (TaskEvaluation) -> Void
  ) -> [InputError] {
    matched.room = compiled.moments.limit
    var problems: [InputError] = []
    for plan in compiled.plans where tasks.isEmpty || tasks.contains(plan.last.task.id) {
      do { body(try evaluate(plan, compiled)) } catch { problems.append(compiled.locating(error)) }
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

  /// Returns the query's instants for one task.
  mutating func moments(of plan: TaskPlan, _ compiled: CompiledRecord) -> QueryMoments {
    lastWindows.moments(of: plan, compiled.query, compiled.moments)
  }

  /// Sums a task: by counting where possible, and the rest from a list.
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

/// The periods of a patient's tasks, and the errors of the others.
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
      AdherenceSeries(
        scope: .task(plan.last.task.id), periods: periods, absence: plan.absence, units: units))
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
  public func evaluate(_ task: CareTask, _ query: AdherenceQuery) throws(InputError)
    -> TaskEvaluation
  {
    var evaluator = AdherenceEvaluator(query)
    return try evaluator.evaluate(task, of: self)
  }
}
