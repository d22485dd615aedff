public import Scheduling

/// A unit of the calendar into which results are summed up.
public enum CalendarPeriod: String, CaseIterable, Hashable, Sendable, Codable {
  case day, week, month, quarter, year
  /// The whole range.
  case all

  /// The parts of a range of days, in order and without gaps.
  ///
  /// The first and the last part end where the range does.
  ///
  /// - Parameters:
  ///   - range: The days.
  ///   - weekStart: The day that begins a week; weeks are numbered as in ISO 8601, by the year that
  ///     holds their fourth day.
  /// - Returns: The parts; none of an empty range.
  public func spans(of range: Range<CivilDate>, weekStart: Weekday = .monday) -> [PeriodSpan] {
    var spans: [PeriodSpan] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let next = self == .all ? range.upperBound : end(from: start, weekStart: weekStart)
      let end = min(max(next, start.adding(days: 1)), range.upperBound)
      spans.append(PeriodSpan(name: name(of: start, weekStart: weekStart), start: start, end: end))
      start = end
    }
    return spans
  }

  /// The first day of the next period.
  private func end(from start: CivilDate, weekStart: Weekday) -> CivilDate {
    let (year, month, _) = start.parts
    switch self {
    case .day: return start.adding(days: 1)
    case .week: return start.adding(days: 7 - start.weekday.days(after: weekStart))
    case .month: return firstDay(year: year, monthIndex: month)
    case .quarter: return firstDay(year: year, monthIndex: (month - 1) / 3 * 3 + 3)
    case .year: return firstDay(year: year, monthIndex: 12)
    case .all: return .last
    }
  }

  private func firstDay(year: Int, monthIndex: Int) -> CivilDate {
    CivilDate(year: year + monthIndex / 12, month: monthIndex % 12 + 1, day: 1) ?? .last
  }

  private func name(of start: CivilDate, weekStart: Weekday) -> String {
    switch self {
    case .day: return start.description
    case .week: return weekName(of: start, weekStart: weekStart)
    case .month: return String(start.description.prefix(7))
    case .quarter: return "\(start.description.prefix(4))-Q\((start.month + 2) / 3)"
    case .year: return String(start.description.prefix(4))
    case .all: return "all"
    }
  }

  private func weekName(of date: CivilDate, weekStart: Weekday) -> String {
    let fourth = date.adding(days: 3 - date.weekday.days(after: weekStart))
    let dayOfYear = fourth - (CivilDate(year: fourth.year, month: 1, day: 1) ?? fourth)
    let week = dayOfYear / 7 + 1
    return "\(fourth.description.prefix(4))-W\(week < 10 ? "0" : "")\(week)"
  }
}

/// One calendar period within a range.
public struct PeriodSpan: Hashable, Sendable {
  /// The name, such as `2025-01-13`, `2025-W03`, `2025-01`, `2025-Q1`, `2025` or `all`.
  public var name: String
  /// The first day.
  public var start: CivilDate
  /// The first day after it.
  public var end: CivilDate
}
