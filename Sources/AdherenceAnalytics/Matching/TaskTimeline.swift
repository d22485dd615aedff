import Scheduling

/// A task's occurrences over a stretch of time, each with the window that decides its state.
struct TaskTimeline {
  /// One occurrence, ready to take an outcome.
  struct Slot {
    var occurrence: Occurrence
    var day: CivilDate
    var window: OccurrenceWindow

    var start: Instant { occurrence.start }
  }

  /// The most occurrences that one task may have in a report.
  static let limit = 5_000_000

  let task: CareTask
  let plan: TaskPlan
  /// The stretch whose occurrences are all in ``slots``.
  let span: Range<Instant>
  /// In order of start.
  private(set) var slots: [Slot] = []
  /// What the plan took back, in order; nothing is matched with it.
  private(set) var cancelled: [Slot] = []
  /// For tasks matched by `nearest`: where each slot's own time begins, and where the last one's ends.
  private(set) var ownership: [Instant] = []

  /// Lists what a report needs.
  ///
  /// Outcomes with a key find theirs wherever it lies, so that a task without others needs the range
  /// alone. Events depend on their neighbours, and those on theirs, back to the beginning.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - moments: The query in the patient's zone.
  ///   - lastEvent: The latest outcome that is matched by time.
  /// - Throws: `InputError` where the task has more than ``limit`` occurrences.
  init(of task: CareTask, _ moments: QueryMoments, lastEvent: Instant?) throws(InputError) {
    self.task = task
    plan = TaskPlan(task, in: moments.zone)
    span = plan.span(moments, lastEvent: lastEvent)
    guard plan.count(startingIn: span) <= TaskTimeline.limit else {
      throw InputError(
        .tooLarge(what: "occurrences", limit: TaskTimeline.limit), field: "task \(task.id)")
    }
    let rows = plan.starting(in: span)
    if task.matching == .nearest { ownership = midpoints(of: rows, moments) }
    slots = windows(of: rows, moments)
    cancelled = plan.cancelled(in: span).map { occurrence in
      let day = day(of: occurrence, moments)
      let bounds = moments.bounds(of: day, in: plan.zone(of: occurrence))
      return Slot(
        occurrence: occurrence, day: day,
        window: ownWindow(of: occurrence, moments) ?? dayWindow(of: occurrence, bounds))
    }
  }

  /// Whether the plan took an occurrence back.
  func isCancelled(_ occurrence: Occurrence) -> Bool {
    cancelled.contains { $0.occurrence == occurrence }
  }

  /// The slot of an occurrence; `nil` where it lies outside the span.
  func slot(of occurrence: Occurrence) -> Int? {
    let slot = slots.partitionPoint { $0.occurrence < occurrence }
    return slot < slots.count && slots[slot].occurrence == occurrence ? slot : nil
  }
}

extension TaskTimeline {
  /// Half-way instants between neighbours, rounded up: an event in whole seconds lies before the
  /// rounded one exactly if it lies before the true one.
  private func midpoints(of rows: [Occurrence], _ moments: QueryMoments) -> [Instant] {
    var starts = rows.map(\.start.seconds)
    guard let first = starts.first, let last = starts.last else { return [] }
    let next = plan.first(startingAtOrAfter: span.upperBound)
    if let next { starts.append(next.start.seconds) }
    guard starts.count > 1 else {
      let bounds = moments.bounds(of: day(of: rows[0], moments), in: plan.zone(of: rows[0]))
      return [bounds.start, bounds.end]
    }
    let inner = zip(starts, starts.dropFirst()).map { ($0 + $1 + 1) >> 1 }
    let opening = (3 * first - starts[1] + 1) >> 1
    let closing = next == nil ? [(3 * last - starts[starts.count - 2] + 1) >> 1] : []
    return ([opening] + inner + closing).map(Instant.init(seconds:))
  }

  private func windows(of rows: [Occurrence], _ moments: QueryMoments) -> [Slot] {
    var days = DayCache(moments)
    return rows.enumerated().map { index, occurrence in
      let day = day(of: occurrence, moments)
      let zone = plan.zone(of: occurrence)
      return Slot(
        occurrence: occurrence, day: day,
        window: ownWindow(of: occurrence, moments)
          ?? impliedWindow(of: occurrence, at: index, bounds: days.bounds(of: day, in: zone)))
    }
  }

