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
  let plan: Plan
  /// The stretch whose occurrences are all in ``slots``.
  let span: Range<Instant>
  /// In order of start.
  private(set) var slots: [Slot] = []
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
    plan = Plan(task, in: moments.zone)
    span = task.span(from: plan.begin, moments, lastEvent: lastEvent)
    guard occurrences.count(startingIn: span) <= TaskTimeline.limit else {
      throw InputError(
        .tooLarge(what: "occurrences", limit: TaskTimeline.limit), field: "task \(task.id)")
    }
    let rows = occurrences.starting(in: span)
    if task.matching == .nearest { ownership = midpoints(of: rows, moments) }
    slots = windows(of: rows, moments)
  }

  var occurrences: Occurrences { plan.occurrences }

  /// The slot of an occurrence; `nil` where it lies outside the span.
  func slot(of occurrence: Occurrence) -> Int? {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].occurrence < occurrence { low = middle + 1 } else { high = middle }
    }
    return low < slots.count && slots[low].occurrence == occurrence ? low : nil
  }
}

extension TaskTimeline {
  /// Half-way instants between neighbours, rounded up: an event in whole seconds lies before the
  /// rounded one exactly if it lies before the true one.
  private func midpoints(of rows: [Occurrence], _ moments: QueryMoments) -> [Instant] {
    var starts = rows.map(\.start.seconds)
    guard let first = starts.first, let last = starts.last else { return [] }
    let next = occurrences.first(startingAtOrAfter: span.upperBound)
    if let next { starts.append(next.start.seconds) }
    guard starts.count > 1 else {
      let day = moments.day(of: occurrences.nominal(of: rows[0]))
      return [moments.start(of: day), moments.start(of: day.adding(days: 1))]
    }
    let inner = zip(starts, starts.dropFirst()).map { ($0 + $1 + 1) >> 1 }
    let opening = (3 * first - starts[1] + 1) >> 1
    let closing = next == nil ? [(3 * last - starts[starts.count - 2] + 1) >> 1] : []
    return ([opening] + inner + closing).map(Instant.init(seconds:))
  }

  private func windows(of rows: [Occurrence], _ moments: QueryMoments) -> [Slot] {
    var days = DayCache(moments)
    return rows.enumerated().map { index, occurrence in
      let day = moments.day(of: occurrences.nominal(of: occurrence))
      let element = task.schedule.elements[occurrence.element]
      return Slot(
        occurrence: occurrence, day: day,
        window: element.window.map { $0.around(occurrence.start, in: moments.zone) }
          ?? impliedWindow(of: occurrence, element, at: index, bounds: days.bounds(of: day)))
    }
  }

  /// The window of an element that names none.
  private func impliedWindow(
    of occurrence: Occurrence, _ element: ScheduleElement, at index: Int,
    bounds: @autoclosure () -> Range<Instant>
  ) -> OccurrenceWindow {
    let lasts = !element.isAllDay && !element.duration.isZero
    let end = lasts ? occurrences.end(of: occurrence) : nil
    if task.matching == .nearest {
      let expiry = ownership[index + 1]
      return OccurrenceWindow(
        open: ownership[index], close: min(end ?? expiry, expiry), expiry: expiry)
    }
    let day = bounds()
    let expiry = max(end ?? day.upperBound, day.upperBound)
    return OccurrenceWindow(open: day.lowerBound, close: end ?? expiry, expiry: expiry)
  }
}

/// The bounds of the day asked for last: neighbours mostly share theirs.
private struct DayCache {
  private let moments: QueryMoments
  private var day: CivilDate?
  private var known = Instant.earliest..<Instant.earliest

  init(_ moments: QueryMoments) { self.moments = moments }

  mutating func bounds(of day: CivilDate) -> Range<Instant> {
    if day == self.day { return known }
    self.day = day
    let start = moments.start(of: day)
    known = start..<max(start, moments.start(of: day.adding(days: 1)))
    return known
  }
}

extension CareTask {
  /// More than any zone's clocks ever jumped, so that no occurrence of a day is lost at the edge.
  private static let margin: Int64 = 2 * 86_400

  fileprivate func span(
    from begin: Instant, _ moments: QueryMoments, lastEvent: Instant?
  ) -> Range<Instant> {
    var lower = begin
    var upper = moments.range.upperBound.adding(seconds: CareTask.margin)
    if let lastEvent {
      upper = max(upper, lastEvent.adding(seconds: CareTask.margin + longestWait))
    } else if matching != .nearest {
      lower = max(begin, moments.range.lowerBound.adding(seconds: -CareTask.margin))
    }
    return lower..<max(lower, upper)
  }

  /// The longest time that any window opens before its occurrence.
  private var longestWait: Int64 {
    schedule.elements.map { element in
      let wait = element.window?.opensBefore ?? .zero
      return Int64(wait.months * 31 + wait.days) * 86_400 + Int64(wait.seconds)
    }.max() ?? 0
  }
}

extension ScheduleElement.Window {
  fileprivate func around(_ start: Instant, in zone: Zone) -> OccurrenceWindow {
    OccurrenceWindow(
      open: zone.instant(opensBefore, before: start),
      close: zone.instant(closesAfter, after: start),
      expiry: zone.instant(lateUntil, after: start))
  }
}
