import Scheduling

// From a matched task to its counts by period.

extension MatchedTask {
  /// Adds the counts of the occurrences and outcomes that are attributed to the days of a query.
  func add(
    to periods: inout [Adherence], _ spans: PeriodSpans, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) {
    var cursor = PeriodCursor(spans, within: query.range)
    for place in timeline.rows.indices {
      guard let period = cursor.position(of: Int(timeline.days[place])) else { continue }
      periods[period].add(scored(at: place), query, asOf: moments.asOf)
    }
    for slot in timeline.cancelled {
      guard let period = cursor.position(of: slot.day.dayNumber) else { continue }
      periods[period].add(scored(slot), query, asOf: moments.asOf)
    }
    for (disposition, row) in zip(matching.dispositions, matching.outcomes.rows)
    where disposition.isCounted {
      guard let period = cursor.position(of: moments.dayNumber(of: row)) else { continue }
      periods[period].count(disposition)
    }
    flexible?.add(to: &periods, spans, query, asOf: moments.asOf)
  }
}

extension PeriodSpans {
  /// An empty adherence for every period.
  var empty: [Adherence] { Array(repeating: Adherence(), count: count) }
}

/// Finds the periods of days that mostly ascend.
struct PeriodCursor {
  private let spans: PeriodSpans
  /// The days that count.
  private let range: Range<Int>
  private var days = 0..<0
  private var position = 0

  init(_ spans: PeriodSpans, within range: Range<CivilDate>) {
    self.spans = spans
    self.range = range.lowerBound.dayNumber..<range.upperBound.dayNumber
  }

  /// The position of the period that a day lies in; `nil` for days that do not count.
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
  /// Whether reports count the outcome besides its occurrence.
  var isCounted: Bool { isUnscheduled || self == .tooSoon }
}

extension Adherence {
  /// Counts an outcome without an occurrence.
  mutating func count(_ disposition: Disposition) {
    if disposition.isUnscheduled { unscheduled += 1 }
    if disposition == .tooSoon { dropped += 1 }
  }
}
