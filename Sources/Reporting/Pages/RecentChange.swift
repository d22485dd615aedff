import AdherenceAnalytics
import Charts
import Scheduling

/// The ratio of a task in the last 28 days of a report, and in the 28 days before.
struct RecentChange: Equatable {
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
    guard [.day, .week].contains(cohort.periods.period),
      let end = cohort.spans.last(where: { !$0.isClipped })?.end
    else { return nil }
    let rows = cohort.rows.filter { $0.group == nil && $0.task == task }
    func ratio(_ days: Range<CivilDate>) -> Double? {
      var sum = Adherence()
      for row in rows where days.lowerBound <= row.span.start && row.span.end <= days.upperBound {
        sum.merge(row.pooled)
      }
      return sum.ratio(cohort.numerator)
    }
    let start = end.adding(days: -28)
    guard cohort.periods.range.lowerBound <= start.adding(days: -28),
      let recent = ratio(start..<end),
      let earlier = ratio(start.adding(days: -28)..<start)
    else { return nil }
    (self.ratio, before, days) = (recent, earlier, start..<end)
  }
}
