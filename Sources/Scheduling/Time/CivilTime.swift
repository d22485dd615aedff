/// A time of day without a zone, in whole seconds.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// The seconds since 00:00, 0 to 86,399.
  public let secondOfDay: Int

  /// 00:00:00.
  public static let midnight = CivilTime(secondOfDay: 0)

  /// Creates a time from its seconds since 00:00.
  ///
  /// - Precondition: `secondOfDay` is 0 to 86,399.
  public init(secondOfDay: Int) {
    precondition(0..<86_400 ~= secondOfDay, "a day has no second \(secondOfDay)")
    self.secondOfDay = secondOfDay
  }

  /// Creates a time from hours, minutes and seconds; `nil` if a number is out of range.
  public init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    secondOfDay = hour * 3600 + minute * 60 + second
  }

  /// The hour, 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondOfDay % 60 }

  /// Orders times within a day.
  public static func < (a: CivilTime, b: CivilTime) -> Bool { a.secondOfDay < b.secondOfDay }
}

extension CivilTime: LosslessStringConvertible {
  /// Parses `08:00` or `08:00:30`; a fraction of a second is dropped.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let time = scanner.time(), scanner.isAtEnd else { return nil }
    self = time
  }

  // Safe: all eight bytes are written, of which five or eight are taken.
  /// The time as `08:00`, with seconds unless they are zero.
  public var description: String {
    String(unsafeUninitializedCapacity: 8) { text in
      write(to: text, at: 0)
      return second == 0 ? 5 : 8
    }
  }

  /// Writes the eight bytes of the time with its seconds.
  ///
  /// Safe: the caller's buffer has room for them.
  func write(to text: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
    text.write(hour, at: offset)
    text.write(minute, at: offset + 3)
    text.write(second, at: offset + 6)
    (text[offset + 2], text[offset + 5]) = (UInt8(ascii: ":"), UInt8(ascii: ":"))
  }
}
