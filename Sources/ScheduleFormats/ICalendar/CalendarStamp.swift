package import Scheduling

/// An iCalendar date or date-time.
package struct CalendarStamp: Hashable, Sendable {
  package var local: CivilDateTime
  package var isDate: Bool
  /// The zone of TZID or `Z`; `nil` for a floating time.
  package var zone: Zone?

  package init(local: CivilDateTime, isDate: Bool, zone: Zone? = nil) {
    (self.local, self.isDate, self.zone) = (local, isDate, zone)
  }

  /// The instant, unless the stamp is floating.
  package var instant: Instant? { zone?.instant(meantBy: local) }

  /// Returns the local time for comparison with a DTSTART: as written if that is a date, otherwise on its
  /// clock.
  ///
  /// - Parameters:
  ///   - anchor: The DTSTART.
  ///   - floating: The zone of a floating DTSTART, if known.
  /// - Returns: `nil` if DTSTART is floating in an unknown zone and this stamp is not floating.
  package func local(as anchor: CalendarStamp, floating: Zone? = nil) -> CivilDateTime? {
    guard let zone, !isDate, zone != anchor.zone else { return local }
    if anchor.isDate, floating != nil { return local }
    return (anchor.zone ?? floating)?.civil(at: zone.instant(meantBy: local))
  }
}

/// A parsed date or date-time: `20240104`, `20240104T080000` or `20240104T080000Z`.
package struct WrittenStamp: Hashable, Sendable {
  package var local: CivilDateTime
  package var isDate: Bool
  package var isUTC: Bool

  /// Parses a stamp; a leap second, 60, is read as 59.
  package init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text)
    guard let date = scanner.basicDate() else { return nil }
    (local, isDate, isUTC) = (CivilDateTime(date: date), scanner.isAtEnd, false)
    if isDate { return }
    guard scanner.skip("T") || scanner.skip("t"), let hour = scanner.digits(2),
      let minute = scanner.digits(2), let second = scanner.digits(2),
      let time = CivilTime(hour: hour, minute: minute, second: second == 60 ? 59 : second)
    else { return nil }
    local = CivilDateTime(date: date, time: time)
    isUTC = scanner.skip("Z") || scanner.skip("z")
    if !scanner.isAtEnd { return nil }
  }
}
