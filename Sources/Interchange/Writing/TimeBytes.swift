import Scheduling

/// An encoder of seconds as `2025-01-13T08:00:00` with a trailing byte, which caches the last date.
struct TimeBytes {
  private(set) var text: [UInt8]
  private var day: Int64 = 0

  /// The seconds of years with four digits.
  static let range = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds

  /// Creates an encoder of times followed by a byte.
  init(before end: UInt8) { text = Array("1970-01-01T00:00:00".utf8) + [end] }

  /// Sets ``text`` to a time.
  mutating func set(_ seconds: Int64) {
    var (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if second < 0 { (day, second) = (day - 1, second + 86_400) }
    if day != self.day {
      self.day = day
      let date = CivilDate(dayNumber: Int(day)).parts
      set(Int64(date.year / 100), at: 0)
      set(Int64(date.year % 100), at: 2)
      set(Int64(date.month), at: 5)
      set(Int64(date.day), at: 8)
    }
    let minute = second / 60
    set(minute / 60, at: 11)
    set(minute % 60, at: 14)
    set(second % 60, at: 17)
  }

  // Safe: numbers have two digits: callers refuse times outside of `range`.
  private mutating func set(_ number: Int64, at place: Int) {
    text[place] = UInt8(truncatingIfNeeded: 48 + number / 10)
    text[place + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
  }
}
