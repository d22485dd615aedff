import AdherenceAnalytics
import Scheduling

/// The ratio of a task in the last 28 days of a report, and in the 28 days before.
struct RecentChange {
  /// The pooled ratio of the last 28 days.
  let ratio: Double
  /// The pooled ratio of the 28 days before.
  let before: Double
  /// The last 28 days.
  let days: Range<CivilDate>

  /// Sums the rows of a task by day or week; `nil` for other periods, and unless both have a ratio.
  ///
  /// Weeks of which the report has a part only are left out.
  init?(of task: String, _ cohort: CohortAdherence) {
    let length = cohort.periods.period == .day ? 1 : 7
    guard [.day, .week].contains(cohort.periods.period) else { return nil }
    let rows = cohort.rows.filter { row in
      row.group == nil && row.task == task && row.span.end - row.span.start == length
    }
    let count = 28 / length
    guard rows.count >= 2 * count, let end = rows.last?.span.end else { return nil }
    let (recent, earlier) = (rows.suffix(count), rows.dropLast(count).suffix(count))
    guard let ratio = recent.ratio(cohort.numerator), let before = earlier.ratio(cohort.numerator)
    else { return nil }
    (self.ratio, self.before, days) = (ratio, before, end.adding(days: -28)..<end)
  }
}

extension ArraySlice<CohortRow> {
  /// The pooled ratio of the rows.
  fileprivate func ratio(_ numerator: Numerator) -> Double? {
    var sum = Adherence()
    for row in self { sum.merge(row.pooled) }
    return sum.ratio(numerator)
  }
}