  /// The window that the plan names.
  private func ownWindow(of occurrence: Occurrence, _ moments: QueryMoments) -> OccurrenceWindow? {
    let zone = plan.zone(of: occurrence)
    return plan.window(of: occurrence).map { $0.around(occurrence.start, in: zone) }
  }

  /// The attribution day; one of an all-day element is its date, whenever days end.
  private func day(of occurrence: Occurrence, _ moments: QueryMoments) -> CivilDate {
    let nominal = plan.nominal(of: occurrence)
    let isAllDay = plan.element(at: occurrence.element).isAllDay
    return isAllDay ? nominal.date : moments.day(of: nominal)
  }

  /// The window of an element that names none.
  private func impliedWindow(
    of occurrence: Occurrence, at index: Int, bounds: @autoclosure () -> DayBounds
  ) -> OccurrenceWindow {
    guard task.matching == .nearest else { return dayWindow(of: occurrence, bounds()) }
    let expiry = ownership[index + 1]
    let close = lasts(occurrence) ? min(plan.end(of: occurrence), expiry) : expiry
    return OccurrenceWindow(open: ownership[index], close: close, expiry: expiry)
  }

  /// The window of an occurrence that has its whole day.
  private func dayWindow(of occurrence: Occurrence, _ day: DayBounds) -> OccurrenceWindow {
    let end = plan.end(of: occurrence)
    let expiry = max(end, day.end(for: occurrence.start, plan.nominal(of: occurrence)))
    return OccurrenceWindow(
      open: day.start, close: lasts(occurrence) ? end : expiry, expiry: expiry)
  }

  /// Whether an occurrence has a duration that closes its window.
  private func lasts(_ occurrence: Occurrence) -> Bool {
    let element = plan.element(at: occurrence.element)
    return !element.isAllDay && !element.duration.isZero
  }
}

/// The bounds of the day asked for last: neighbours mostly share theirs.
private struct DayCache {
  private let moments: QueryMoments
  private var day: CivilDate?
  private var zone: Zone?
  private var known: DayBounds?

  init(_ moments: QueryMoments) { self.moments = moments }

  mutating func bounds(of day: CivilDate, in zone: Zone) -> DayBounds {
    if let known, day == self.day, zone == self.zone { return known }
    let bounds = moments.bounds(of: day, in: zone)
    (self.day, self.zone, known) = (day, zone, bounds)
    return bounds
  }
}

extension TaskPlan {
  /// More than any zone's clocks ever jumped, so that no occurrence of a day is lost at the edge.
  private static let margin: Int64 = 2 * 86_400

  fileprivate func span(_ moments: QueryMoments, lastEvent: Instant?) -> Range<Instant> {
    var lower = Instant.earliest
    var upper = moments.range.upperBound.adding(seconds: TaskPlan.margin)
    if let lastEvent {
      upper = max(upper, lastEvent.adding(seconds: TaskPlan.margin + longestWait))
    } else if task.matching != .nearest {
      lower = moments.range.lowerBound.adding(seconds: -TaskPlan.margin)
    }
    upper = max(lower, upper)
    // The last event may lie in the half-interval of an occurrence far ahead.
    if task.matching == .nearest, let next = first(startingAtOrAfter: upper) {
      upper = next.start.adding(seconds: 1)
    }
    return spanWithMoves(lower..<upper)
  }

  /// Reaches out to the occurrences that overrides move, which count on the days they were planned for.
  private func spanWithMoves(_ span: Range<Instant>) -> Range<Instant> {
    let starts = parts.flatMap { part in
      part.occurrences.schedule.overrides.values.compactMap {
        $0.start?.instant(in: part.occurrences.zone)
      }
    }
    guard let first = starts.min(), let last = starts.max() else { return span }
    return min(span.lowerBound, first)..<max(span.upperBound, last.adding(seconds: 1))
  }

  /// The longest time that any window opens before its occurrence.
  private var longestWait: Int64 {
    let windows = parts.flatMap { part in
      part.elements.map(\.window) + part.occurrences.schedule.overrides.values.map(\.window)
    }
    return windows.map { window in
      let wait = window?.opensBefore ?? .zero
      return Int64(wait.months * 31 + wait.days) * 86_400 + Int64(wait.seconds)
    }.max() ?? 0
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
