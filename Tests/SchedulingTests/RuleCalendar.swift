import Scheduling

/// A range of days, with the calendar's numbers for each.
struct RuleCalendar {
  /// A day with its position in the calendar.
  struct Day {
    var number: Int
    var year: Int
    var month: Int
    var day: Int
    /// From 1 on January 1.
    var yearDay = 1
    /// From 0 for Monday.
    var weekday: Int

    var isLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var yearLength: Int { isLeapYear ? 366 : 365 }
    var monthLength: Int {
      switch month {
      case 2: isLeapYear ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }

    var tomorrow: Day {
      var next = self
      next.number += 1
      next.day += 1
      next.yearDay += 1
      next.weekday = (weekday + 1) % 7
      if next.day > monthLength { (next.day, next.month) = (1, month + 1) }
      if next.month > 12 { (next.month, next.year, next.yearDay) = (1, year + 1, 1) }
      return next
    }
  }

  let days: ArraySlice<Day>

  /// The days from December of the year before a date to another day.
  init(from first: CivilDate, to last: Int) {
    let usual = RuleCalendar.usual
    let december = CivilDate(year: first.year - 1, month: 12, day: 1)
    if let start = december?.dayNumber, start >= usual[0].number,
      last <= usual[0].number + usual.count
    {
      days = usual[start - usual[0].number..<max(start, last) - usual[0].number]
    } else {
      days = RuleCalendar.written(from: first, to: last)[...]
    }
  }

  /// The years that cover most random rules, computed once.
  private static let usual =
    CivilDate(year: 1990, month: 1, day: 1).map {
      written(from: $0, to: $0.dayNumber + 130 * 366)
    } ?? []

  private static func written(from first: CivilDate, to last: Int) -> [Day] {
    var day = Day(
      number: first.dayNumber, year: first.year, month: first.month, day: 1,
      weekday: first.weekday.rawValue)
    // Back to January 1, then to December 1, whose distance does not depend on the length of the year.
    var back = first.day - 1
    while day.month > 1 {
      day.month -= 1
      back += day.monthLength
    }
    (day.year, day.month) = (first.year - 1, 12)
    day.number -= back + 31
    day.yearDay = day.yearLength - 30
    day.weekday = ((day.weekday - (back + 31)) % 7 + 7) % 7
    var days: [Day] = []
    days.reserveCapacity(max(0, last - day.number))
    while day.number < last {
      days.append(day)
      day = day.tomorrow
    }
    return days
  }

  /// The index of a day in the list.
  func index(of number: Int) -> Int { days.startIndex + number - (days.first?.number ?? 0) }
}

extension RuleCalendar {
  /// The week of a day: its year (the one that contains its fourth day), its number, and the number of weeks
  /// of that year.
  struct Week {
    var year: Int
    var number: Int
    var count: Int
  }

  func week(of index: Int, from weekStart: Int) -> Week {
    var fourth = index
    while days[fourth].weekday != weekStart { fourth -= 1 }
    let day = days[fourth + 3]
    let number = (day.yearDay + 6) / 7
    return Week(
      year: day.year, number: number, count: number + (day.yearLength - day.yearDay) / 7)
  }
}
