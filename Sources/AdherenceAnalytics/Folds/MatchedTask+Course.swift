import Scheduling

// From a matched task to what statistics read.

extension MatchedTask {
  /// Writes an occurrence that was scored.
  ///
  /// Safe: no occurrence owns 2³¹ events, which would take 100 GB of memory.
  func write(
    _ occurrence: ScoredOccurrence, _ standing: Standing, at place: Int,
    to course: inout PlanCourse, _ moments: QueryMoments
  ) {
    course.note(Int(timeline.days[place]))
    let time = occurrence.time?.seconds ?? TaskCourse.unknown
    let isRecorded = occurrence.timing != nil && occurrence.state != .declined
    course.occurrences.append(
      TaskCourse.Occurrence(
        start: occurrence.occurrence.start.seconds, time: time,
        expiry: occurrence.window.expiry.seconds, value: occurrence.sums.value,
        target: occurrence.sums.target ?? .nan, credited: occurrence.sums.credited,
        share: isRecorded ? occurrence.sums.share : 0,
        day: timeline.days[place], slot: slot(at: place), clock: moments.clock(at: time),
        events: max(
          Int32(truncatingIfNeeded: occurrence.events), occurrence.state == .done ? 1 : 0),
        status: occurrence.status(standing),
        isRecorded: isRecorded))
  }

  /// Writes all occurrences and kept events of the days of a query.
  func write(to course: inout PlanCourse, _ query: AdherenceQuery, _ moments: QueryMoments) {
    let days = query.range.lowerBound.dayNumber..<query.range.upperBound.dayNumber
    let columns = columns
    for place in columns.rows.indices where days.contains(Int(columns.days[place])) {
      let occurrence = scored(at: place, in: columns)
      let standing = query.standing(of: occurrence, asOf: moments.asOf)
      write(occurrence, standing, at: place, to: &course, moments)
    }
    for outcome in matching.outcomes.rows.indices where isDose(outcome) {
      let day = moments.dayNumber(of: matching.outcomes.rows[outcome])
      if days.contains(day) { write(dose: outcome, on: day, to: &course) }
    }
    appendFlexible(to: &course, query, moments)
    course.events.sort()
  }

  /// Appends the periods of quotas, and what was done for them as events, so that it initiates treatment as
  /// doses do.
  func appendFlexible(
    to course: inout PlanCourse, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    guard let flexible, !flexible.quotaDays.isEmpty else { return }
    course.append(flexible, query, moments)
    let quotas = Set(flexible.quotaDays.map(\.element))
    for use in flexible.uses where quotas.contains(use.element) && query.range.contains(use.day) {
      course.append(eventAt: use.time.seconds, on: use.day.dayNumber)
    }
  }

  /// Whether an outcome counts as a dose, by its own date: it is kept and not merged into another one.
  @inline(__always)
  func isDose(_ outcome: Int) -> Bool {
    let row = matching.outcomes.rows[outcome]
    guard !row.isNegative, !row.lacksPlace, !matching.parts.contains(outcome) else { return false }
    return switch matching.dispositions[outcome] {
    case .matched, .joined, .extra: true
    case .unmatched: timeline.plan.task.matching != .nearest
    default: false
    }
  }

  /// Appends the dose of an outcome.
  func write(dose outcome: Int, on day: Int, to course: inout PlanCourse) {
    let place = Int(matching.places[outcome])
    course.append(
      eventAt: matching.outcomes.rows[outcome].time, on: day,
      planned: place < 0 ? nil : timeline.rows[place].start.seconds,
      amount: place < 0 ? 1 : relativeAmount(ofDose: outcome, at: place))
  }

  /// What a dose amounts to, as a multiple of what its occurrence asks for; 1 where no amount is asked for or
  /// recorded.
  private func relativeAmount(ofDose outcome: Int, at place: Int) -> Double {
    guard let target = matching.doseAmount(at: place, timeline), hasValues(outcome) else {
      return 1
    }
    let amount = matching.amount(of: outcome, at: place, timeline)
    return (amount + matching.parts.amount(of: outcome)) / target
  }

  private func hasValues(_ outcome: Int) -> Bool {
    let marks = matching.outcomes.rows[outcome].marks
    if !marks.contains(.detailed) { return !marks.isDisjoint(with: [.number, .boolean]) }
    return !matching.outcomes.values(at: outcome).isEmpty
  }

  /// The nominal second of the day; -1 for an occurrence that has all of it.
  ///
  /// Safe: the second of a day is below 86,400.
  private func slot(at place: Int) -> Int32 {
    if timeline.facts[timeline.rows[place].element].isAllDay { return -1 }
    let local = timeline.nominals[place]
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }
}

extension TaskCourse {
  /// Counts an event in the hour of the wall clock in which it happened, where that is known.
  mutating func countHour(of row: OutcomeTable.Row, _ moments: QueryMoments) {
    guard row.time != TaskCourse.unknown, !row.isNegative else { return }
    let local = moments.zone.civil(at: Instant(seconds: row.time)).localSeconds
    let planned = row.nominal != OutcomeTable.Row.none ? row.nominal : local
    let boundary = Int64(moments.boundary.secondOfDay)
    guard days.contains(DayNumber.of(planned, boundary: boundary)) else { return }
    eventHours[Int(local - Int64(DayNumber.of(local)) * 86_400) / 3600] += 1
  }
}

extension ScoredOccurrence {
  fileprivate func status(_ standing: Standing) -> TaskCourse.Status {
    switch standing {
    case .onHold, .cancelled: .onHold
    case .excused: .excused
    case .pending: .pending
    case .due: state == .done ? .taken : .missed
    }
  }
}

extension QueryMoments {
  /// The wall-clock second of the day; -1 where the time is not known.
  ///
  /// Safe: the second of a day is below 86,400.
  fileprivate func clock(at time: Int64) -> Int32 {
    guard time != TaskCourse.unknown else { return -1 }
    let local = zone.civil(at: Instant(seconds: time)).localSeconds
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }
}
