import Diagnostics
import Scheduling

/// A task's occurrences in a range of time as columns, each with the window that determines its state.
///
/// The memory is reused from task to task and from patient to patient.
struct TaskTimeline {
  private(set) var plan: TaskPlan
  /// The range of starts that are listed.
  private(set) var span = Instant.earliest..<Instant.earliest
  /// The occurrences in order of start.
  private(set) var rows: [Occurrence] = []
  /// The nominal times, in local seconds.
  private(set) var nominals: [Int64] = []
  /// The number of the day to which each is attributed.
  private(set) var days: [Int32] = []
  /// The number of the day to which an override has moved an occurrence, by index.
  private(set) var movedDays: [Int: Int32] = [:]
  private(set) var windows: [OccurrenceWindow] = []
  /// For tasks matched by `nearest`: the starts of the occurrences' own times, and the end of the last.
  private(set) var ownership: [Int64] = []
  /// The cancelled occurrences, in order; nothing is matched with them.
  private(set) var cancelled: [Slot] = []
  private(set) var facts: [ElementFacts] = []
  /// The sum of the targets of each element.
  private(set) var sums: [ScoredSums] = []
  /// Whether there are overrides.
  private(set) var hasOverrides = false
  /// Whether any target is not `atLeast`.
  private(set) var hasBoundedTargets = false
  private var dayTable = DayTable()
  private var dayTables = DayTables()

  init(_ plan: TaskPlan) { self.plan = plan }

  /// A single occurrence.
  struct Slot {
    var occurrence: Occurrence
    var day: CivilDate
    var window: OccurrenceWindow
  }

  /// Lists the occurrences that a report needs.
  ///
  /// Outcomes with a key find their occurrence wherever it is, so for a task without other outcomes the range
  /// suffices. Events depend on neighbouring occurrences, and those on theirs, back to the beginning.
  mutating func list(_ plan: TaskPlan, _ moments: QueryMoments, room: Int, lastEvent: Instant?)
    throws(InputError)
  {
    let span = plan.span(moments, lastEvent: lastEvent)
    try list(plan, moments, startingIn: span, room: room)
  }

  /// Lists the occurrences that start in a range; by nearest, the first of them opens as if it had no
  /// predecessor.
  mutating func list(
    _ plan: TaskPlan, _ moments: QueryMoments, startingIn span: Range<Instant>, room: Int
  ) throws(InputError) {
    self.plan = plan
    self.span = span
    if plan.hasMore(than: min(room, moments.limit), startingIn: span) {
      throw InputError(
        .tooLarge(what: "occurrences", limit: moments.limit), field: "task \(plan.last.task.id)")
    }
    rows.removeAll(keepingCapacity: true)
    nominals.removeAll(keepingCapacity: true)
    plan.append(startingIn: span, to: &rows)
    plan.appendNominals(of: rows, to: &nominals)
    facts = plan.facts
    sums = plan.sums
    hasOverrides = plan.hasOverrides
    hasBoundedTargets = plan.hasBoundedTargets
    findDays(moments)
    ownership.removeAll(keepingCapacity: true)
    if plan.last.task.matching == .nearest { findOwnership(moments) }
    findWindows(moments)
    cancelled = plan.cancelled(in: span).map { slot(of: $0, moments) }
  }

  /// Returns the sums of an occurrence's targets.
  func sums(of occurrence: Occurrence) -> ScoredSums {
    hasOverrides ? ScoredSums(targets: plan.targets(of: occurrence)) : sums[occurrence.element]
  }

  /// Whether targets of any occurrence have an amount.
  var asksForAmounts: Bool { hasOverrides || sums.contains { $0.target ?? 0 > 0 } }

  /// Returns the number of the day on which an occurrence takes place: the day of attribution, or the one to
  /// which it was moved.
  func ownDay(of position: Int) -> Int {
    Int(hasOverrides ? movedDays[position] ?? days[position] : days[position])
  }

  /// Returns whether an occurrence was cancelled.
  func isCancelled(_ occurrence: Occurrence) -> Bool {
    cancelled.contains { $0.occurrence == occurrence }
  }

