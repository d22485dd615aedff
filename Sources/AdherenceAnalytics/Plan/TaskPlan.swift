package import Diagnostics
package import Scheduling

/// The plan of one task for a patient: its versions, each while it is effective, as one plan.
///
/// Usually there is one schedule. If the task was edited, or truncated or extended by a hold, the plan is
/// split into parts; its occurrences are those of all parts, and element indices are unique over all of them.
package struct TaskPlan: Sendable {
  /// The parts in order of their versions; at least one, which may be empty.
  package let parts: [Part]
  /// The zone of floating times.
  package let zone: Zone
  /// The holds that apply to the task, in the order of the record.
  package let holds: [Hold]
  /// The days on which the patient is observed, by number; `nil` if unbounded.
  let observedDays: Range<Int>?

  /// A range of one version in which the same elements occur without interruption.
  ///
  /// A class, as copying a struct would dominate the cost of evaluations.
  package final class Part: Sendable {
    /// The version.
    package let task: CareTask
    /// The elements of the part, as defined in the version.
    let elements: [ScheduleElement]
    /// The occurrences in this range of nominal time.
    package let occurrences: Occurrences
    /// The offset added to element indices to make them unique in the plan.
    let firstElement: Int
    /// The displacement of the schedule by holds, in seconds of local time.
    package let displacement: Int64
    /// The error in the schedule, if it is invalid.
    package let problem: InputError?
    /// The precomputed properties of the elements.
    let facts: [ElementFacts]
    /// The sum of the targets of each element.
    let sums: [ScoredSums]
    /// The targets of each element, without overrides.
    let targets: [[ScheduleElement.Target]]
    /// Whether any target is not `atLeast`.
    let hasBoundedTargets: Bool
    /// Whether there are overrides.
    let hasOverrides: Bool

    init(
      task: CareTask, elements: [ScheduleElement], occurrences: Occurrences, firstElement: Int,
      displacement: Int64, problem: InputError? = nil
    ) {
      self.task = task
      self.elements = elements
      self.occurrences = occurrences
      self.firstElement = firstElement
      self.displacement = displacement
      self.problem = problem
      // Elements are borrowed from a span; iterating over the array would copy them.
      let own = elements.span
      var (facts, sums): ([ElementFacts], [ScoredSums]) = ([], [])
      var targets: [[ScheduleElement.Target]] = []
      facts.reserveCapacity(own.count)
      sums.reserveCapacity(own.count)
      targets.reserveCapacity(own.count)
      for index in own.indices {
        facts.append(ElementFacts(own[index]))
        sums.append(ScoredSums(targets: own[index].targets))
        targets.append(own[index].targets)
      }
      (self.facts, self.sums, self.targets) = (facts, sums, targets)
      hasBoundedTargets = targets.contains(where: \.areBounded)
      hasOverrides = !occurrences.schedule.overrides.isEmpty
    }
  }

  /// The latest effective version, which determines how the task is matched and scored.
  package var task: CareTask { last.task }

  /// The part of the latest effective version.
  var last: Part { parts[parts.count - 1] }
}

extension TaskPlan {
  /// Appends the occurrences that start in a range, in order, to an array that the caller reuses.
  ///
  /// - Complexity: As `Occurrences.append(startingIn:to:limit:)` for each part.
  func append(startingIn range: Range<Instant>, to rows: inout [Occurrence]) {
    let first = rows.count
    for part in parts { part.append(startingIn: range, to: &rows) }
    if parts.count > 1 { rows[first...].sort() }
  }

  /// Returns the occurrences that start in a range, in order.
  package func starting(in range: Range<Instant>) -> [Occurrence] {
    var rows: [Occurrence] = []
    append(startingIn: range, to: &rows)
    return rows
  }

  /// Returns the number of occurrences that start in a range.
  ///
  /// - Complexity: As `Occurrences.count(startingIn:)` for each part.
  package func count(startingIn range: Range<Instant>) -> Int {
    parts.reduce(0) { $0 + $1.occurrences.count(startingIn: range) }
  }

  /// Returns whether more than `limit` occurrences start in a range; at most one more is listed.
  func hasMore(than limit: Int, startingIn range: Range<Instant>) -> Bool {
    var left = limit
    for part in parts {
      guard let count = part.occurrences.count(startingIn: range, atMost: left) else { return true }
      left -= count
    }
    return false
  }

  /// Returns the first occurrence that starts at or after an instant; `nil` if the plan has ended.
  package func first(startingAtOrAfter instant: Instant) -> Occurrence? {
    parts.compactMap { part in
      part.occurrences.first(startingAtOrAfter: instant).map(part.numbered)
    }.min()
  }

  /// Returns the cancelled occurrences with planned starts in a range, in order.
  func cancelled(in range: Range<Instant>) -> [Occurrence] {
    let rows = parts.flatMap { part in part.occurrences.cancelled(in: range).map(part.numbered) }
    return parts.count > 1 ? rows.sorted() : rows
  }

  /// Returns the occurrence with a key; `nil` if the plan has none.
  ///
  /// A key generated on both sides of an edit belongs to the later one.
  package func occurrence(for key: OccurrenceKey) -> Occurrence? {
    for part in parts.reversed() {
      if let row = part.occurrence(for: key) { return row }
    }
    return nil
  }
}

extension TaskPlan {
  /// Returns the index of the part that contains an element.
  package func part(ofElement position: Int) -> Int {
    var index = parts.count - 1
    while parts[index].firstElement > position { index -= 1 }
    return index
  }

  /// Returns the element at an index of the plan.
  package func element(at position: Int) -> ScheduleElement {
    let index = part(ofElement: position)
    return parts[index].elements[position - parts[index].firstElement]
  }

