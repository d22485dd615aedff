/// A date and a time of day without a zone, as a calendar and a clock on the wall show them.
///
///     let half = CivilDateTime("2025-03-09T02:30:00")!
///     print(half.date.weekday, half.time)  // sunday 02:30
///     print(Zone("America/New_York")!.firstInstant(atOrAfter: half))  // 2025-03-09T07:00:00Z
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01T00:00:00, every day counted as 86,400 seconds.
  ///
  /// It orders and subtracts like an instant, but it is none until a ``Zone`` resolves it.
  package let localSeconds: Int64

  /// The first moment of the calendar, 0001-01-01T00:00:00.
  public static let first = CivilDateTime(date: .first)
  /// The last second of the calendar, 9999-12-31T23:59:59.
  public static let last = CivilDateTime(
    date: .last, time: CivilTime(secondOfDay: 86_399))

  /// Creates the time of day `time` on the day `date`.
  public init(date: CivilDate, time: CivilTime = .midnight) {
    localSeconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay)
  }

  /// Creates a date-time from its seconds since 1970-01-01T00:00:00.
  ///
  /// - Precondition: It lies in the years 1 to 9999.
  public init(localSeconds: Int64) {
    precondition(
      -62_135_596_800...253_402_300_799 ~= localSeconds,
      "local second \(localSeconds) lies outside the years 1 to 9999")
    self.localSeconds = localSeconds
  }

  /// The nearest date-time that the calendar has.
  init(clamping localSeconds: Int64) {
    let bounds = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds
    self.localSeconds = localSeconds.clamped(to: bounds)
  }

  /// The local time so many seconds later on the clock, held within the calendar.
  package func adding(seconds: Int64) -> CivilDateTime {
    CivilDateTime(clamping: localSeconds + seconds)
  }

  /// The date.
  public var date: CivilDate {
    CivilDate(dayNumber: Int(localSeconds.flooredQuotient(86_400)))
  }

  /// The time of day.
  public var time: CivilTime { CivilTime(secondOfDay: Int(localSeconds.modulo(86_400))) }

  /// Says which comes first.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    a.localSeconds < b.localSeconds
  }
}

extension CivilDateTime: LosslessStringConvertible {
  /// Reads `2024-01-04T08:00:00` or `2024-01-04T08:00`, also with a space for the `T`, parts of a second,
  /// which are dropped, or as `20240104T080000`; a zone or an offset is refused.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let value = scanner.dateTime(), scanner.isAtEnd else { return nil }
    self = value
  }

  /// The date-time as `2024-01-04T08:00:00`.
  public var description: String {
    let time = time
    return "\(date)T\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
  }
}
