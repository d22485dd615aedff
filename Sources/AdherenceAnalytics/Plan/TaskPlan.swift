package import Scheduling

/// What a patient is asked to do for one task: its versions, each while it holds, as one plan.
///
/// Mostly that is one schedule. Where the task was edited, or a hold ended or prolonged it, the plan is
/// cut into parts; its occurrences are those of all parts, and each names its element by a position
/// that is unique among them.
package struct TaskPlan: Sendable {
  /// The parts in order of their versions; at least one, which may be empty.
  package let parts: [Part]
  /// The zone of floating times.
  package let zone: Zone
  /// The holds that concern the task, in the order of the record.
  package let holds: [Hold]
  /// The days on which the patient is observed, by number; `nil` where nothing bounds them.
  let observedDays: Range<Int>?

  /// One stretch of one version, in which the same elements occur without interruption.
  ///
  /// It is a class because evaluations would spend their time on copying it.
  package final class Part: Sendable {
    /// The version.
    package let task: CareTask
    /// The elements of the version that are meant, as the version has them.
    let elements: [ScheduleElement]
    /// When they occur in this stretch of nominal time.
    package let occurrences: Occurrences
    /// What is added to the positions of elements, so that they are unique in the plan.
    let firstElement: Int
    /// The seconds of local time by which holds have moved the schedule.
    package let displacement: Int64
    /// What is wrong with the schedule, so that there is nothing to follow.
    package let problem: InputError?
    /// What evaluations ask of the elements.
    let facts: [ElementFacts]
    /// What the targets of each element add up to.
    let sums: [ScoredSums]
    /// What each element asks for, where no override says otherwise.
    let targets: [[ScheduleElement.Target]]
    /// Whether any target is more than `atLeast`.
    let hasBoundedTargets: Bool
    /// Whether overrides may say otherwise than elements.
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
      // A span lends its elements, where an array would copy each.
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

  /// The version that is in force last, which decides how the task as a whole is matched and scored.
  package var task: CareTask { last.task }

  /// The part whose version is in force last.
  var last: Part { parts[parts.count - 1] }
}

extension TaskPlan {
  /// Appends the occurrences that start in a range to rows that the caller reuses, in order.
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

  /// The number of occurrences that start in a range.
  ///
  /// - Complexity: As `Occurrences.count(startingIn:)` for each part.
  package func count(startingIn range: Range<Instant>) -> Int {
    parts.reduce(0) { $0 + $1.occurrences.count(startingIn: range) }
  }

  /// Whether more than so many occurrences start in a range; no more than one beyond is ever listed.
  func hasMore(than limit: Int, startingIn range: Range<Instant>) -> Bool {
    var left = limit
    for part in parts {
      guard let count = part.occurrences.count(startingIn: range, atMost: left) else { return true }
      left -= count
    }
    return false
  }

  /// The first occurrence that starts at a moment or later; `nil` where the plan is over.
  package func first(startingAtOrAfter instant: Instant) -> Occurrence? {
    parts.compactMap { part in
      part.occurrences.first(startingAtOrAfter: instant).map(part.numbered)
    }.min()
  }

  /// The occurrences that overrides cancel, where they would have started in a range, in order.
  func cancelled(in range: Range<Instant>) -> [Occurrence] {
    let rows = parts.flatMap { part in part.occurrences.cancelled(in: range).map(part.numbered) }
    return parts.count > 1 ? rows.sorted() : rows
  }

  /// The occurrence with a key; `nil` where the plan has none.
  ///
  /// A key that both sides of an edit produce belongs to the later one.
  package func occurrence(for key: OccurrenceKey) -> Occurrence? {
    for part in parts.reversed() {
      if let row = part.occurrence(for: key) { return row }
    }
    return nil
  }
}

extension TaskPlan {
  /// The part that has the element at a position.
  package func part(ofElement position: Int) -> Int {
    var index = parts.count - 1
    while parts[index].firstElement > position { index -= 1 }
    return index
  }

  /// The element at a position that an occurrence names.
  package func element(at position: Int) -> ScheduleElement {
    let index = part(ofElement: position)
    return parts[index].elements[position - parts[index].firstElement]
  }

  /// The identity of an occurrence, which names the time that holds have moved it to.
  package func key(of occurrence: Occurrence) -> OccurrenceKey {
    let index = part(ofElement: occurrence.element)
    var key = parts[index].occurrences.key(of: parts[index].own(occurrence))
    key.nominal = parts[index].displaced(key.nominal)
    return key
  }

  /// The local time for which an occurrence is planned, after holds and before gaps, overlaps and moves.
  package func nominal(of occurrence: Occurrence) -> CivilDateTime {
    let index = part(ofElement: occurrence.element)
    return parts[index].displaced(
      parts[index].occurrences.nominal(of: parts[index].own(occurrence)))
  }

  /// When an occurrence ends; without a duration, when it starts.
  package func end(of occurrence: Occurrence) -> Instant {
    let index = part(ofElement: occurrence.element)
    if parts[index].displacement == 0 {
      return parts[index].occurrences.end(of: parts[index].own(occurrence))
    }
    // Months are counted from where holds have moved the start.
    let (element, zone) = (element(at: occurrence.element), zone(of: occurrence))
    if let duration = ownDuration(of: occurrence) {
      return zone.end(of: duration, from: occurrence.start, isAllDay: element.isAllDay)
    }
    return element.end(from: occurrence.start, in: zone)
  }

  /// How long an override makes an occurrence last; `nil` where it lasts as its element says.
  func ownDuration(of occurrence: Occurrence) -> Period? {
    let part = parts[part(ofElement: occurrence.element)]
    return part.hasOverrides ? part.occurrences.ownDuration(of: part.own(occurrence)) : nil
  }

  /// What an occurrence says to the person who follows the plan.
  package func text(of occurrence: Occurrence) -> String? {
    let part = parts[part(ofElement: occurrence.element)]
    return part.occurrences.text(of: part.own(occurrence))
  }

  /// What an occurrence asks for.
  package func targets(of occurrence: Occurrence) -> [ScheduleElement.Target] {
    let part = parts[part(ofElement: occurrence.element)]
    if part.hasOverrides { return part.occurrences.targets(of: part.own(occurrence)) }
    return part.targets[occurrence.element - part.firstElement]
  }

  /// When an outcome of an occurrence is in time; `nil` where the plan does not say.
  package func window(of occurrence: Occurrence) -> ScheduleElement.Window? {
    let index = part(ofElement: occurrence.element)
    return parts[index].occurrences.window(of: parts[index].own(occurrence))
  }

  /// Whether an override has given an occurrence another time.
  func isMoved(_ occurrence: Occurrence) -> Bool {
    let index = part(ofElement: occurrence.element)
    return parts[index].occurrences.isMoved(parts[index].own(occurrence))
  }

  /// The zone of an occurrence's wall clock.
  package func zone(of occurrence: Occurrence) -> Zone {
    guard case .fixed(let zone) = element(at: occurrence.element).frame else { return zone }
    return zone
  }
}

extension TaskPlan {
  /// The holds that are on at a moment, whatever they do.
  package func holds(at instant: Instant) -> [Hold] {
    holds.filter { $0.interval(in: zone).contains(instant) }
  }

  /// The stretches in which what starts is on hold.
  package var suspensions: [Range<Instant>] {
    holds.filter { $0.mode == .exclude || $0.mode == .notMonitored }.map { $0.interval(in: zone) }
  }

  /// The intervals in which the patient is not monitored.
  var unmonitored: [Range<Instant>] {
    holds.filter { $0.mode == .notMonitored }.map { $0.interval(in: zone) }
  }
}

extension Hold {
  /// The moments of the hold; none where it ends before it begins.
  fileprivate func interval(in zone: Zone) -> Range<Instant> {
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
  /// An occurrence of the part as the plan numbers it.
  func numbered(_ row: Occurrence) -> Occurrence {
    guard firstElement > 0 else { return row }
    return Occurrence(
      start: row.start, element: row.element + firstElement, ordinal: row.ordinal)
  }

  /// An occurrence of the plan as the part numbers it.
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

  /// A local time of the schedule, moved as holds have moved it.
  fileprivate func displaced(_ local: CivilDateTime) -> CivilDateTime {
    displacement == 0 ? local : local.adding(seconds: displacement)
  }
}