  /// Returns the key of an occurrence, with the nominal time displaced by holds.
  package func key(of occurrence: Occurrence) -> OccurrenceKey {
    let index = part(ofElement: occurrence.element)
    var key = parts[index].occurrences.key(of: parts[index].own(occurrence))
    key.nominal = parts[index].displaced(key.nominal)
    return key
  }

  /// Returns the local time at which an occurrence is planned, after holds and before gaps, overlaps and
  /// moves.
  package func nominal(of occurrence: Occurrence) -> CivilDateTime {
    let index = part(ofElement: occurrence.element)
    return parts[index].displaced(
      parts[index].occurrences.nominal(of: parts[index].own(occurrence)))
  }

  /// Returns the end of an occurrence; without a duration, its start.
  package func end(of occurrence: Occurrence) -> Instant {
    let index = part(ofElement: occurrence.element)
    if parts[index].displacement == 0 {
      return parts[index].occurrences.end(of: parts[index].own(occurrence))
    }
    // Months are counted from the displaced start.
    let (element, zone) = (element(at: occurrence.element), zone(of: occurrence))
    if let duration = ownDuration(of: occurrence) {
      return zone.end(of: duration, from: occurrence.start, isAllDay: element.isAllDay)
    }
    return element.end(from: occurrence.start, in: zone)
  }

  /// Returns the duration that an override sets; `nil` if that of the element applies.
  func ownDuration(of occurrence: Occurrence) -> ISODuration? {
    let index = part(ofElement: occurrence.element)
    guard parts[index].hasOverrides else { return nil }
    return parts[index].occurrences.ownDuration(of: parts[index].own(occurrence))
  }

  /// Returns the text of an occurrence for the person who follows the plan.
  package func text(of occurrence: Occurrence) -> String? {
    let index = part(ofElement: occurrence.element)
    return parts[index].occurrences.text(of: parts[index].own(occurrence))
  }

  /// Returns the targets of an occurrence.
  package func targets(of occurrence: Occurrence) -> [ScheduleElement.Target] {
    let index = part(ofElement: occurrence.element)
    guard parts[index].hasOverrides else {
      return parts[index].targets[occurrence.element - parts[index].firstElement]
    }
    return parts[index].occurrences.targets(of: parts[index].own(occurrence))
  }

  /// Returns the time window of an occurrence; `nil` if the plan does not define one.
  package func window(of occurrence: Occurrence) -> ScheduleElement.Window? {
    let index = part(ofElement: occurrence.element)
    return parts[index].occurrences.window(of: parts[index].own(occurrence))
  }

  /// Returns whether an override moves an occurrence.
  func isMoved(_ occurrence: Occurrence) -> Bool {
    let index = part(ofElement: occurrence.element)
    return parts[index].occurrences.isMoved(parts[index].own(occurrence))
  }

  /// Returns the zone of an occurrence's wall clock.
  package func zone(of occurrence: Occurrence) -> Zone {
    guard case .fixed(let zone) = element(at: occurrence.element).clockBinding else { return zone }
    return zone
  }
}

extension TaskPlan {
  /// Returns the holds of any mode that are in effect at an instant.
  package func holds(at instant: Instant) -> [Hold] {
    holds.filter { $0.interval(in: zone).contains(instant) }
  }

  /// The intervals in which occurrences are on hold.
  package var suspensions: [Range<Instant>] {
    holds.filter { $0.mode == .exclude || $0.mode == .notMonitored }.map { $0.interval(in: zone) }
  }

  /// The intervals in which the patient is not monitored.
  var unmonitored: [Range<Instant>] {
    holds.filter { $0.mode == .notMonitored }.map { $0.interval(in: zone) }
  }
}

extension Hold {
  /// Returns the interval of the hold; empty if it ends before it begins.
  func interval(in zone: Zone) -> Range<Instant> {
    let from = from.instant(in: zone)
    return from..<max(from, to?.instant(in: zone) ?? .latest)
  }
}

extension ScheduleElement {
  fileprivate func end(from start: Instant, in zone: Zone) -> Instant {
    guard isAllDay else { return zone.instant(duration, after: start) }
    let day = zone.civil(at: start).date.adding(days: max(1, duration.days))
    return zone.firstInstant(atOrAfter: CivilDateTime(date: day))
  }
}

extension TaskPlan.Part {
  /// Returns an occurrence of the part with the element index of the plan.
  func numbered(_ row: Occurrence) -> Occurrence {
    guard firstElement > 0 else { return row }
    return Occurrence(
      start: row.start, element: row.element + firstElement, ordinal: row.ordinal)
  }

  /// Returns an occurrence of the plan with the element index of the part.
  func own(_ row: Occurrence) -> Occurrence {
    guard firstElement > 0 else { return row }
    return Occurrence(
      start: row.start, element: row.element - firstElement, ordinal: row.ordinal)
  }

  fileprivate func append(startingIn range: Range<Instant>, to rows: inout [Occurrence]) {
    let first = rows.count
    occurrences.append(startingIn: range, to: &rows)
    guard firstElement > 0 else { return }
    for index in first..<rows.count { rows[index] = numbered(rows[index]) }
  }

  fileprivate func occurrence(for key: OccurrenceKey) -> Occurrence? {
    var key = key
    if displacement != 0 { key.nominal = key.nominal.adding(seconds: -displacement) }
    return occurrences.occurrence(for: key).map(numbered)
  }

  /// Returns a local time of the schedule, displaced by holds.
  fileprivate func displaced(_ local: CivilDateTime) -> CivilDateTime {
    displacement == 0 ? local : local.adding(seconds: displacement)
  }
}
