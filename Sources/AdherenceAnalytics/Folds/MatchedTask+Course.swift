import Scheduling

// The course of a matched task, for statistics.

extension MatchedTask {
  /// Writes a scored occurrence.
  ///
  /// Safe: no occurrence owns 2³¹ events, which would take 100 GB of memory.
  func write(
    _ occurrence: ScoredOccurrence, _ status: DenominatorStatus, at position: Int,
    to course: inout PlanCourse, _ moments: QueryMoments
  ) {
    course.note(Int(timeline.days[position]))
    let time = occurrence.time?.seconds ?? TaskCourse.unknown
    let isRecorded = occurrence.timing != nil && occurrence.state != .declined
    course.occurrences.append(
      TaskCourse.Occurrence(
        start: occurrence.occurrence.start.seconds, time: time,
        expiry: occurrence.window.expiry.seconds, value: occurrence.sums.value,
        target: occurrence.sums.target ?? .nan, credited: occurrence.sums.credited,
        share: isRecorded ? occurrence.sums.share : 0,
        day: timeline.days[position], slot: slot(at: position), clock: moments.clock(at: time),
        events: max(
          Int32(truncatingIfNeeded: occurrence.events), occurrence.state == .done ? 1 : 0),
        status: occurrence.status(status),
        isRecorded: isRecorded))
  }

  /// Writes all occurrences and kept events of the days of a query.
  func write(to course: inout PlanCourse, _ query: AdherenceQuery, _ moments: QueryMoments) {
    let days = query.range.lowerBound.dayNumber..<query.range.upperBound.dayNumber
    let columns = columns
    for position in columns.rows.indices where days.contains(Int(columns.days[position])) {
      let occurrence = scored(at: position, in: columns)
      let status = query.status(of: occurrence, asOf: moments.asOf)
      write(occurrence, status, at: position, to: &course, moments)
    }
    for outcome in matching.outcomes.rows.indices where isDose(outcome) {
      let day = moments.dayNumber(of: matching.outcomes.rows[outcome])
      if days.contains(day) { write(dose: outcome, on: day, to: &course) }
    }
    appendFlexible(to: &course, query, moments)
    course.events.sort()
  }

  /// Appends the periods of quotas, and their uses as events, so that they initiate treatment as doses do.
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

  /// Returns whether an outcome counts as a dose on its own date: it is kept and not merged into another one.
  @inline(__always)
  func isDose(_ outcome: Int) -> Bool {
    let row = matching.outcomes.rows[outcome]
    guard !row.isNegative, !row.lacksTime, !matching.parts.contains(outcome) else { return false }
    return switch matching.dispositions[outcome] {
    case .matched, .joined, .extra: true
    case .unmatched: timeline.plan.task.matching != .nearest
    default: false
    }
  }

  /// Appends the dose of an outcome.
  func write(dose outcome: Int, on day: Int, to course: inout PlanCourse) {
    let position = Int(matching.positions[outcome])
    course.append(
      eventAt: matching.outcomes.rows[outcome].time, on: day,
      planned: position < 0 ? nil : timeline.rows[position].start.seconds,
      amount: position < 0 ? 1 : relativeAmount(ofDose: outcome, at: position))
  }

  /// Returns the amount of a dose as a multiple of its occurrence's target; 1 if no amount is required or
  /// recorded.
  private func relativeAmount(ofDose outcome: Int, at position: Int) -> Double {
    guard let target = matching.doseAmount(at: position, timeline), hasValues(outcome) else {
      return 1
    }
    let amount = matching.amount(of: outcome, at: position, timeline)
    return (amount + matching.parts.amount(of: outcome)) / target
  }

  private func hasValues(_ outcome: Int) -> Bool {
    let marks = matching.outcomes.rows[outcome].marks
    if !marks.contains(.detailed) { return !marks.isDisjoint(with: [.number, .boolean]) }
    return !matching.outcomes.values(at: outcome).isEmpty
  }

  /// Returns the nominal second of the day; −1 for an all-day occurrence.
  ///
  /// Safe: the second of a day is below 86,400.
  private func slot(at position: Int) -> Int32 {
    if timeline.facts[timeline.rows[position].element].isAllDay { return -1 }
    let local = timeline.nominals[position]
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }
}

extension TaskCourse {
  /// Counts an event in the hour of its local time, if known.
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
  fileprivate func status(_ status: DenominatorStatus) -> TaskCourse.Status {
    switch status {
    case .onHold, .cancelled: .onHold
    case .excused: .excused
    case .pending: .pending
    case .due: state == .done ? .taken : .missed
    }
  }
}

extension QueryMoments {
  /// Returns the local second of the day; −1 if the time is unknown.
  ///
  /// Safe: the second of a day is below 86,400.
  fileprivate func clock(at time: Int64) -> Int32 {
    guard time != TaskCourse.unknown else { return -1 }
    let local = zone.civil(at: Instant(seconds: time)).localSeconds
    return Int32(truncatingIfNeeded: local &- Int64(DayNumber.of(local)) &* 86_400)
  }
}
