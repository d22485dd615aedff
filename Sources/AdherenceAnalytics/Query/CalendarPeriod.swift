public import Scheduling

/// A unit of time by which results are summed.
public enum CalendarPeriod: String, CaseIterable, Hashable, Sendable, Codable {
  case day, week, month, quarter, year
  /// Weeks counted from each patient's start, beginning on its weekday.
  case relativeWeek = "relative-week"
  /// The whole range.
  case all

  /// Returns the periods of a range of days, in order and without gaps.
  ///
  /// The first and the last period are clipped to the range.
  ///
  ///     let days = monday..<monday.adding(days: 10)
  ///     print(CalendarPeriod.week.spans(of: days).map(\.name))  // ["2025-W02", "2025-W03"]
  public func spans(
    of range: Range<CivilDate>, weekStart: Weekday = .monday, start: CivilDate? = nil
  ) -> PeriodSpans {
    PeriodSpans(self, of: range, weekStart: weekStart, start: start ?? range.lowerBound)
  }
}
