/// Days of one year and of a week on either side, as bits.
///
/// Days are numbered from January 1, which is 0; the last days of the year before are negative, and the
/// first of the year after follow on. All of set arithmetic is a few instructions.
struct DaySet: Equatable {
  private var bits: SIMD8<UInt64>

  /// The days that come before the year, and after it.
  static let margin = 7
  private static let width = 384
  private static let words = width / 64

  static let empty = DaySet(bits: .zero)

  private init(bits: SIMD8<UInt64>) { self.bits = bits }

  /// The days of a range, held within the year and its margins.
  init(_ range: Range<Int>) {
    let lower = (range.lowerBound + DaySet.margin).clamped(to: 0...DaySet.width)
    let upper = (range.upperBound + DaySet.margin).clamped(to: lower...DaySet.width)
    bits = DaySet.below[upper] & ~DaySet.below[lower]
  }

  /// Every seventh day, from the first day on which a weekday falls.
  ///
  /// - Parameters:
  ///   - weekday: The weekday.
  ///   - first: The weekday of January 1.
  init(_ weekday: Weekday, first: Weekday) {
    bits = DaySet.sevenths[(weekday.days(after: first) + DaySet.margin).modulo(7)]
  }

  /// The sets of the bits below each position.
  private static let below: [SIMD8<UInt64>] = (0...width).map { end in
    bits { $0 < end }
  }

  /// The sets of every seventh bit from each remainder on.
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

  /// The number of days.
  var count: Int { (0..<DaySet.words).reduce(0) { $0 + bits[$1].nonzeroBitCount } }

  /// Hands on the days, ascending.
  func forEach(_ body: (Int) -> Void) {
    for word in 0..<DaySet.words {
      var left = bits[word]
      while left != 0 {
        body(word * 64 + left.trailingZeroBitCount - DaySet.margin)
        left &= left - 1
      }
    }
  }

  /// Whether it has a day.
  func has(_ day: Int) -> Bool {
    let position = day + DaySet.margin
    return 0..<DaySet.width ~= position && bits[position / 64] >> (position % 64) & 1 == 1
  }

  /// Its days where they follow each other; `nil` where there are none or some between them are missing.
  var range: Range<Int>? {
    guard let first = day(after: 0), let last = day(before: 0), last - first + 1 == count else {
      return nil
    }
    return first..<last + 1
  }

  /// Its first day from one on; `nil` where there is none.
  func day(from day: Int) -> Int? { (self & DaySet(day..<DaySet.width)).day(after: 0) }

  /// The day before which lie so many others; `nil` where there are fewer.
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

  /// The day after which lie so many others; `nil` where there are fewer.
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

/// One of the fourteen kinds of year: common or leap, from each weekday on.
struct YearKind: Hashable {
  /// 0 to 13: the weekday of January 1, and 7 more for leap years.
  var index: Int

  init(index: Int) { self.index = index }

  /// The kind of a year from −400 on.
  init(year: Int) { index = Int(YearKind.cycle[YearKind.place(ofYear: year)]) }

  /// The place of a year from −400 on among the four hundred after which the calendar repeats.
  ///
  /// Safe: years are those of the calendar, give or take some before it.
  static func place(ofYear year: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: year &+ 400) % 400)
  }

  var isLeap: Bool { index >= 7 }
  /// The weekday of January 1.
  var first: Weekday { Weekday(index: index % 7) }
  var length: Int { isLeap ? 366 : 365 }

  /// The kinds of the years of a cycle: the Gregorian calendar repeats after four hundred years,
  /// weekdays included.
  static let cycle: [UInt8] = (0..<400).map { year in
    UInt8((begin(ofYear: year) + 3).modulo(7) + (CivilDate.isLeap(year) ? 7 : 0))
  }

  /// A year of each kind.
  static let examples: [Int] = (0..<14).compactMap { index in
    (2000..<2400).first { YearKind(year: $0).index == index }
  }

  /// Of the same years one kind of each length.
  static let lengths = cycle.map { $0 / 7 * 7 }

  /// The day number of a year's January 1, for years from −398 on.
  ///
  /// Safe: the sum counts days of ten thousand years.
  static func begin(ofYear year: Int) -> Int {
    let years = UInt(bitPattern: year + 399)
    return Int(bitPattern: years &* 365 &+ years / 4 &- years / 100 &+ years / 400) - 865_259
  }

  /// The weekday of a day.
  func weekday(of day: Int) -> Weekday { Weekday(index: (index + day) % 7) }

  /// The days of a month.
  func days(ofMonth month: Int) -> Range<Int> { begin(ofMonth: month)..<begin(ofMonth: month + 1) }

  /// The day on which a month begins, where the 13th is the next year's first.
  private func begin(ofMonth month: Int) -> Int {
    // As if February had thirty days, of which it then lacks one or two.
    (367 * month - 362) / 12 - (month <= 2 ? 0 : isLeap ? 1 : 2)
  }

  /// The days of a month as a set.
  func set(ofMonth month: Int) -> DaySet { DaySet(days(ofMonth: month)) }

  /// The day on which week 1 begins, −3 to 3: the week that holds January's fourth day.
  func firstWeek(from weekStart: Weekday) -> Int {
    let offset = first.days(after: weekStart)
    return offset <= 3 ? -offset : 7 - offset
  }

  /// The number of weeks, 52 or 53.
  func weeks(from weekStart: Weekday) -> Int {
    // The fourth day of the year after decides whose the last week is.
    let start = firstWeek(from: weekStart)
    return (length - start + 3) / 7
  }
}
