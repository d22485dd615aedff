import Scheduling

// From a matched task to the columns that statistics read.

extension MatchedTask {
  /// Writes what became of the occurrences and events of a query's days.
  func write(
    to course: inout TaskCourse, _ plan: TaskPlan, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    course.begin(plan.last.task.id, query, plan.suspensions)
    for place in timeline.rows.indices where course.days.contains(Int(timeline.days[place])) {
      let occurrence = scored(at: place)
      course.occurrences.append(occurrence, query, moments)
      course.occurrences.slots.append(slot(at: place))
    }
    appendEvents(to: &course.events, course.days, moments)
    course.sortEvents()
  }

  /// The nominal second of the day; -1 for an occurrence that has all of it.
  private func slot(at place: Int) -> Int32 {
    if timeline.facts[timeline.rows[place].element].isAllDay { return -1 }
    let local = timeline.nominals[place]
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }

  private func appendEvents(
    to events: inout TaskCourse.EventColumns, _ days: Range<Int>, _ moments: QueryMoments
  ) {
    let takesStrays = timeline.plan.task.matching != .nearest
    for (disposition, row) in zip(matching.dispositions, matching.outcomes.rows)
    where disposition.isKeptEvent(takesStrays) && row.marks.isDisjoint(with: .refused) {
      let day = moments.dayNumber(of: row)
      guard days.contains(day) else { continue }
      events.times.append(row.time)
      events.days.append(Int32(truncatingIfNeeded: day))
    }
  }
}

extension TaskCourse.OccurrenceColumns {
  fileprivate mutating func append(
    _ occurrence: ScoredOccurrence, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    starts.append(occurrence.occurrence.start.seconds)
    days.append(Int32(truncatingIfNeeded: occurrence.day.dayNumber))
    statuses.append(status(of: occurrence, query, moments.asOf))
    recorded.append(occurrence.timing != nil && occurrence.state != .declined)
    events.append(
      max(Int32(truncatingIfNeeded: occurrence.events), occurrence.state == .completed ? 1 : 0))
    times.append(occurrence.time?.seconds ?? TaskCourse.unknown)
    clocks.append(occurrence.time.map { moments.clock(at: $0) } ?? -1)
    expiries.append(occurrence.window.expiry.seconds)
    values.append(occurrence.sums.value)
    targets.append(occurrence.sums.target ?? .nan)
  }

  private func status(
    of occurrence: ScoredOccurrence, _ query: AdherenceQuery, _ asOf: Instant
  ) -> TaskCourse.Status {
    switch occurrence.state {
    case .suspended, .cancelled: .excused
    case .declined where query.excusesDeclined: .declined
    case _ where !query.denominator.includes(occurrence.window, asOf: asOf): .pending
    case .completed: .taken
    default: .missed
    }
  }
}

extension QueryMoments {
  /// The wall-clock second of the day.
  fileprivate func clock(at instant: Instant) -> Int32 {
    let local = zone.civil(at: instant).localSeconds
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }
}
