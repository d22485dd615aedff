/// A set of the days of one year and a week on either side, as a bit mask.
///
/// Days are numbered from January 1, which is 0; the last days of the previous year are negative, and the
/// first of the next year follow. Set operations take a few instructions.
struct DaySet: Equatable {
  private var bits: SIMD8<UInt64>

  /// The number of days before and after the year.
  static let margin = 7
  private static let width = 384
  private static let words = width / 64

  static let empty = DaySet(bits: .zero)

  private init(bits: SIMD8<UInt64>) { self.bits = bits }

  /// Creates the set of a range, clamped to the year and its margins.
  init(_ range: Range<Int>) {
    let lower = (range.lowerBound + DaySet.margin).clamped(to: 0...DaySet.width)
    let upper = (range.upperBound + DaySet.margin).clamped(to: lower...DaySet.width)
    bits = DaySet.below[upper] & ~DaySet.below[lower]
  }

  /// Creates the set of every seventh day, from the first day with a weekday on.
  init(_ weekday: Weekday, first: Weekday) {
    bits = DaySet.sevenths[(weekday.days(after: first) + DaySet.margin).modulo(7)]
  }

  /// The masks of the bits below each position.
  private static let below: [SIMD8<UInt64>] = (0...width).map { end in
    bits { $0 < end }
  }

  /// The masks of every seventh bit, by remainder.
  private static let sevenths: [SIMD8<UInt64>] = (0..<7).map { remainder in
    bits { $0 < width && $0 % 7 == remainder }
  }

  private static func bits(where isIn: (Int) -> Bool) -> SIMD8<UInt64> {
    var bits = SIMD8<UInt64>.zero
    for position in 0..<width where isIn(position) { bits[position / 64] |= 1 << (position % 64) }
    return bits
  }

  mutating func insert(_ day: Int) {
    let position = day + DaySet.margin
    guard 0..<DaySet.width ~= position else { return }
    bits[position / 64] |= 1 << (position % 64)
  }

  /// The days, ascending.
  var days: [Int] {
    var days: [Int] = []
    days.reserveCapacity(count)
    forEach { days.append($0) }
    return days
  }

  var count: Int { (0..<DaySet.words).reduce(0) { $0 + bits[$1].nonzeroBitCount } }

  /// Calls `body` with the days, ascending.
  func forEach(_ body: (Int) -> Void) {
    for word in 0..<DaySet.words {
      var left = bits[word]
      while left != 0 {
        body(word * 64 + left.trailingZeroBitCount - DaySet.margin)
        left &= left - 1
      }
    }
  }

  /// Returns whether the set contains a day.
  func has(_ day: Int) -> Bool {
    let position = day + DaySet.margin
    return 0..<DaySet.width ~= position && bits[position / 64] >> (position % 64) & 1 == 1
  }

  /// The days as a range; `nil` if the set is empty or not contiguous.
  var range: Range<Int>? {
    guard let first = day(after: 0), let last = day(before: 0), last - first + 1 == count else {
      return nil
    }
    return first..<last + 1
  }

  /// Returns the first day at or after a day; `nil` if there is none.
  func day(from day: Int) -> Int? { (self & DaySet(day..<DaySet.width)).day(after: 0) }

  /// Returns the day with a number of earlier days in the set; `nil` if there are too few days.
  func day(after others: Int) -> Int? {
    var others = others
    for word in 0..<DaySet.words {
      var left = bits[word]
      while left != 0 {
        if others == 0 { return word * 64 + left.trailingZeroBitCount - DaySet.margin }
        others -= 1
        left &= left - 1
      }
    }
    return nil
  }

  /// Returns the day with a number of later days in the set; `nil` if there are too few days.
  func day(before others: Int) -> Int? {
    var others = others
    for word in (0..<DaySet.words).reversed() {
      var left = bits[word]
      while left != 0 {
        let last = 63 - left.leadingZeroBitCount
        if others == 0 { return word * 64 + last - DaySet.margin }
        others -= 1
        left &= ~(1 << last)
      }
    }
    return nil
  }

  static func & (a: DaySet, b: DaySet) -> DaySet { DaySet(bits: a.bits & b.bits) }
  static func | (a: DaySet, b: DaySet) -> DaySet { DaySet(bits: a.bits | b.bits) }
  static func |= (a: inout DaySet, b: DaySet) { a = a | b }
  static func &= (a: inout DaySet, b: DaySet) { a = a & b }
}

/// One of the fourteen kinds of year: common or leap, by the weekday of January 1.
struct YearKind: Hashable {
  /// The weekday of January 1, from 0 to 6, plus 7 for leap years.
  var index: Int

  init(index: Int) { self.index = index }

  /// Creates the kind of a year, from −400 on.
  init(year: Int) { index = Int(YearKind.cycle[YearKind.cycleIndex(ofYear: year)]) }

  /// Returns the index of a year, from −400 on, in the Gregorian cycle of four hundred years.
  ///
  /// Safe: years are those of the calendar, give or take some before it.
  static func cycleIndex(ofYear year: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: year &+ 400) % 400)
  }

  var isLeap: Bool { index >= 7 }
  /// The weekday of January 1.
  var first: Weekday { Weekday(index: index % 7) }
  var length: Int { isLeap ? 366 : 365 }

  /// The kinds of the years in a cycle: the Gregorian calendar repeats after four hundred years, including
  /// weekdays.
  static let cycle: [UInt8] = (0..<400).map { year in
    UInt8((begin(ofYear: year) + 3).modulo(7) + (CivilDate.isLeap(year) ? 7 : 0))
  }

  /// A year of each kind.
  static let examples: [Int] = (0..<14).compactMap { index in
    (2000..<2400).first { YearKind(year: $0).index == index }
  }

  /// The cycle with one kind for each length of year.
  static let lengths = cycle.map { $0 / 7 * 7 }

  /// Returns the day number of a year's January 1, for years from −398 on.
  ///
  /// Safe: the sum counts days of ten thousand years.
  static func begin(ofYear year: Int) -> Int {
    let years = UInt(bitPattern: year + 399)
    return Int(bitPattern: years &* 365 &+ years / 4 &- years / 100 &+ years / 400) - 865_259
  }

  /// Returns the weekday of a day.
  func weekday(of day: Int) -> Weekday { Weekday(index: (index + day) % 7) }

  /// Returns the days of a month.
  func days(ofMonth month: Int) -> Range<Int> { begin(ofMonth: month)..<begin(ofMonth: month + 1) }

  /// Returns the first day of a month; month 13 is the next January.
  private func begin(ofMonth month: Int) -> Int {
    // As if February had thirty days, corrected by one or two.
    (367 * month - 362) / 12 - (month <= 2 ? 0 : isLeap ? 1 : 2)
  }

  /// Returns the set of the days of a month.
  func set(ofMonth month: Int) -> DaySet { DaySet(days(ofMonth: month)) }

  /// Returns the first day of week 1, −3 to 3: the week that contains January 4.
  func firstWeek(from weekStart: Weekday) -> Int {
    let offset = first.days(after: weekStart)
    return offset <= 3 ? -offset : 7 - offset
  }

  /// Returns the number of weeks, 52 or 53.
  func weeks(from weekStart: Weekday) -> Int {
    // January 4 of the next year determines to which year the last week belongs.
    let start = firstWeek(from: weekStart)
    return (length - start + 3) / 7
  }
}
