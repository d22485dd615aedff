import Scheduling

/// The counts of a task on the days of a query.
struct RangeCounts {
  /// The counts by period.
  var periods: [Adherence]
  /// The counts of all days.
  var whole = Adherence()
  private(set) var streaks = Streaks()
  /// The steps of occurrences and of quota periods that are not sorted by day yet.
  private var steps: [(step: StreakStep, days: Range<CivilDate>)] = []
  private var cursor: PeriodCursor

  let spans: PeriodSpans

  init(_ spans: PeriodSpans, _ query: AdherenceQuery) {
    self.spans = spans
    periods = spans.empty
    cursor = PeriodCursor(spans, within: query.range)
  }

  /// Adds a step of a streak, or stores it for ``addSteps()`` if an earlier one may follow.
  mutating func add(_ step: StreakStep, on days: Range<CivilDate>, isInOrder: Bool) {
    if isInOrder {
      streaks.add(step, from: days.lowerBound, through: days.upperBound.adding(days: -1))
    } else {
      steps.append((step, days))
    }
  }

  /// Adds the stored steps.
  mutating func addSteps() {
    streaks.add(steps)
    steps = []
  }

  /// Adds counts on a day, to its period and to the whole.
  mutating func count(on day: Int, _ add: (inout Adherence) -> Void) {
    if let period = cursor.position(of: day) { add(&periods[period]) }
    add(&whole)
  }
}

extension MatchedTask {
  /// Counts the days of a query, occurrence by occurrence.
  func add(
    to counts: inout RangeCounts, _ days: inout [DayTally], _ course: inout TaskCourse,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let first = query.range.lowerBound.dayNumber
    let range = 0..<days.count
    let columns = columns
    for position in columns.rows.indices {
      let number = Int(columns.days[position])
      guard range.contains(number - first) else { continue }
      let occurrence = scored(at: position, in: columns)
      let status = query.status(of: occurrence, asOf: moments.asOf)
      counts.count(on: number) { $0.add(occurrence, status) }
      let step = days[number - first].add(occurrence, status)
      let day = occurrence.day
      counts.add(step, on: day..<day.adding(days: 1), isInOrder: flexible == nil)
      if course.isKept { write(occurrence, status, at: position, to: &course.own, moments) }
    }
    for slot in timeline.cancelled where query.range.contains(slot.day) {
      let occurrence = scored(slot)
      counts.count(on: slot.day.dayNumber) { $0.add(occurrence, .cancelled) }
    }
    addOutcomes(to: &counts, &days, &course, moments, from: first)
    addFlexible(to: &counts, &days, query, moments)
    if course.isKept { finish(&course, query, moments) }
  }

  /// Adds the elements without planned times, and the end of the plan.
  private func finish(
    _ course: inout TaskCourse, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    appendFlexible(to: &course.own, query, moments)
    course.own.events.sort()
    for use in flexible?.uses ?? [] where query.range.contains(use.day) {
      let isTimed = use.outcomes.contains {
        matching.outcomes.rows[$0].time != OutcomeTable.Row.none
      }
      course.uses.append(
        at: isTimed ? use.time.seconds : TaskCourse.unknown, on: use.day.dayNumber)
    }
    course.uses.sort()
    if let last = course.occurrences.last {
      let next = timeline.plan.first(startingAtOrAfter: Instant(seconds: last.start + 1))
      course.nextStart = next?.start.seconds ?? TaskCourse.unknown
    }
    let last = course.occurrences.last.map { Int($0.day) }
    course.planEnd = timeline.plan.end(asOf: moments, lastOccurrenceOn: last)?.dayNumber
  }

  private func addOutcomes(
    to counts: inout RangeCounts, _ days: inout [DayTally],
    _ course: inout TaskCourse, _ moments: QueryMoments, from first: Int
  ) {
    let range = 0..<days.count
    for (outcome, row) in matching.outcomes.rows.enumerated() {
      let (disposition, isEvent) = (matching.dispositions[outcome], isDose(outcome))
      let isSeen = disposition != .notYetKnown && disposition != .unobserved
      if course.isKept, isSeen { course.countHour(of: row, moments) }
      guard isEvent || disposition.isCounted else { continue }
      let day = moments.dayNumber(of: row) - first
      guard range.contains(day) else { continue }
      if isEvent {
        days[day].events += 1
        if course.isKept { write(dose: outcome, on: first + day, to: &course.own) }
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
    let first = query.range.lowerBound
    for period in flexible.quotas where query.range.contains(period.day) {
      var quota = QuotaCounts()
      quota.add(period, query.denominator, asOf: moments.asOf)
      counts.whole.quota.merge(quota)
      days[period.day - first].add(quota)
      counts.add(quota.streakStep, on: period.days, isInOrder: false)
    }
    counts.addSteps()
    flexible.addUses(to: &counts.whole.uses, on: query.range)
    flexible.add(to: &counts.periods, counts.spans, query, asOf: moments.asOf)
  }
}
