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
    return evaluator.summary(of: self)
  }
}

extension AdherenceEvaluator {
  /// Sums up the whole range of the query for one patient, each task evaluated once.
  ///
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task.
  public mutating func summary(of record: CareRecord) -> PatientSummary {
    (course.isKept, course.isWhole) = (false, false)
    return summarize(record) { _ in }
  }

  /// Sums up the whole range of the query for one patient, and shows each task's course.
  ///
  /// - Parameters:
  ///   - record: The patient's record.
  ///   - wholePlans: Whether courses have their plans beyond the query's days too, which costs another
  ///     evaluation of each plan that begins before them or goes on after them.
  ///   - body: Called for each task of the summary, in order, with memory that is used again.
  /// - Returns: The summary.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for every task.
  public mutating func summary(
    of record: CareRecord, wholePlans: Bool = true, eachCourse body: (TaskCourse) -> Void
  ) -> PatientSummary {
    (course.isKept, course.isWhole) = (true, wholePlans)
    return summarize(record, body)
  }

  private mutating func summarize(
    _ record: CareRecord, _ look: (TaskCourse) -> Void
  ) -> PatientSummary {
    let known = EvaluatedRecord(record, query)
    let (record, moments, plans) = (known.record, known.moments, known.plans)
    let start = known.patient.start ?? plans.firstPlannedDay(dayBoundary: query.dayBoundary)
    var summary = PatientSummary(
      patient: known.patient, isDeleted: known.timeline.isDeleted(at: moments.asOf), start: start,
      composite: CompositeAdherence())
    summary.problems = record.outcomeProblems
    days.begin(query)
    course.start = start?.dayNumber
    var counted: [TaskSummary] = []
    for plan in plans {
      do {
        let task = try self.summary(of: plan, record, moments)
        summary.tasks.append(task)
        look(course)
        guard plan.task.impactsAdherence else { continue }
        days.keepTask(task.task)
        counted.append(task)
      } catch {
        summary.problems.append(error.at(source: "patient \(record.patient.id)"))
      }
    }
    sum(counted, to: &summary)
    return summary
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

  private mutating func summary(
    of plan: TaskPlan, _ record: CareRecord, _ moments: QueryMoments
  ) throws(InputError) -> TaskSummary {
    // In place: taken out and put back, it would be copied.
    if matched == nil { matched = MatchedTask(plan) }
    try matched?.match(plan, record, query, moments)
    var adherence = Adherence()
    var streaks = Streaks()
    days.beginTask()
    if course.isKept { course.begin(plan.last.task.id, query, moments, plan.suspensions) }
    matched?.add(
      to: &adherence, &streaks, &days.task, &course, query, moments)
    if course.isWhole { course.whole = wholeCourse(of: plan, record, moments) }
    return TaskSummary(
      task: plan.last.task.id, adherence: adherence, streaks: streaks,
      perfectDays: days.task.perfectDays(from: query.range.lowerBound),
      dosingDays: days.task.dosingDays,
      planEnd: course.isKept ? course.planEnd.map { CivilDate(dayNumber: $0) } : nil)
  }
}

extension MatchedTask {
  /// Counts the days of a query, occurrence by occurrence.
  fileprivate func add(
    to adherence: inout Adherence, _ streaks: inout Streaks, _ days: inout [DayTally],
    _ course: inout TaskCourse, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let first = query.range.lowerBound.dayNumber
    let range = 0..<days.count
    for place in timeline.rows.indices {
      let day = Int(timeline.days[place]) - first
      guard range.contains(day) else { continue }
      let occurrence = scored(at: place)
      adherence.add(occurrence, query, asOf: moments.asOf)
      let step = days[day].add(occurrence, query, asOf: moments.asOf)
      streaks.add(step, from: occurrence.day, through: occurrence.day)
      if course.isKept { write(occurrence, at: place, to: &course.own, query, moments) }
    }
    for slot in timeline.cancelled where query.range.contains(slot.day) {
      adherence.add(scored(slot), query, asOf: moments.asOf)
    }
    addOutcomes(to: &adherence, &days, &course, moments, from: first)
    addFlexible(to: &adherence, &days, query, moments)
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
    to adherence: inout Adherence, _ days: inout [DayTally],
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
      adherence.count(disposition)
      if course.isKept { course.unscheduled.add(disposition) }
    }
  }

  private func addFlexible(
    to adherence: inout Adherence, _ days: inout [DayTally], _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) {
    guard let flexible else { return }
    let spans = CalendarPeriod.day.spans(of: query.range)
    var periods = spans.empty
    flexible.add(to: &periods, spans, query, asOf: moments.asOf)
    for (day, period) in periods.enumerated() {
      adherence.merge(period)
      days[day].add(period.quota)
    }
  }
}
