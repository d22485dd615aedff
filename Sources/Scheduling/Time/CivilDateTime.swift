/// A date and a time of day without a zone.
///
///     let half = CivilDateTime("2025-03-09T02:30:00")!
///     print(half.date.weekday, half.time)  // sunday 02:30
///     print(Zone("America/New_York")!.firstInstant(atOrAfter: half))  // 2025-03-09T07:00:00Z
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01T00:00:00, with 86,400 seconds in every day.
  ///
  /// They can be ordered and subtracted like instants, but denote an instant only in a ``Zone``.
  package let localSeconds: Int64

  /// The first second of the calendar, 0001-01-01T00:00:00.
  public static let first = CivilDateTime(date: .first)
  /// The last second of the calendar, 9999-12-31T23:59:59.
  public static let last = CivilDateTime(
    date: .last, time: CivilTime(secondOfDay: 86_399))

  /// Creates the time of day `time` on the day `date`.
  public init(date: CivilDate, time: CivilTime = .midnight) {
    localSeconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay)
  }

  /// Creates a date-time from its seconds since 1970-01-01T00:00:00.
  public init(localSeconds: Int64) {
    precondition(
      -62_135_596_800...253_402_300_799 ~= localSeconds,
      "local second \(localSeconds) lies outside the years 1 to 9999")
    self.localSeconds = localSeconds
  }

  /// Creates a date-time, clamped to the calendar.
  package init(clamping localSeconds: Int64) {
    let bounds = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds
    self.localSeconds = localSeconds.clamped(to: bounds)
  }

  /// Returns the local time a number of seconds later, clamped to the calendar.
  package func adding(seconds: Int64) -> CivilDateTime {
    CivilDateTime(clamping: localSeconds + seconds)
  }

  /// The date.
  public var date: CivilDate {
    CivilDate(dayNumber: Int(localSeconds.flooredQuotient(86_400)))
  }

  /// The time of day.
  public var time: CivilTime { CivilTime(secondOfDay: Int(localSeconds.modulo(86_400))) }

  /// Orders date-times by local time.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    a.localSeconds < b.localSeconds
  }
}

extension CivilDateTime: LosslessStringConvertible {
  /// Parses `2024-01-04T08:00:00` or `2024-01-04T08:00`, optionally with a space instead of the `T` and a
  /// fraction of a second, which is dropped, or `20240104T080000`; a zone or an offset is rejected.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let value = scanner.dateTime(), scanner.isAtEnd else { return nil }
    self = value
  }

  /// The date-time as `2024-01-04T08:00:00`.
  public var description: String { text(isUTC: false) }

  /// Returns the description, with a `Z` at the end of a time in UTC.
  ///
  /// Safe: all twenty bytes are written, of which 19 or twenty are taken.
  func text(isUTC: Bool) -> String {
    String(unsafeUninitializedCapacity: 20) { text in
      date.write(to: text)
      text[10] = UInt8(ascii: "T")
      time.write(to: text, at: 11)
      text[19] = UInt8(ascii: "Z")
      return isUTC ? 20 : 19
    }
  }
}
