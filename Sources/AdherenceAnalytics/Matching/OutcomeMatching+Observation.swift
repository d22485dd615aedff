import Scheduling

extension OutcomeMatching {
  /// Marks the outcomes without an occurrence or use that lie outside the observation period, or in a stretch that was
  /// not monitored.
  mutating func markUnobserved(
    outside days: Range<Int>?, in gaps: [Range<Instant>], _ moments: QueryMoments
  ) {
    if days == nil, gaps.isEmpty { return }
    let (rows, mayLackPlace) = (outcomes.rows, outcomes.table.mayLackPlace)
    for index in rows.indices where dispositions[index].isUnscheduled {
      if mayLackPlace, rows[index].lacksPlace { continue }
      let isOutside = days.map { !$0.contains(moments.dayNumber(of: rows[index])) } ?? false
      let time = rows[index].time
      // The occurrences of such a stretch are there, so that a key without one is that of an edit.
      let isInGap =
        time != OutcomeTable.Row.none && dispositions[index] != .orphaned
        && gaps.contains { $0.contains(Instant(seconds: time)) }
      if isOutside || isInGap { dispositions[index] = .unobserved }
    }
  }
}
