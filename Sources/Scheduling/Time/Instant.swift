/// A point on the time line, in whole seconds.
///
///     let landing = Instant("2025-06-10T22:00:00Z")!
///     print(Zone("Europe/Dublin")!.civil(at: landing))  // 2025-06-10T23:00:00
///     print(landing.adding(seconds: 3600) - landing)  // 3600
public struct Instant: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let seconds: Int64

  /// The earliest instant of any civil date in any zone.
  public static let earliest = Instant(seconds: CivilDateTime.first.localSeconds - 2 * 86_400)
  /// The latest instant of any civil date in any zone.
  public static let latest = Instant(seconds: CivilDateTime.last.localSeconds + 2 * 86_400)

  /// Creates an instant from its seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Returns the instant a number of seconds later, clamped to ``earliest`` and ``latest``.
  public func adding(seconds: Int64) -> Instant {
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    if overflow { return seconds < 0 ? .earliest : .latest }
    return Instant(seconds: sum.clamped(to: Instant.earliest.seconds...Instant.latest.seconds))
  }

  /// Returns the seconds from one instant to another, clamped to 64 bits.
  public static func - (later: Instant, earlier: Instant) -> Int64 {
    let (difference, overflow) = later.seconds.subtractingReportingOverflow(earlier.seconds)
    return overflow ? (later < earlier ? .min : .max) : difference
  }

  /// Orders instants by time.
  public static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
}

extension Instant: LosslessStringConvertible {
  /// Parses `2024-03-09T13:00:00Z` or `2024-03-09T08:00:00-05:00`, also as `2024-03-09 13:00:00 UTC`, `-0500`
  /// or `-05`; a text without zone or offset is rejected.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let local = scanner.dateTime(), let offset = scanner.offset(), scanner.isAtEnd else {
      return nil
    }
    self.init(seconds: local.localSeconds - Int64(offset))
  }

  /// The instant in UTC, as `2024-03-09T13:00:00Z`.
  public var description: String { CivilDateTime(clamping: seconds).text(isUTC: true) }
}
