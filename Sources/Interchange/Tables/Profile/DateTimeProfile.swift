import ScheduleFormats
import Scheduling

/// The formats of the dates and times in a column.
struct DateTimeProfile: Sendable {
  /// The number of values that parse in any format.
  private(set) var count = 0
  /// The number of cells that each of ``MomentFormats/ordered`` parses.
  private(set) var formatCounts = [Int](repeating: 0, count: MomentFormats.ordered.count)
  /// The number of cells that are dates in some order of fields rather than counts.
  private(set) var written = 0
  /// The day of the first value, and whether another value has a different day.
  private(set) var firstDay: CivilDate?
  private(set) var hasSeveralDays = false
  /// The first cell that only an order of day and month parses.
  private(set) var orderExample: String?
  /// The dates of three two-digit numbers.
  private(set) var twoDigitDates = TwoDigitDates()
  /// The number of cells with a time of day other than midnight.
  private(set) var withTime = 0
  /// The number of dates without a time of day.
  private(set) var datesAlone = 0
  /// Whether some times of day are from 21:00 on.
  private(set) var hasLateTimes = false
  /// The number of clock times without a date.
  private(set) var clocks = 0
  /// The number of dates without a year.
  private(set) var monthDays = 0
  /// The numbers of values that end with `Z` or UTC, with another offset, and without an offset.
  private(set) var utc = 0
  private(set) var offsets = 0
  private(set) var local = 0
  /// The number of values with an offset of zero, including UTC.
  private(set) var zeroOffsets = 0
  /// The number of values in UTC that are not midnight.
  private(set) var utcTimes = 0
  /// The numbers of values that only one of the two orders of day and month parses.
  private(set) var onlyDayFirst = 0
  private(set) var onlyMonthFirst = 0
  /// The formats that still parse most cells.
  private var plausible = MomentFormats.all

  /// The numbers of distinct values that parsed and that did not.
  private var readings = 0
  private var failures = 0

  /// The number of values after which formats that parse none of them are dropped.
  private static let trial = 200
  /// The number of values after which a column without any date is not parsed further.
  private static let longTrial = 10_000

  /// Counts equal cells.
  mutating func add(_ text: String, _ cells: Int) {
    if plausible.isEmpty { return }
    let formats = MomentFormat.formats(among: plausible, of: text)
    guard let first = MomentFormats.ordered.first(where: { formats.contains($0.bit) }) else {
      return addPart(text, cells)
    }
    count += cells
    // The orders of day and month also parse unambiguous formats.
    let isPlain = formats.contains(.automatic)
    for (index, format) in MomentFormats.ordered.enumerated()
    where formats.contains(format.bit) || isPlain && format.format.isOrder {
      formatCounts[index] += cells
    }
    if !formats.isDisjoint(with: [.automatic, .dayFirst, .monthFirst]) { written += cells }
    if !formats.contains(.automatic) {
      if orderExample == nil { orderExample = text }
      twoDigitDates.add(text, cells)
      if formats.contains(.dayFirst), !formats.contains(.monthFirst) { onlyDayFirst += cells }
      if formats.contains(.monthFirst), !formats.contains(.dayFirst) { onlyMonthFirst += cells }
    }
    if let written = try? first.format.readWritten(text) { add(written, cells) }
    readings += 1
    if readings == DateTimeProfile.trial { dropImplausible() }
  }

  private mutating func add(_ written: WrittenMoment, _ cells: Int) {
    if firstDay == nil { firstDay = written.local.date }
    if written.local.date != firstDay { hasSeveralDays = true }
    let isMidnight = !written.hasTime || written.local.time == .midnight
    if !isMidnight { withTime += cells }
    if written.local.time.hour >= 21 { hasLateTimes = true }
    if !written.hasTime { datesAlone += cells }
    if written.offset == nil {
      local += cells
    } else if written.isUTC {
      utc += cells
      if !isMidnight { utcTimes += cells }
    } else {
      offsets += cells
      if written.offset == 0 { zeroOffsets += cells }
    }
  }

  private mutating func addPart(_ text: String, _ cells: Int) {
    guard count == 0 || clocks + monthDays > 0 else { return }
    if let time = CivilTime(written: text) {
      clocks += cells
      if time.hour >= 21 { hasLateTimes = true }
    } else if MonthDay(written: text) != nil {
      monthDays += cells
    }
    failures += 1
    if failures == DateTimeProfile.longTrial, count + clocks + monthDays == 0 { plausible = [] }
  }

  private mutating func dropImplausible() {
    for (index, format) in MomentFormats.ordered.enumerated() where formatCounts[index] == 0 {
      plausible.remove(format.bit)
    }
  }

  /// Returns the formats that parse as many cells as the best one.
  func formats(of present: Int) -> [MomentFormat] {
    let best = formatCounts.max() ?? 0
    guard best > 0 else { return [] }
    // A few rows in another format are rejected individually.
    if formatCounts[0] * 20 >= best * 19 { return [.automatic] }
    return zip(MomentFormats.ordered, formatCounts).filter { $0.1 == best }.map(\.0.format)
  }
}

extension MomentFormat {
  /// Whether the format is an order of day and month.
  fileprivate var isOrder: Bool { self == .dayFirst || self == .monthFirst }
}

extension MomentFormats {
  /// The formats in order of preference.
  static let ordered: [(format: MomentFormat, bit: MomentFormats)] = [
    (.automatic, .automatic), (.dayFirst, .dayFirst), (.monthFirst, .monthFirst),
    (.excel, .excel), (.seconds, .seconds), (.milliseconds, .milliseconds),
  ]
}

/// Dates of three two-digit numbers, such as `25-03-13`, in which the year may come first or last.
struct TwoDigitDates: Sendable {
  /// The first, middle and last numbers of the dates.
  private var firsts: Set<UInt8> = []
  private var months: Set<UInt8> = []
  private var lasts: Set<UInt8> = []
  private(set) var count = 0
  private(set) var example: String?
  /// The number of dates of three numbers that cannot begin with the year.
  private var others = 0

  /// Counts a text that starts with such a date and is valid with the year first.
  mutating func add(_ text: String, _ cells: Int) {
    var numbers: [UInt8] = []
    var rest = text.utf8[...]
    while numbers.count < 3, let number = TwoDigitDates.take(&rest) {
      numbers.append(number)
      guard numbers.count < 3 else { break }
      guard let mark = rest.popFirst(),
        mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".")
      else { return }
    }
    guard numbers.count == 3, rest.first.map({ !(48...57 ~= $0) }) ?? true else { return }
    guard 1...12 ~= numbers[1], 1...31 ~= numbers[2] else { return others += cells }
    if example == nil { example = text }
    count += cells
    firsts.insert(numbers[0])
    months.insert(numbers[1])
    lasts.insert(numbers[2])
  }

  /// Whether the year may come first: the first numbers have fewer distinct values than the last
  /// ones, or both are constant over several months, and nearly all dates are valid then.
  var mayBeginWithYear: Bool {
    count > 0 && others * 20 <= count
      && (firsts.count < lasts.count || firsts.count == 1 && lasts.count == 1 && months.count > 1)
  }

  private static func take(_ rest: inout Substring.UTF8View) -> UInt8? {
    guard let tens = rest.popFirst(), let ones = rest.popFirst(), 48...57 ~= tens, 48...57 ~= ones
    else { return nil }
    return (tens - 48) * 10 + (ones - 48)
  }
}
