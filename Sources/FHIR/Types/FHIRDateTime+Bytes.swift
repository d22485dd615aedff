import Scheduling

// Safe: no byte of a text shorter than twenty bytes is read.
extension FHIRDateTime {
  /// Parses a time with seconds and offset, the most common form; `nil` for any other form, which
  /// may still be valid.
  init?(second bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 20, bytes[4] == .dash, bytes[7] == .dash, bytes[10] == UInt8(ascii: "T"),
      bytes[13] == .colon, bytes[16] == .colon
    else { return nil }
    let (century, year) = (bytes.pair(0), bytes.pair(2))
    let (month, day) = (bytes.pair(5), bytes.pair(8))
    let (hour, minute, second) = (bytes.pair(11), bytes.pair(14), bytes.pair(17))
    guard (century | year | month | day | hour | minute | second) >= 0, hour < 24, minute < 60,
      second < 60, let offset = bytes.offset(from: bytes.endOfSecond),
      let date = CivilDate(year: century * 100 + year, month: month, day: day)
    else { return nil }
    let time = CivilTime(secondOfDay: hour * 3600 + minute * 60 + second)
    self.init(CivilDateTime(date: date, time: time), offset: offset)
  }
}

extension UInt8 {
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let colon = UInt8(ascii: ":")
}

// Safe: indices are below the count, which is checked before; for a byte that is no digit the difference wraps to
// ten or more.
extension UnsafeBufferPointer<UInt8> {
  /// Returns the number of two digits; -1 if they are not digits.
  fileprivate func pair(_ index: Int) -> Int {
    let (high, low) = (self[index] &- 48, self[index + 1] &- 48)
    return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : -1
  }

  /// The index after the seconds and their fraction, which is truncated.
  fileprivate var endOfSecond: Int {
    guard self[19] == UInt8(ascii: ".") else { return 19 }
    var end = 20
    while end < count, self[end] &- 48 < 10 { end += 1 }
    return end == 20 ? 19 : end
  }

  /// Parses the offset from an index to the end, in seconds east of UTC.
  fileprivate func offset(from index: Int) -> Int? {
    if count == index + 1, self[index] == UInt8(ascii: "Z") { return 0 }
    guard count == index + 6, self[index + 3] == .colon,
      self[index] == .dash || self[index] == UInt8(ascii: "+")
    else { return nil }
    let (hours, minutes) = (pair(index + 1), pair(index + 4))
    guard (hours | minutes) >= 0, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
    return (self[index] == .dash ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
