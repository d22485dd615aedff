import Scheduling

/// A day that depends on another one: `31 January` without a year, `Monday`, `tomorrow`, `the end of the month`.
enum OpenDay {
  case date(CivilDate)
  case dayOfYear(PlanDraft.DayOfYear)
  case weekday(Weekday)
  /// A number of days later; 0 for `today`.
  case later(Int)
  /// The last day of a month, by default that of the other day, in a year, by default the first possible one.
  case endOfMonth(Int?, year: Int?)

  /// Returns the first such day on or after `day`; `nil` if the calendar has none.
  func first(from day: CivilDate) -> CivilDate? {
    switch self {
    case .date(let date): date
    case .dayOfYear(let open):
      (day.year...day.year + 8).lazy
        .compactMap { CivilDate(year: $0, month: open.month, day: open.day) }.first { $0 >= day }
    case .weekday(let weekday): day.adding(days: weekday.days(after: day.weekday))
    case .later(let days): OpenDay.day(days, after: day)
    case .endOfMonth(let month, let year):
      OpenDay.lastDay(
        of: month ?? day.month, year ?? day.year + (month.map { $0 < day.month } == true ? 1 : 0))
    }
  }

  private static func day(_ days: Int, after first: CivilDate) -> CivilDate? {
    let day = first.adding(days: days)
    return day - first == days ? day : nil
  }

  private static func lastDay(of month: Int, _ year: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: 1)?.adding(months: 1).adding(days: -1)
  }
}