  /// Returns the index of an occurrence, searching from the last result; `nil` if it is not listed.
  @inline(__always)
  func position(of occurrence: Occurrence, near last: Int) -> Int? {
    for position in last..<min(last + 3, rows.count) where rows[position] == occurrence {
      return position
    }
    return position(of: occurrence)
  }

  private func position(of occurrence: Occurrence) -> Int? {
    let position = rows.partitionPoint { $0 < occurrence }
    return position < rows.count && rows[position] == occurrence ? position : nil
  }
}

// Columns are filled in one pass each, with the columns read held in local variables.
//
// Safe: days are those of the calendar, and starts within `OffsetTable.bounds`, of which three add up.
extension TaskTimeline {
  private mutating func findDays(_ moments: QueryMoments) {
    let boundary = Int64(moments.boundary.secondOfDay)
    let (rows, nominals, facts) = (rows, nominals, facts)
    let hasAllDay = facts.contains(where: \.isAllDay)
    days.removeAll(keepingCapacity: true)
    days.append(addingCapacity: nominals.count) { days in
      for position in nominals.indices {
        let shift = hasAllDay && facts[rows[position].element].isAllDay ? 0 : boundary
        days.append(
          Int32(truncatingIfNeeded: DayNumber.of(nominals[position], boundary: shift)))
      }
    }
    movedDays.removeAll(keepingCapacity: true)
    if hasOverrides { findMovedDays(boundary) }
  }

  private mutating func findMovedDays(_ boundary: Int64) {
    for (position, row) in rows.enumerated() where plan.isMoved(row) {
      let local = plan.zone(of: row).civil(at: row.start).localSeconds
      let shift = facts[row.element].isAllDay ? 0 : boundary
      movedDays[position] = Int32(truncatingIfNeeded: DayNumber.of(local, boundary: shift))
    }
  }

  /// Computes the midpoints between neighbours, rounded up: an event in whole seconds is before the rounded
  /// midpoint if and only if it is before the exact one.
  private mutating func findOwnership(_ moments: QueryMoments) {
    guard let first = rows.first?.start.seconds, let last = rows.last?.start.seconds else { return }
    let next = plan.first(startingAtOrAfter: span.upperBound)?.start.seconds
    guard let second = rows.count > 1 ? rows[1].start.seconds : next else {
      let bounds = moments.bounds(
        of: CivilDate(dayNumber: ownDay(of: 0)), in: plan.zone(of: rows[0]))
      return ownership = [bounds.start.seconds, bounds.end.seconds]
    }
    let rows = rows
    ownership.append(addingCapacity: rows.count + 1) { ownership in
      ownership.append((3 * first - second + 1) >> 1)
      var before = first
      for position in rows.indices.dropFirst() {
        let start = rows[position].start.seconds
        ownership.append((before &+ start &+ 1) >> 1)
        before = start
      }
      let beforeLast = rows.count > 1 ? rows[rows.count - 2].start.seconds : first
      ownership.append(next.map { (last + $0 + 1) >> 1 } ?? (3 * last - beforeLast + 1) >> 1)
    }
  }

  private mutating func findWindows(_ moments: QueryMoments) {
    var windows = windows
    self.windows = []
    windows.removeAll(keepingCapacity: true)
    let isPlain = !hasOverrides && coverDays(moments)
    let rows = rows
    windows.append(addingCapacity: rows.count) { windows in
      var first = 0
      while first < rows.count {
        let element = rows[first].element
        var end = facts.count == 1 ? rows.count : first + 1
        while end < rows.count, rows[end].element == element { end += 1 }
        appendWindows(of: first..<end, facts[element], isPlain, moments, to: &windows)
        first = end
      }
    }
    self.windows = windows
  }

