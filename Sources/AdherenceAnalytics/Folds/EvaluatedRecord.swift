import Diagnostics
import Scheduling

/// All results of a query for one patient, with each task matched once.
public struct EvaluatedRecord: Sendable {
  /// The adherence by task and period.
  public let adherence: PatientAdherence
  /// The summary of the whole range.
  public let summary: PatientSummary
  /// The rolling adherence for each window, in the order of the parameter.
  public let rolling: [RollingAdherence]
}

/// Additional results to be computed for each task while its occurrences and outcomes are in memory.
public struct EvaluationOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Creates a set of options from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The course of the query's days, for statistics.
  public static let course = EvaluationOptions(rawValue: 1)
  /// The course of the plan from its first day up to the time of the report, unless it is too large.
  public static let wholePlan = EvaluationOptions(rawValue: 2)
  /// Every occurrence and outcome, for charts, events and breakdowns.
  public static let evaluation = EvaluationOptions(rawValue: 4)
}

extension AdherenceEvaluator {
  /// Evaluates the query for one patient by period and over the whole range; each task is matched once, over
  /// all days that any result needs.
  ///
  /// - Parameters:
  ///   - compiled: The record, compiled for the same query.
  ///   - options: The additional results for each task.
  ///   - windows: The rolling windows.
  ///   - body: Called for each task of the summary, in order, with its course in memory that is reused, and
  ///     its evaluation if requested.
  /// - Returns: The results of the patient.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task, without compiling.
  public mutating func evaluate(
    _ compiled: CompiledRecord, options: EvaluationOptions = [],
    rolling windows: [RollingWindow] = [],
    eachTask body: (_ course: TaskCourse, _ evaluation: TaskEvaluation?) -> Void = { _, _ in }
  ) -> EvaluatedRecord {
    var (sums, summary) = (PeriodSums(compiled), PatientSummary(compiled))
    var rolling = RollingSums(compiled, windows)
    matched.room = compiled.moments.limit
    days.begin(query)
    course.start = summary.start?.dayNumber
    var counted: [TaskSummary] = []
    for plan in compiled.plans {
      do {
        let moments = moments(of: plan, compiled)
        let matchedRange = try match(plan, compiled.record, moments, options, rolling)
        var counts = RangeCounts(sums.spans, query)
        var task = read(plan, moments, options, matchedRange, to: &counts, body)
        task.units = sums.add(plan, counts.periods)
        add(plan, matchedRange, to: &rolling)
        summary.tasks.append(task)
        guard plan.task.impactsAdherence else { continue }
        days.keepTask(task.task)
        counted.append(task)
      } catch {
        summary.problems.append(compiled.locating(error))
        count(plan, compiled, to: &sums)
        count(plan, to: &rolling)
      }
    }
    sum(counted, to: &summary)
    return EvaluatedRecord(
      adherence: sums.adherence(of: compiled), summary: summary,
      rolling: rolling?.adherence(windows, in: query.range) ?? [])
  }

  /// Adds a matched task to the rolling windows.
  private mutating func add(
    _ plan: TaskPlan, _ matchedRange: MatchedRange, to rolling: inout RollingSums?
  ) {
    guard let daily = rolling?.compiled, matchedRange.rolling != nil else {
      return count(plan, to: &rolling)
    }
    var periods = daily.spans.empty
    matched.add(to: &periods, daily.spans, daily.query, daily.moments)
    rolling?.sums.add(plan, periods)
  }

  /// Adds a task whose occurrences cannot be listed to the rolling windows.
  private mutating func count(_ plan: TaskPlan, to rolling: inout RollingSums?) {
    guard var sums = rolling else { return }
    count(plan, sums.compiled, to: &sums.sums)
    rolling = sums
  }

  /// Adds up the tasks that impact adherence in order of their ids, so that sums are identical for any order
  /// of the record.
  private mutating func sum(_ tasks: [TaskSummary], to summary: inout PatientSummary) {
    if tasks.isEmpty { return }
    let tasks = tasks.sorted { $0.task < $1.task }
    summary.absence = tasks.allSatisfy { $0.absence != nil } ? .eventMissing : nil
    for task in tasks {
      summary.total.merge(task.adherence)
      summary.units.formUnion(task.units)
    }
    days.sumUp()
    summary.perfectDays = days.total.perfectDays(from: query.range.lowerBound)
    summary.dosingDays = days.total.dosingDays
    summary.composite = CompositeAdherence(
      of: days.total, pooledOverTasks: summary.total.ratio(query.numerator),
      tasks: tasks.compactMap { $0.adherence.ratio(query.numerator) })
  }

  /// Computes the requested results of a matched task.
  private mutating func read(
    _ plan: TaskPlan, _ moments: QueryMoments, _ options: EvaluationOptions,
    _ matchedRange: MatchedRange,
    to counts: inout RangeCounts, _ body: (TaskCourse, TaskEvaluation?) -> Void
  ) -> TaskSummary {
    days.beginTask()
    course.isKept = !options.isDisjoint(with: [.course, .wholePlan])
    if course.isKept {
      course.begin(plan.last.task.id, plan.last.task.drug, query, moments, plan.suspensions)
    }
    matched.add(to: &counts, &days.task, &course, query, moments)
    let evaluation = options.contains(.evaluation) ? matched.evaluation(query, moments) : nil
    if let whole = matchedRange.whole { course.whole = matched.course(of: whole, query, moments) }
    body(course, evaluation)
    return TaskSummary(
      task: plan.last.task.id, adherence: counts.whole, absence: plan.absence,
      streaks: counts.streaks,
      perfectDays: days.task.perfectDays(from: query.range.lowerBound),
      dosingDays: days.task.dosingDays,
      planEnd: course.isKept ? course.planEnd.map { CivilDate(dayNumber: $0) } : nil)
  }
}

