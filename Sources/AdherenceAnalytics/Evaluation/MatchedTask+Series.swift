import Scheduling

// Counts by period of a matched task.

extension MatchedTask {
  /// Adds the counts of the occurrences and outcomes that are attributed to the days of a query.
  func add(
    to periods: inout [Adherence], _ spans: PeriodSpans, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) {
    var cursor = PeriodCursor(spans, within: query.range)
    addOccurrences(to: &periods, &cursor, query)
    for slot in timeline.cancelled {
      guard let period = cursor.position(of: slot.day.dayNumber) else { continue }
      periods[period].add(scored(slot), query, asOf: asOf)
    }
    for (disposition, row) in zip(matching.dispositions, matching.outcomes.rows)
    where disposition.isCounted {
      guard let period = cursor.position(of: moments.dayNumber(of: row)) else { continue }
      periods[period].count(disposition)
    }
    flexible?.add(to: &periods, spans, query, asOf: asOf)
  }

  private func addOccurrences(
    to periods: inout [Adherence], _ cursor: inout PeriodCursor, _ query: AdherenceQuery
  ) {
    let columns = columns
    let definitions = query.definitions
    var periods = periods.mutableSpan
    var position = 0
    while position < columns.days.count {
      guard let period = cursor.position(of: Int(columns.days[position])) else {
        position += 1
        continue
      }
      add(from: &position, on: cursor.days, of: columns, to: &periods[period], definitions)
    }
  }

  /// Adds an occurrence and the following ones on the same days, and moves the index after them.
  ///
  /// Safe: the index is one of occurrences in memory.
  private func add(
    from position: inout Int, on days: Range<Int>, of columns: ScoringColumns,
    to sum: inout Adherence, _ definitions: DenominatorDefinitions
  ) {
    let rows = columns.rows.span
    let slots = columns.slots.span
    let windows = columns.windows.span
    let every = columns.days.span
    let sums = columns.sums.span
    repeat {
      let (slot, window) = (slots[position], windows[position])
      if columns.tellByExistence, slot.isPlain, window.isOver(at: asOf) {
        sum.addOver(slot, window, target: sums[rows[position].element].target)
      } else {
        let occurrence = scored(at: position, in: columns)
        sum.add(occurrence, definitions.status(of: occurrence, asOf: asOf))
      }
      position &+= 1
    } while position < every.count && days.contains(Int(every[position]))
  }
}

extension OccurrenceWindow {
  /// Returns whether the window has expired at a time.
  @inline(__always)
  fileprivate func isOver(at moment: Instant) -> Bool {
    open <= moment && close <= moment && expiry <= moment
  }
}

// Safe: each count is one of occurrences or values in memory.
extension Adherence {
  /// Counts an occurrence whose window has expired, which is due by any definition, and missed unless it has
  /// an outcome, which completes it.
  @inline(__always)
  fileprivate mutating func addOver(
    _ slot: OutcomeMatching.SlotOutcome, _ window: OccurrenceWindow, target own: Double?
  ) {
    due &+= 1
    targetSum += own ?? 0
    guard slot.exists else { return missed &+= 1 }
    done &+= 1
    progress += 1
    valueSum += slot.value
    creditedSum += min(slot.value, own ?? slot.value)
    uncredited &+= Int(slot.uncredited)
    let time = slot.time == OutcomeTable.Row.none ? nil : Instant(seconds: slot.time)
    timings.add(window.timing(of: time))
  }
}

extension PeriodSpans {
  /// An empty adherence for every period.
  var empty: [Adherence] { Array(repeating: Adherence(), count: count) }
}

/// A cursor over periods, for mostly ascending days.
struct PeriodCursor {
  private let spans: PeriodSpans
  /// The days of the query.
  private let range: Range<Int>
  /// The days of the current period.
  private(set) var days = 0..<0
  private var position = 0

  init(_ spans: PeriodSpans, within range: Range<CivilDate>) {
    self.spans = spans
    self.range = range.lowerBound.dayNumber..<range.upperBound.dayNumber
  }

  /// Returns the index of the period that contains a day; `nil` for days outside the query.
  mutating func position(of day: Int) -> Int? {
    if days.contains(day) { return position }
    guard range.contains(day), let found = spans.position(of: CivilDate(dayNumber: day)) else {
      return nil
    }
    let span = spans[found]
    days = (span.start.dayNumber..<span.end.dayNumber).clamped(to: range)
    position = found
    return found
  }
}

extension Disposition {
  /// Whether reports count the outcome separately from occurrences.
  var isCounted: Bool { isUnscheduled || self == .tooSoon }
}

extension Adherence {
  /// Counts an outcome without an occurrence.
  mutating func count(_ disposition: Disposition) {
    if disposition.isUnscheduled { unscheduled += 1 }
    if disposition == .tooSoon { eventsTooSoon += 1 }
  }
}
