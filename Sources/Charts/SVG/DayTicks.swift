import Scheduling

/// Calendar ticks: days, weeks from Monday, months, quarters or years.
enum DayTicks {
  /// Returns at most `most` ticks; the first one, and the first of each year, includes the year.
  static func ticks(_ range: ClosedRange<Double>, atMost most: Int) -> [ChartTick] {
    let first = max(range.lowerBound.rounded(.up), Double(CivilDate.first.dayNumber))
    let last = min(range.upperBound.rounded(.down), Double(CivilDate.last.dayNumber))
    guard first <= last else { return [] }
    let days = Int(first)...Int(last)
    let length = days.count
    if let step = [1, 2, 7, 14].first(where: { length / $0 <= most }) {
      return labelled(everyDays(step, days)) { "\($0.day) \(month($0))" }
    }
    if let step = [1, 2, 3, 6].first(where: { length / (30 * $0) <= most }) {
      return labelled(everyMonths(step, days), month)
    }
    let years = max(1, (length / 365 + most - 1) / most)
    return everyMonths(12 * years, days).map { ChartTick(Double($0.dayNumber), "\($0.year)") }
  }

  private static func labelled(
    _ dates: [CivilDate], _ label: (CivilDate) -> String
  ) -> [ChartTick] {
    var year: Int?
    return dates.map { date in
      defer { year = date.year }
      let suffix = date.year == year ? "" : " \(date.year)"
      return ChartTick(Double(date.dayNumber), label(date) + suffix)
    }
  }

  /// Returns every *n*-th day; for weeks counted from a Monday.
  private static func everyDays(_ step: Int, _ days: ClosedRange<Int>) -> [CivilDate] {
    let monday = 4
    let offset = step % 7 == 0 ? monday : days.lowerBound
    let past = (days.lowerBound - offset) % step
    let first = days.lowerBound + (past == 0 ? 0 : (past > 0 ? step - past : -past))
    return stride(from: first, through: days.upperBound, by: step).map(CivilDate.init(dayNumber:))
  }

  private static func everyMonths(_ step: Int, _ days: ClosedRange<Int>) -> [CivilDate] {
    let first = CivilDate(dayNumber: days.lowerBound)
    var month = first.year * 12 + first.month - 1
    if first.day > 1 { month += 1 }
    month = (month + step - 1) / step * step
    var dates: [CivilDate] = []
    while let date = CivilDate(year: month / 12, month: month % 12 + 1, day: 1),
      date.dayNumber <= days.upperBound
    {
      dates.append(date)
      month += step
    }
    return dates
  }

  /// Returns the three-letter name of a month.
  static func month(_ date: CivilDate) -> String {
    [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][date.month - 1]
  }
}
