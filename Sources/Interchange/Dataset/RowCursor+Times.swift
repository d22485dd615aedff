import AdherenceAnalytics
package import Scheduling

/// A cache of the last parsed month, which consecutive times usually share.
package struct DateCache {
  /// The eight bytes of `1970-01-`.
  private var month: UInt64 = 0x2d31_302d_3037_3931
  /// The first second of the month since 1970, and its number of days.
  private var seconds: Int64 = 0
  private var length: Int64 = 31

  /// Starts with January 1970.
  package init() {}

  /// Returns the first second of a date; `nil` for an invalid date.
  @inline(__always)
  mutating func seconds(_ month: UInt64, _ day: UInt16) -> Int64? {
    let days = day ^ 0x3030
    guard month == self.month || turn(to: month), days & 0xff < 10, days >> 8 < 10 else {
      return nil
    }
    let number = Int64(days & 0xff) * 10 + Int64(days >> 8)
    return 1...length ~= number ? seconds + (number - 1) * 86_400 : nil
  }

  /// Switches to a month and returns whether it is valid.
  private mutating func turn(to month: UInt64) -> Bool {
    let digits = month ^ 0x2d30_302d_3030_3030
    guard isDigits(digits), digits & 0xff00_00ff_0000_0000 == 0 else { return false }
    func digit(_ place: UInt64) -> Int { Int(digits >> (8 * place) & 0xff) }
    let year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3)
    let number = digit(5) * 10 + digit(6)
    guard let first = CivilDate(year: year, month: number, day: 1) else { return false }
    self.month = month
    seconds = Int64(first.dayNumber) * 86_400
    length = Int64(CivilDate.length(ofMonth: number, year: year))
    return true
  }
}

/// Returns whether each byte is at most 9.
///
/// Safe: no byte below 0x80 carries into the next, and any other is detected by its own high bit,
/// whatever the sum wraps to.
private func isDigits(_ bytes: UInt64) -> Bool {
  ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080 == 0
}

// Safe: words are read where the bytes are left: ten of a date, nineteen of a time, with the last of which
// the third word ends.
extension RowCursor {
  /// Parses an empty field, or a local time of nineteen bytes.
  @inline(__always)
  package mutating func readLocal(_ dates: inout DateCache, _ local: inout Int64) -> Bool {
    if isAtFieldEnd { return true }
    guard let seconds = localSeconds(&dates) else { return false }
    local = seconds
    return isAtFieldEnd
  }

  /// Parses an empty field, or a time of nineteen bytes with or without `Z`; without it the time is
  /// local to the zone.
  @inline(__always)
  package mutating func readTime(_ dates: inout DateCache, _ zone: Zone, _ time: inout Int64)
    -> Bool
  {
    if isAtFieldEnd { return true }
    guard let seconds = localSeconds(&dates) else { return false }
    if next < end, next.pointee == UInt8(ascii: "Z") {
      next += 1
      time = seconds
    } else if isAtFieldEnd {
      time = zone.firstInstant(atOrAfter: CivilDateTime(localSeconds: seconds)).seconds
    }
    return isAtFieldEnd
  }

  /// Parses a date of ten bytes.
  package mutating func readDate(_ dates: inout DateCache, _ day: inout Int32) -> Bool {
    guard end - next >= 10 else { return false }
    let bytes = UnsafeRawPointer(next)
    let month = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let number = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    guard let seconds = dates.seconds(month, number) else { return false }
    day = Int32(seconds / 86_400)
    next += 10
    return isAtFieldEnd
  }

  /// Parses `2025-01-13T08:00:00` as three overlapping words.
  @inline(__always)
  mutating func localSeconds(_ dates: inout DateCache) -> Int64? {
    guard end - next >= 19, next[10] == UInt8(ascii: "T") || next[10] == UInt8(ascii: " ") else {
      return nil
    }
    let bytes = UnsafeRawPointer(next)
    let month = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let day = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    let clock = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 11, as: UInt64.self))
    let digits = clock ^ 0x3030_3a30_303a_3030
    guard isDigits(digits), digits & 0x0000_ff00_00ff_0000 == 0,
      let date = dates.seconds(month, day)
    else { return nil }
    func pair(_ place: UInt64) -> Int64 {
      Int64(digits >> (8 * place) & 0xff) * 10 + Int64(digits >> (8 * place + 8) & 0xff)
    }
    let (hour, minute, second) = (pair(0), pair(3), pair(6))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    next += 19
    return date + hour * 3600 + minute * 60 + second
  }
}
