/// A set of days as a bit set over a period.
struct DayMarks {
  private var words: [UInt64] = []

  /// Removes all days and reserves capacity for a number of days.
  mutating func clear(_ days: Int) {
    let count = (days + 63) / 64
    for index in words.indices { words[index] = 0 }
    if words.count < count { words = Array(repeating: 0, count: count) }
  }

  /// The number of days.
  var count: Int {
    var sum = 0
    for word in words { sum += word.nonzeroBitCount }
    return sum
  }

  /// Returns the number of days in a range.
  func count(in days: Range<Int>) -> Int {
    var (sum, day) = (0, days.lowerBound)
    while day < days.upperBound {
      let end = min(days.upperBound, day & ~63 + 64)
      sum += (words[day >> 6] & DayMarks.mask(day..<end)).nonzeroBitCount
      day = end
    }
    return sum
  }

  /// Returns the bits of neighbouring days of one word.
  private static func mask(_ days: Range<Int>) -> UInt64 {
    (~0 >> UInt64(64 - days.count)) << UInt64(days.lowerBound & 63)
  }

  func contains(_ day: Int) -> Bool { words[day >> 6] & (1 << UInt64(day & 63)) != 0 }
  mutating func insert(_ day: Int) { words[day >> 6] |= 1 << UInt64(day & 63) }

  /// Adds some days.
  mutating func insert(_ days: Range<Int>) {
    var day = days.lowerBound
    while day < days.upperBound {
      let end = min(days.upperBound, day & ~63 + 64)
      words[day >> 6] |= DayMarks.mask(day..<end)
      day = end
    }
  }

  /// Adds the days of another set of the same period.
  mutating func formUnion(_ other: DayMarks) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Removes the days that are not in another set of the same period.
  mutating func formIntersection(_ other: DayMarks) {
    for index in words.indices { words[index] &= other.words[index] }
  }
}
