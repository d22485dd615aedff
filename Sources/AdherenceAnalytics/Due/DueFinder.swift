import Diagnostics
package import Scheduling

/// A search for the items due at an instant in successive records, which reuses memory.
package struct DueFinder: Sendable {
  private let instant: Instant
  private let ahead: ISODuration
  private let definitions: AdherenceQuery?
  private var matched = MatchedTask()

  /// Creates a finder; each core needs its own.
  package init(
    at instant: Instant, within ahead: ISODuration = .zero, by definitions: AdherenceQuery?
  ) {
    (self.instant, self.ahead, self.definitions) = (instant, ahead, definitions)
  }

  /// Returns the items due in a record.
  package mutating func find(in record: CareRecord, of tasks: Set<String> = []) -> DueList {
    let compiled = CompiledRecord(record, query(in: record.patientZone))
    var list = DueList(patient: compiled.patient, compiled: compiled)
    for plan in compiled.plans where tasks.isEmpty || tasks.contains(plan.last.task.id) {
      do throws(InputError) {
        try find(plan, compiled, to: &list)
      } catch {
        list.problems.append(compiled.locating(error))
      }
    }
    list.sort()
    return list
  }

  /// Returns the query for the day of the instant in a zone.
  private func query(in zone: Zone) -> AdherenceQuery {
    let today = CivilDate(dayNumber: 0)
    var query = definitions ?? AdherenceQuery(today..<today)
    query.asOf = instant
    let day = QueryMoments(query, in: zone).day(of: zone.civil(at: instant))
    query.range = day..<day.adding(days: 1)
    return query
  }

  private mutating func find(
    _ plan: TaskPlan, _ compiled: CompiledRecord, to list: inout DueList
  ) throws(InputError) {
    let zone = compiled.moments.zone
    let until = zone.instant(ahead, after: instant)
    let reach = plan.reach
    let first = compiled.day(of: instant.adding(seconds: -reach.after)).adding(days: -1)
    let last = compiled.day(of: until.adding(seconds: reach.before)).adding(days: 2)
    var days = first..<last
    // The next occurrence is usually near, and listed in the same pass.
    if let next = plan.firstKept(from: instant.adding(seconds: 1)) {
      days = first..<max(last, min(compiled.day(of: next.start), last.adding(days: 7)))
    }
    try match(plan, compiled, on: days)
    list.items += matched.events(opening: until).map(DueItem.occurrence)
    list.items += flexibleItems(plan, compiled)
    if let next = try next(of: plan, compiled, listedTo: days.upperBound) { list.next.append(next) }
  }

  private mutating func match(
    _ plan: TaskPlan, _ compiled: CompiledRecord, on days: Range<CivilDate>
  ) throws(InputError) {
    let asked = compiled.moments.asking(compiled.query, about: days)
    try matched.match(plan, compiled.record, asked.query, asked.moments)
  }

  /// Returns the first occurrence after the instant that is still to be done, of a plan that is matched up to
  /// some day.
  private mutating func next(
    of plan: TaskPlan, _ compiled: CompiledRecord, listedTo end: CivilDate
  ) throws(InputError) -> CareEvent? {
    var from = instant.adding(seconds: 1)
    var to = compiled.start(of: end)
    var length = 8
    while true {
      if let event = matched.firstEvent(startingIn: from..<max(from, to)) { return event }
      from = max(from, to)
      guard let row = plan.firstKept(from: from) else { return nil }
      // Any number of occurrences may have been done early or refused, so each step doubles the range.
      let day = compiled.day(of: row.start)
      let days = day..<day.adding(days: length)
      try match(plan, compiled, on: days)
      (from, to) = (row.start, compiled.start(of: days.upperBound))
      guard from < to else { return nil }
      length *= 2
    }
  }

  private func flexibleItems(_ plan: TaskPlan, _ compiled: CompiledRecord) -> [DueItem] {
    let (query, moments) = (compiled.query, compiled.moments)
    let today = query.range.lowerBound
    return plan.flexibleElements.compactMap { element in
      switch element.element.recurrence {
      case .quota(let quota):
        QuotaBalance(of: quota, element, matched, on: today, query, moments).map(DueItem.quota)
      case .asNeeded(let caps):
        UseAllowance(of: caps, element, matched, on: today, query, moments)
          .map(DueItem.asNeeded)
      case .once, .every, .cycle, .rule: nil
      }
    }
  }
}

extension CompiledRecord {
  /// Returns the patient's day that contains an instant.
  fileprivate func day(of moment: Instant) -> CivilDate {
    moments.day(of: moments.zone.civil(at: moment))
  }

  /// Returns the start of a day of the patient.
  fileprivate func start(of day: CivilDate) -> Instant {
    moments.bounds(of: day, in: moments.zone).start
  }
}

extension TaskPlan {
  /// Returns the first occurrence at or after an instant that is not on hold.
  fileprivate func firstKept(from moment: Instant) -> Occurrence? {
    var from = moment
    while let row = first(startingAtOrAfter: from) {
      guard let hold = suspensions.first(where: { $0.contains(row.start) }) else { return row }
      from = hold.upperBound
    }
    return nil
  }
}
