import Scheduling

extension OutcomeMatching {
  /// Marks outcomes without an occurrence or use that are outside the observation period or not monitored.
  mutating func markUnobserved(
    outside days: Range<Int>?, in gaps: [Range<Instant>], _ moments: QueryMoments
  ) {
    if days == nil, gaps.isEmpty { return }
    let (rows, mayLackTime) = (outcomes.rows, outcomes.table.mayLackTime)
    for index in rows.indices where dispositions[index].isUnscheduled {
      if mayLackTime, rows[index].lacksTime { continue }
      let isOutside = days.map { !$0.contains(moments.dayNumber(of: rows[index])) } ?? false
      let time = rows[index].time
      // The plan has the occurrences of such an interval, so a key without one results from an edit.
      let isInGap =
        time != OutcomeTable.Row.none && dispositions[index] != .orphaned
        && gaps.contains { $0.contains(Instant(seconds: time)) }
      if isOutside || isInGap { dispositions[index] = .unobserved }
    }
  }
}
