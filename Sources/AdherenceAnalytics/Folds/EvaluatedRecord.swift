import Scheduling

/// All that a query asks of one patient, of which each task was matched once.
public struct EvaluatedRecord: Sendable {
  /// The patient by task and period.
  public let adherence: PatientAdherence
  /// The patient over the whole range.
  public let summary: PatientSummary
  /// An answer for each window that was asked for, in their order.
  public let rolling: [RollingAdherence]
}

/// What is read off a task beside its counts, while its occurrences and outcomes are at hand.
public struct TaskReading: OptionSet, Hashable, Sendable {
  /// The readings as bits.
  public let rawValue: UInt8

  /// Creates a set of readings from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The course of the query's days, which statistics read.
  public static let course = TaskReading(rawValue: 1)
  /// That of the plan from its first day up to the moment of the report, unless there is too much of it.
  public static let wholePlan = TaskReading(rawValue: 2)
  /// Every occurrence and outcome one by one, which charts, events and breakdowns show.
  public static let evaluation = TaskReading(rawValue: 4)
}

extension AdherenceEvaluator {
  /// Answers the query for one patient by period and over the whole range, each task matched once, over
  /// all days that any answer needs.
  ///
  /// - Parameters:
  ///   - compiled: The record, asked what the evaluator is.
  ///   - reading: What else is read off each task.
  ///   - windows: The windows to sum up before the end of each day.
  ///   - body: Called for each task of the summary, in order, with its course in memory that is used again,
  ///     and its evaluation where that is asked for.
  /// - Returns: The patient.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task, but for compiling.
  public mutating func evaluate(
    _ compiled: CompiledRecord, reading: TaskReading = [], rolling windows: [RollingWindow] = [],
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
        let stretch = try match(plan, compiled.record, moments, reading, rolling)
        var counts = RangeCounts(sums.spans, query)
        var task = read(plan, moments, reading, stretch, to: &counts, body)
        task.units = sums.add(plan, counts.periods)
        add(plan, stretch, to: &rolling)
        summary.tasks.append(task)
        guard plan.task.impactsAdherence else { continue }
        days.keepTask(task.task)
        counted.append(task)
      } catch {
        summary.problems.append(compiled.place(error))
        count(plan, compiled, to: &sums)
        count(plan, to: &rolling)
      }
    }
    sum(counted, to: &summary)
    return EvaluatedRecord(
      adherence: sums.adherence(of: compiled), summary: summary,
      rolling: rolling?.adherence(windows, in: query.range) ?? [])
  }

  /// Adds to the windows a task that was matched.
  private mutating func add(
    _ plan: TaskPlan, _ stretch: MatchedStretch, to rolling: inout RollingSums?
  ) {
    guard let daily = rolling?.compiled, stretch.rolling != nil else {
      return count(plan, to: &rolling)
    }
    var periods = daily.spans.empty
    matched.add(to: &periods, daily.spans, daily.query, daily.moments)
    rolling?.sums.add(plan, periods)
  }

  /// Counts for the windows a task whose occurrences cannot be listed.
  private mutating func count(_ plan: TaskPlan, to rolling: inout RollingSums?) {
    guard var sums = rolling else { return }
    count(plan, sums.compiled, to: &sums.sums)
    rolling = sums
  }

  /// Sums up the tasks that impact adherence by their ids, so that no sum depends on the order of a
  /// record to its last digit.
  private mutating func sum(_ tasks: [TaskSummary], to summary: inout PatientSummary) {
    if tasks.isEmpty { return }
    let tasks = tasks.sorted { $0.task < $1.task }
    summary.absence = nil
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

  /// Reads off a matched task what is asked.
  private mutating func read(
    _ plan: TaskPlan, _ moments: QueryMoments, _ reading: TaskReading, _ stretch: MatchedStretch,
    to counts: inout RangeCounts, _ body: (TaskCourse, TaskEvaluation?) -> Void
  ) -> TaskSummary {
    days.beginTask()
    course.isKept = !reading.isDisjoint(with: [.course, .wholePlan])
    if course.isKept {
      course.begin(plan.last.task.id, plan.last.task.drug, query, moments, plan.suspensions)
    }
    matched.add(to: &counts, &days.task, &course, query, moments)
    let evaluation = reading.contains(.evaluation) ? matched.evaluation(query, moments) : nil
    if let whole = stretch.whole { course.whole = matched.course(of: whole, query, moments) }
    body(course, evaluation)
    return TaskSummary(
      task: plan.last.task.id, adherence: counts.whole, streaks: counts.streaks,
      perfectDays: days.task.perfectDays(from: query.range.lowerBound),
      dosingDays: days.task.dosingDays,
      planEnd: course.isKept ? course.planEnd.map { CivilDate(dayNumber: $0) } : nil)
  }
}

extension PatientSummary {
  /// The summary of a patient without tasks.
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
