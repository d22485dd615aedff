package import Scheduling

/// Finds what record after record asks for at a moment, in memory that is used again.
package struct DueFinder: Sendable {
  private let instant: Instant
  private let ahead: Period
  private let definitions: AdherenceQuery?
  private var matched = MatchedTask()

  /// Creates a finder; each core needs its own.
  ///
  /// - Parameters:
  ///   - instant: The moment, behind which nothing is known.
  ///   - ahead: How much later windows may open and count all the same.
  ///   - definitions: What is done, and what is known; its days and its moment play no part.
  package init(at instant: Instant, within ahead: Period = .zero, by definitions: AdherenceQuery?) {
    (self.instant, self.ahead, self.definitions) = (instant, ahead, definitions)
  }

  /// Finds what a record asks for.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - tasks: The ids of the tasks that are meant; empty means all.
  /// - Returns: What is due, what comes next, and the tasks that cannot be evaluated.
  /// - Complexity: As ``CareRecord/evaluate(_:_:)`` for the days around the moment.
  package mutating func find(in record: CareRecord, of tasks: Set<String> = []) -> DueList {
    let compiled = CompiledRecord(record, query(in: record.patientZone))
    var list = DueList(patient: compiled.patient, compiled: compiled)
    for plan in compiled.plans where tasks.isEmpty || tasks.contains(plan.last.task.id) {
      do throws(InputError) {
        try find(plan, compiled, to: &list)
      } catch {
        list.problems.append(compiled.place(error))
      }
    }
    list.sort()
    return list
  }

  /// The question about the day of the moment, by the clocks of a zone.
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
    // Mostly what comes next is near, and found on the way.
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

  /// The first occurrence behind the moment that is still to be done, of a plan that is matched up to some
  /// day.
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
      // What was done ahead, or refused, may be any number of occurrences: each look is twice as far.
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
  /// The day of the patient's to which a moment belongs.
  fileprivate func day(of moment: Instant) -> CivilDate {
    moments.day(of: moments.zone.civil(at: moment))
  }

  /// When a day of the patient's begins.
  fileprivate func start(of day: CivilDate) -> Instant {
    moments.bounds(of: day, in: moments.zone).start
  }
}

extension TaskPlan {
  /// The first occurrence from a moment on that no hold suspends.
  fileprivate func firstKept(from moment: Instant) -> Occurrence? {
    var from = moment
    while let row = first(startingAtOrAfter: from) {
      guard let hold = suspensions.first(where: { $0.contains(row.start) }) else { return row }
      from = hold.upperBound
    }
    return nil
  }
}
