public import Scheduling

/// A period within a range.
public struct PeriodSpan: Hashable, Sendable {
  /// The unit.
  public let period: CalendarPeriod
  /// The first day of a week.
  public let weekStart: Weekday
  /// The number of weeks since the patient's start for a relative week, else the index in the range; from 0.
  public let number: Int
  /// The first day.
  public let start: CivilDate
  /// The end (exclusive).
  public let end: CivilDate
}

extension PeriodSpan {
  /// The name, such as `2025-01-13`, `2025-W03`, `2025-01`, `2025-Q1`, `2025`, `all`, or `W00` for the first
  /// relative week.
  ///
  /// A clipped period has the name of the whole one.
  public var name: String {
    switch period {
    case .day: start.description
    case .week: weekName
    case .relativeWeek: "W\(number < 10 ? "0" : "")\(number)"
    case .month: String(start.description.prefix(7))
    case .quarter: "\(start.description.prefix(4))-Q\((start.month + 2) / 3)"
    case .year: String(start.description.prefix(4))
    case .all: "all"
    }
  }

  private var weekName: String {
    let fourth = start.adding(days: 3 - start.weekday.days(after: weekStart))
    let dayOfYear = fourth - (CivilDate(year: fourth.year, month: 1, day: 1) ?? fourth)
    let week = dayOfYear / 7 + 1
    return "\(fourth.description.prefix(4))-W\(week < 10 ? "0" : "")\(week)"
  }

  /// Returns the smallest span that contains this one and another with the same number.
  func joined(with other: PeriodSpan) -> PeriodSpan {
    PeriodSpan(
      period: period, weekStart: weekStart, number: number, start: min(start, other.start),
      end: max(end, other.end))
  }
}
