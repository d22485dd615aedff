public import Diagnostics
public import Scheduling

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

extension CareRecord {
  /// Returns the items due, or allowed, at an instant; later data are ignored.
  ///
  /// Occurrences are in order of their start, then quotas by the end of their period, then as-needed use.
  /// Occurrences on hold are not due, and neither are those done, refused or expired; as-needed use is
  /// allowed again after a hold.
  ///
  /// - Parameters:
  ///   - instant: The time of the query.
  ///   - ahead: The time ahead in which windows that open are included.
  ///   - tasks: The tasks to include; by default all.
  ///   - definitions: The definitions of completion, day boundary and weeks; its days and its time are
  ///     ignored.
  /// - Returns: The items due.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  /// - Complexity: As ``evaluate(_:_:)`` for every task and the days around the instant.
  public func due(
    at instant: Instant, within ahead: ISODuration = .zero, of tasks: TaskQuery = TaskQuery(),
    by definitions: AdherenceQuery? = nil
  ) throws(InputError) -> [DueItem] {
    try list(DueFinder(at: instant, within: ahead, by: definitions), tasks).items
  }

  /// Returns the first occurrence of each task that starts after an instant and is still to be done, in order
  /// of start.
  ///
  ///     let night = Instant("2025-01-06T22:00:00Z")!
  ///     print(try record.next(after: night)[0].key)  // tablet/2025-01-07T08:00:00
  ///
  /// Tasks without future occurrences, and elements without planned times, are not included.
  public func next(
    after instant: Instant, of tasks: TaskQuery = TaskQuery(), by definitions: AdherenceQuery? = nil
  ) throws(InputError) -> [CareEvent] {
    try list(DueFinder(at: instant, by: definitions), tasks).next
  }

  private func list(_ finder: DueFinder, _ tasks: TaskQuery) throws(InputError) -> DueList {
    var finder = finder
    let list = finder.find(in: choosing(tasks))
    if let problem = list.problems.first { throw problem }
    return list
  }
}

/// The items due in a record at an instant.
package struct DueList: Sendable {
  /// The patient at that time.
  package let patient: Patient
  /// The compiled record.
  package let compiled: CompiledRecord
  /// The items: occurrences in order of start, then quotas by the end of their period, then as-needed use.
  package internal(set) var items: [DueItem] = []
  /// The next occurrence of each task that has one, in order of start.
  package internal(set) var next: [CareEvent] = []
  /// The errors of the other tasks.
  package internal(set) var problems: [InputError] = []

  /// The zone of the patient's clocks.
  package var zone: Zone { compiled.moments.zone }

  init(patient: Patient, compiled: CompiledRecord) {
    (self.patient, self.compiled) = (patient, compiled)
  }

  /// Sorts the items of several tasks; simultaneous ones stay in the order of the tasks.
  mutating func sort() {
    let dueItems = items.enumerated().sorted { a, b in
      (a.element.kind, a.element.moment, a.offset) < (b.element.kind, b.element.moment, b.offset)
    }
    let nextEvents = next.enumerated().sorted { a, b in
      (a.element.start, a.offset) < (b.element.start, b.offset)
    }
    (items, next) = (dueItems.map(\.element), nextEvents.map(\.element))
  }
}

extension DueItem {
  /// The sort key of the kind.
  fileprivate var kind: Int {
    switch self {
    case .occurrence: 0
    case .quota: 1
    case .asNeeded: 2
    }
  }

  /// The sort key within a kind.
  fileprivate var moment: Instant {
    switch self {
    case .occurrence(let event): event.start
    case .quota(let balance): balance.close
    case .asNeeded(let allowance): allowance.allowedFrom ?? .latest
    }
  }
}
