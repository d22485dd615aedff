public import Scheduling

/// A patient over a query's whole range: what was counted, the runs of occurrences and of days, and the
/// days by their doses.
public struct PatientSummary: Sendable {
  /// The patient: the version in force at the end of the query's range.
  public let patient: Patient
  /// Whether the patient is no more part of the cohort at the moment of the report.
  public let isDeleted: Bool
  /// The first day of treatment: the patient's, or that of the first planned occurrence.
  public let start: CivilDate?
  /// One for each task, in the order of the record.
  public internal(set) var tasks: [TaskSummary] = []
  /// The tasks that impact adherence together.
  public internal(set) var total = Adherence()
  /// Whether no task impacts adherence.
  public internal(set) var isEmpty = true
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
  public var planEnd: CivilDate? {
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

extension AdherenceEvaluator {
  /// Answers the query for one patient by period and over the whole range, each task matched once.
  ///
  /// - Parameters:
  ///   - compiled: The record, asked what the evaluator is.
  ///   - reading: What else is read off each task.
  ///   - body: Called for each task of the summary, in order, with its course in memory that is used again,
  ///     and its evaluation where that is asked for.
  /// - Returns: The patient.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task, but for compiling.
  public mutating func evaluate(
    _ compiled: CompiledRecord, reading: TaskReading = [],
    eachTask body: (_ course: TaskCourse, _ evaluation: TaskEvaluation?) -> Void = { _, _ in }
  ) -> EvaluatedRecord {
    var (sums, summary) = (PeriodSums(compiled), PatientSummary(compiled))
    days.begin(query)
    course.start = summary.start?.dayNumber
    var counted: [TaskSummary] = []
    for plan in compiled.plans {
      do {
        var counts = RangeCounts(sums.spans, query)
        let task = try read(plan, compiled, reading, to: &counts, body)
        sums.add(plan, counts.periods)
        summary.tasks.append(task)
        guard plan.task.impactsAdherence else { continue }
        days.keepTask(task.task)
        counted.append(task)
      } catch {
        summary.problems.append(compiled.place(error))
        count(plan, compiled, to: &sums)
      }
    }
    sum(counted, to: &summary)
    return EvaluatedRecord(adherence: sums.adherence(of: compiled), summary: summary)
  }

  /// Counts a task whose occurrences cannot be listed, which a count may not need.
  private mutating func count(
    _ plan: TaskPlan, _ compiled: CompiledRecord, to sums: inout PeriodSums
  ) {
    do {
      sums.add(plan, try periods(of: plan, compiled, sums.spans))
    } catch {
      sums.problems.append(compiled.place(error))
    }
  }

  /// Sums up the tasks that impact adherence by their ids, so that no sum depends on the order of a
  /// record to its last digit.
  private mutating func sum(_ tasks: [TaskSummary], to summary: inout PatientSummary) {
    if tasks.isEmpty { return }
    let tasks = tasks.sorted { $0.task < $1.task }
    summary.isEmpty = false
    for task in tasks { summary.total.merge(task.adherence) }
    days.sumUp()
    summary.perfectDays = days.total.perfectDays(from: query.range.lowerBound)
    summary.dosingDays = days.total.dosingDays
    summary.composite = CompositeAdherence(
      of: days.total, micro: summary.total.ratio(query.numerator),
      tasks: tasks.compactMap { $0.adherence.ratio(query.numerator) })
  }

  /// Matches a task, and reads off it what is asked.
  private mutating func read(
    _ plan: TaskPlan, _ compiled: CompiledRecord, _ reading: TaskReading,
    to counts: inout RangeCounts, _ body: (TaskCourse, TaskEvaluation?) -> Void
  ) throws(InputError) -> TaskSummary {
    try match(plan, compiled)
    let moments = compiled.moments
    days.beginTask()
    course.isKept = !reading.isDisjoint(with: [.course, .wholePlan])
    if course.isKept { course.begin(plan.last.task.id, query, moments, plan.suspensions) }
    matched.add(to: &counts, &days.task, &course, query, moments)
    let evaluation = reading.contains(.evaluation) ? matched.evaluation(query, moments) : nil
    if reading.contains(.wholePlan) {
      course.whole = wholeCourse(of: plan, compiled.record, moments)
    }
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
    problems = compiled.record.outcomeProblems
  }
}

/// What is counted of a task in the days of a query.
private struct RangeCounts {
  /// By period.
  var periods: [Adherence]
  /// Of all days together.
  var whole = Adherence()
  var streaks = Streaks()
  private var cursor: PeriodCursor

  let spans: PeriodSpans

  init(_ spans: PeriodSpans, _ query: AdherenceQuery) {
    self.spans = spans
    periods = spans.empty
    cursor = PeriodCursor(spans, within: query.range)
  }

  /// Counts something on a day, by its period and in the whole.
  mutating func count(on day: Int, _ add: (inout Adherence) -> Void) {
    if let period = cursor.position(of: day) { add(&periods[period]) }
    add(&whole)
  }
}

extension MatchedTask {
  /// Counts the days of a query, occurrence by occurrence.
  fileprivate func add(
    to counts: inout RangeCounts, _ days: inout [DayTally], _ course: inout TaskCourse,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let first = query.range.lowerBound.dayNumber
    let range = 0..<days.count
    for place in timeline.rows.indices {
      let number = Int(timeline.days[place])
      guard range.contains(number - first) else { continue }
      let occurrence = scored(at: place)
      counts.count(on: number) { $0.add(occurrence, query, asOf: moments.asOf) }
      let step = days[number - first].add(occurrence, query, asOf: moments.asOf)
      counts.streaks.add(step, from: occurrence.day, through: occurrence.day)
      if course.isKept { write(occurrence, at: place, to: &course.own, query, moments) }
    }
    for slot in timeline.cancelled where query.range.contains(slot.day) {
      let occurrence = scored(slot)
      counts.count(on: slot.day.dayNumber) { $0.add(occurrence, query, asOf: moments.asOf) }
    }
    addOutcomes(to: &counts, &days, &course, moments, from: first)
    addFlexible(to: &counts, &days, query, moments)
    if course.isKept { finish(&course, query, moments) }
  }

  /// Adds what elements without times have, and how the plan ended.
  private func finish(
    _ course: inout TaskCourse, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    course.own.events.sort()
    for use in flexible?.uses ?? [] where query.range.contains(use.day) {
      let isTimed = use.outcomes.contains {
        matching.outcomes.rows[$0].time != OutcomeTable.Row.none
      }
      course.uses.append(
        at: isTimed ? use.time.seconds : TaskCourse.unknown, on: use.day.dayNumber)
    }
    course.uses.sort()
    let last = course.occurrences.last.map { Int($0.day) }
    course.planEnd = timeline.plan.end(asOf: moments, lastOccurrenceOn: last)?.dayNumber
  }

  private func addOutcomes(
    to counts: inout RangeCounts, _ days: inout [DayTally],
    _ course: inout TaskCourse, _ moments: QueryMoments, from first: Int
  ) {
    let range = 0..<days.count
    for (disposition, row) in zip(matching.dispositions, matching.outcomes.rows) {
      let isEvent = isKeptEvent(disposition, row)
      if course.isKept, disposition != .notYetKnown { course.countHour(of: row, moments) }
      guard isEvent || disposition.isCounted else { continue }
      let day = moments.dayNumber(of: row) - first
      guard range.contains(day) else { continue }
      if isEvent {
        days[day].events += 1
        if course.isKept { course.own.append(eventAt: row.time, on: first + day) }
      }
      guard disposition.isCounted else { continue }
      counts.count(on: first + day) { $0.count(disposition) }
      if course.isKept { course.unscheduled.add(disposition) }
    }
  }

  private func addFlexible(
    to counts: inout RangeCounts, _ days: inout [DayTally], _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) {
    guard let flexible else { return }
    let spans = CalendarPeriod.day.spans(of: query.range)
    var periods = spans.empty
    flexible.add(to: &periods, spans, query, asOf: moments.asOf)
    for (day, period) in periods.enumerated() {
      counts.whole.merge(period)
      days[day].add(period.quota)
    }
    flexible.add(to: &counts.periods, counts.spans, query, asOf: moments.asOf)
  }
}