  /// Appends the windows of consecutive occurrences of one element, by arithmetic if lengths are elapsed
  /// seconds.
  private func appendWindows(
    of positions: Range<Int>, _ facts: ElementFacts, _ isPlain: Bool, _ moments: QueryMoments,
    to windows: inout OutputSpan<OccurrenceWindow>
  ) {
    guard isPlain, !facts.isForeign, facts.isArithmetic else {
      for position in positions { windows.append(window(at: position, moments)) }
      return
    }
    let rows = rows.span
    if case .elapsed(let opening, let closing, let expiring) = facts.window {
      for position in positions {
        let start = rows[position].start.seconds
        windows.append(OccurrenceWindow(start &- opening, start &+ closing, start &+ expiring))
      }
    } else if plan.last.task.matching == .nearest {
      let ownership = ownership.span
      for position in positions {
        let expiry = ownership[position + 1]
        let end = facts.lasts ? facts.end(from: rows[position].start.seconds) ?? expiry : expiry
        windows.append(OccurrenceWindow(ownership[position], min(end, expiry), expiry))
      }
    } else {
      let (days, nominals, table) = (days, nominals, dayTable)
      for position in positions {
        let start = rows[position].start.seconds
        let window = facts.window(of: Int(days[position]), start, nominals[position], table)
        windows.append(window ?? self.window(at: position, moments))
      }
    }
  }

  private mutating func coverDays(_ moments: QueryMoments) -> Bool {
    guard let first = days.min(), let last = days.max() else { return true }
    guard let table = dayTables.table(covering: Int(first)...Int(last), moments) else {
      return false
    }
    dayTable = table
    return true
  }
}

// The general case of windows: civil lengths, fixed zones, overrides.
extension TaskTimeline {
  private func window(at index: Int, _ moments: QueryMoments) -> OccurrenceWindow {
    let occurrence = rows[index]
    if let window = plan.ownWindow(of: occurrence) { return window }
    let facts = facts[occurrence.element]
    guard plan.last.task.matching == .nearest else {
      let day = CivilDate(dayNumber: ownDay(of: index))
      return plan.dayWindow(of: occurrence, day, moments, facts)
    }
    let (open, expiry) = (ownership[index], ownership[index + 1])
    let end = plan.end(of: occurrence).seconds
    let lasts = plan.lasts(occurrence, facts)
    return OccurrenceWindow(open, lasts ? min(end, expiry) : expiry, expiry)
  }

  private func slot(of occurrence: Occurrence, _ moments: QueryMoments) -> Slot {
    let facts = facts[occurrence.element]
    let nominal = plan.nominal(of: occurrence)
    let day = facts.isAllDay ? nominal.date : moments.day(of: nominal)
    return Slot(
      occurrence: occurrence, day: day,
      window: plan.ownWindow(of: occurrence) ?? plan.dayWindow(of: occurrence, day, moments, facts))
  }
}

extension TaskPlan {
  /// Returns the window that the plan defines.
  fileprivate func ownWindow(of occurrence: Occurrence) -> OccurrenceWindow? {
    window(of: occurrence).map { $0.around(occurrence.start, in: zone(of: occurrence)) }
  }

  /// Returns the window of an occurrence that spans its whole day.
  fileprivate func dayWindow(
    of occurrence: Occurrence, _ day: CivilDate, _ moments: QueryMoments, _ facts: ElementFacts
  ) -> OccurrenceWindow {
    let bounds = moments.bounds(of: day, in: zone(of: occurrence))
    let end = end(of: occurrence)
    let expiry = max(end, bounds.end(for: occurrence.start, nominal(of: occurrence)))
    return OccurrenceWindow(
      open: bounds.start, close: lasts(occurrence, facts) ? end : expiry, expiry: expiry)
  }

  /// Returns whether a duration closes the window of an occurrence.
  fileprivate func lasts(_ occurrence: Occurrence, _ facts: ElementFacts) -> Bool {
    guard let own = ownDuration(of: occurrence) else { return facts.lasts }
    return !own.isZero && !(facts.isAllDay && own.seconds == 0)
  }
}

extension ScheduleElement.Window {
  fileprivate func around(_ start: Instant, in zone: Zone) -> OccurrenceWindow {
    let close = zone.instant(closesAfter, after: start)
    return OccurrenceWindow(
      open: zone.instant(opensBefore, before: start), close: close,
      expiry: max(close, zone.instant(lateUntil, after: start)))
  }
}