extension PatientSummary {
  /// Creates the summary of a patient without tasks.
  fileprivate init(_ compiled: CompiledRecord) {
    self.init(
      patient: compiled.patient,
      isDeleted: compiled.timeline.isDeleted(at: compiled.moments.asOf), start: compiled.start,
      composite: CompositeAdherence())
    observation = compiled.timeline.observation
    isObservationOver = observation.isOver(on: compiled.today)
    absence = compiled.record.absence
    problems = compiled.record.outcomeProblems
  }
}

/// The days beyond those of a query for which a task is matched in the same pass.
struct MatchedRange {
  /// The maximum number of occurrences of a whole plan to evaluate for initiation and persistence: a plan
  /// that begins in the year 1, as some programs write for an unknown date, must not cost more than its
  /// report.
  static let wholePlanLimit = 200_000

  /// The days of the whole plan; `nil` if they are within the query's range.
  private(set) var whole: Range<CivilDate>?
  /// The days of rolling windows.
  private(set) var rolling: Range<CivilDate>?

  /// Drops days, first those of the whole plan.
  fileprivate mutating func shrink() {
    if whole != nil { whole = nil } else { rolling = nil }
  }

  /// Returns the query extended to these days.
  fileprivate func widened(_ query: AdherenceQuery, _ moments: QueryMoments)
    -> (query: AdherenceQuery, moments: QueryMoments)
  {
    let days = [whole, rolling].compactMap(\.self).reduce(query.range) { days, more in
      min(days.lowerBound, more.lowerBound)..<max(days.upperBound, more.upperBound)
    }
    return moments.asking(query, about: days, limit: whole == nil ? nil : Self.wholePlanLimit)
  }
}

extension AdherenceEvaluator {
  /// Matches a task over all days that are needed, as far as their occurrences can be listed.
  ///
  /// - Returns: The days beyond the query's that were matched.
  /// - Throws: `InputError` if the query's range has too many occurrences.
  mutating func match(
    _ plan: TaskPlan, _ record: CareRecord, _ moments: QueryMoments, _ options: EvaluationOptions,
    _ rolling: RollingSums?
  ) throws(InputError) -> MatchedRange {
    let whole =
      options.contains(.wholePlan) ? plan.wholeRange(beyond: query, moments) : nil
    var matchedRange = MatchedRange(whole: whole, rolling: rolling?.compiled.query.range)
    while matchedRange.whole != nil || matchedRange.rolling != nil {
      let wide = matchedRange.widened(query, moments)
      do throws(InputError) {
        try matched.match(plan, record, wide.query, wide.moments)
        return matchedRange
      } catch {
        matchedRange.shrink()
      }
    }
    try matched.match(plan, record, query, moments)
    return matchedRange
  }
}

extension MatchedTask {
  /// Returns the course of matched days.
  func course(
    of days: Range<CivilDate>, _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> PlanCourse {
    let wide = moments.asking(query, about: days)
    var course = PlanCourse()
    course.begin(wide.moments, timeline.plan.suspensions)
    write(to: &course, wide.query, wide.moments)
    return course
  }
}

extension TaskPlan {
  /// Returns the days from the first planned one, or the first of the query, up to the time of the report, or
  /// up to the end of the query if there is none; `nil` if nothing is planned beyond the query's days.
  fileprivate func wholeRange(
    beyond query: AdherenceQuery, _ moments: QueryMoments
  ) -> Range<CivilDate>? {
    let (lower, upper) = (query.range.lowerBound, query.range.upperBound)
    let isLater = query.asOf != nil && moments.asOf > moments.range.upperBound
    let last = isLater ? moments.day(of: moments.zone.civil(at: moments.asOf)) : lower
    let quotas = quotaDays(upTo: max(upper, last.adding(days: 1)))
    let first = first(startingAtOrAfter: .earliest)
    let next = isLater ? self.first(startingAtOrAfter: moments.range.upperBound) : nil
    let goesOn =
      next.map { $0.start < moments.asOf } ?? false || quotas.map { $0.upperBound > upper } ?? false
    let isEarlier = first.map { $0.start < moments.range.lowerBound } ?? false
    guard goesOn || isEarlier || quotas.map({ $0.lowerBound < lower }) ?? false else { return nil }
    let begins = [first.map { moments.day(of: nominal(of: $0)) }, quotas?.lowerBound]
    let begin = begins.compactMap(\.self).min() ?? lower
    return min(lower, begin)..<max(upper, goesOn ? last.adding(days: 1) : upper)
  }

  /// Returns the range from the first day of a quota to the last before a day; `nil` without any, and if it
  /// is too long.
  private func quotaDays(upTo end: CivilDate) -> Range<CivilDate>? {
    let bounds = flexibleElements.filter(\.isQuota).compactMap { element in
      element.days.bounds(in: min(.first, end)..<end)
    }
    guard let first = bounds.map(\.lowerBound).min(), let last = bounds.map(\.upperBound).max(),
      last - first <= MatchedRange.wholePlanLimit
    else { return nil }
    return first..<last
  }
}
