/// The rule for changes of offset after those listed in a zone's file: a POSIX `TZ` string as extended by RFC
/// 9636, such as `EST5EDT,M3.2.0,M11.1.0` or `<-02>2<-01>,M3.5.0/-1,M10.5.0/0`.
struct ZoneRule {
  private let standard: Int64
  private let summer: (offset: Int64, begins: Change, ends: Change)?

  init?(_ text: String) {
    var scanner = TextScanner(text)
    guard scanner.skipZoneName(), let west = scanner.clock() else { return nil }
    standard = -west
    guard !scanner.isAtEnd else {
      summer = nil
      return
    }
    guard scanner.skipZoneName() else { return nil }
    let offset = scanner.isNext(",") ? standard + 3600 : scanner.clock().map { -$0 }
    guard let offset, let begins = Change(&scanner), let ends = Change(&scanner), scanner.isAtEnd
    else { return nil }
    summer = (offset, begins, ends)
  }

  /// Returns the changes whose local date is in a year, ascending.
  func changes(in year: Int) -> [(at: Int64, offset: Int64)] {
    guard let summer else { return [] }
    let changes = [
      (at: summer.begins.localSeconds(in: year) - standard, offset: summer.offset),
      (at: summer.ends.localSeconds(in: year) - summer.offset, offset: standard),
    ]
    return changes[0].at <= changes[1].at ? changes : changes.reversed()
  }
}

/// A day of every year and a time, as in `M3.2.0/2`, `J60` or `59/-1`.
private struct Change {
  enum Day {
    /// The *n*-th weekday of a month, where 5 means the last; Sunday is 0.
    case weekday(Int, week: Int, month: Int)
    /// The day of the year from 0, without or with leap days.
    case ordinal(Int, countsLeapDays: Bool)
  }

  let day: Day
  /// The seconds from midnight of the day; may be negative or exceed a day.
  let seconds: Int64

  init?(_ scanner: inout TextScanner) {
    guard scanner.skip(","), let day = Day(&scanner) else { return nil }
    self.day = day
    guard let seconds = scanner.skip("/") ? scanner.clock() : 7200 else { return nil }
    self.seconds = seconds
  }

  func localSeconds(in year: Int) -> Int64 { Int64(day.dayNumber(in: year)) * 86_400 + seconds }
}

extension Change.Day {
  init?(_ scanner: inout TextScanner) {
    if scanner.skip("M") {
      guard let month = scanner.number(upTo: 2), 1...12 ~= month, scanner.skip("."),
        let week = scanner.digits(1), 1...5 ~= week, scanner.skip("."),
        let weekday = scanner.digits(1), weekday < 7
      else { return nil }
      self = .weekday(weekday, week: week, month: month)
    } else {
      let isJulian = scanner.skip("J")
      guard let day = scanner.number(upTo: 3), (isJulian ? 1...365 : 0...365) ~= day else {
        return nil
      }
      self = .ordinal(isJulian ? day - 1 : day, countsLeapDays: !isJulian)
    }
  }

  func dayNumber(in year: Int) -> Int {
    switch self {
    case .weekday(let weekday, let week, let month):
      let first = CivilDate.dayNumber(year: year, month: month, day: 1)
      // The first day of 1970 was a Thursday.
      let day = (weekday - first - 4).modulo(7) + (week - 1) * 7
      return first + (day < CivilDate.length(ofMonth: month, year: year) ? day : day - 7)
    case .ordinal(let day, let countsLeapDays):
      let isAfterLeapDay = !countsLeapDays && day >= 59 && CivilDate.isLeap(year)
      return CivilDate.dayNumber(year: year, month: 1, day: 1) + day + (isAfterLeapDay ? 1 : 0)
    }
  }
}

extension TextScanner {
  /// Skips a zone's abbreviation, as in `EST` or `<+03>`.
  fileprivate mutating func skipZoneName() -> Bool {
    guard skip("<") else { return skip { 65...90 ~= $0 || 97...122 ~= $0 } }
    return skip { $0 != UInt8(ascii: ">") } && skip(">")
  }

  /// Parses `[+|-]hh[:mm[:ss]]`, in seconds.
  fileprivate mutating func clock() -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(upTo: 3).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let part = digits(2) else { return nil }
      seconds += part * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }
}
