public import Scheduling

/// A unit of time into which results are summed up.
public enum CalendarPeriod: String, CaseIterable, Hashable, Sendable, Codable {
  case day, week, month, quarter, year
  /// Weeks that begin on the weekday of each patient's start and are counted from it.
  case relativeWeek = "relative-week"
  /// The whole range.
  case all

  /// The parts of a range of days, in order and without gaps.
  ///
  /// The first and the last part end where the range does.
  ///
  ///     let days = monday..<monday.adding(days: 10)
  ///     print(CalendarPeriod.week.spans(of: days).map(\.name))  // ["2025-W02", "2025-W03"]
  ///
  /// - Parameters:
  ///   - range: The days.
  ///   - weekStart: The day that begins a week; weeks are numbered as in ISO 8601, by the year that
  ///     holds their fourth day.
  ///   - start: The first day of the first relative week; `nil` means the first of the range. Days
  ///     before it are in no relative week.
  /// - Returns: The parts; none of an empty range.
  /// - Complexity: O(1): the parts are made when they are asked for.
  public func spans(
    of range: Range<CivilDate>, weekStart: Weekday = .monday, start: CivilDate? = nil
  ) -> PeriodSpans {
    PeriodSpans(self, of: range, weekStart: weekStart, start: start ?? range.lowerBound)
  }
}
