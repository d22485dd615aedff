/// Days of one year and of a week on either side, as bits.
///
/// Days are numbered from January 1, which is 0; the last days of the year before are negative, and the
/// first of the year after follow on. All of set arithmetic is a few instructions.
struct DaySet: Equatable {
  private var bits: SIMD8<UInt64>

  /// The days that come before the year, and after it.
  static let margin = 7
  private static let width = 384

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
    for word in 0..<6 {
      var left = bits[word]
      while left != 0 {
        days.append(word * 64 + left.trailingZeroBitCount - DaySet.margin)
        left &= left - 1
      }
    }
    return days
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

  init(year: Int) {
    self.init(year, from: CivilDate.dayNumber(year: year, month: 1, day: 1))
  }

  /// The kind of a year that begins on a day.
  init(_ year: Int, from day: Int) {
    index = (day + 3).modulo(7) + (CivilDate.isLeap(year) ? 7 : 0)
  }

  var isLeap: Bool { index >= 7 }
  /// The weekday of January 1.
  var first: Weekday { Weekday(index: index % 7) }
  var length: Int { isLeap ? 366 : 365 }

  /// The days of a month.
  func days(ofMonth month: Int) -> Range<Int> {
    let start = YearKind.starts[isLeap ? 1 : 0][month - 1]
    return start..<YearKind.starts[isLeap ? 1 : 0][month]
  }

  private static let starts: [[Int]] = [2001, 2000].map { year in
    (1...13).map { month in
      CivilDate.dayNumber(year: year + month / 13, month: (month - 1) % 12 + 1, day: 1)
        - CivilDate.dayNumber(year: year, month: 1, day: 1)
    }
  }

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
