/// A date or a time of iCalendar.
package struct CalendarStamp: Hashable, Sendable {
  package var local: CivilDateTime
  package var isDate: Bool
  /// The zone that TZID or `Z` names; `nil` where the time floats.
  package var zone: Zone?

  package init(local: CivilDateTime, isDate: Bool, zone: Zone? = nil) {
    (self.local, self.isDate, self.zone) = (local, isDate, zone)
  }

  /// The moment that is meant, where the stamp does not float.
  package var instant: Instant? { zone?.instant(meantBy: local) }

  /// The wall-clock time beside a DTSTART: beside a date what is written, else what its clock shows.
  ///
  /// - Parameters:
  ///   - anchor: The DTSTART.
  ///   - floating: The zone whose clock it follows where it floats.
  /// - Returns: `nil` where DTSTART floats, nobody knows its clock, and this does not float.
  package func local(as anchor: CalendarStamp, floating: Zone? = nil) -> CivilDateTime? {
    guard let zone, !isDate, zone != anchor.zone else { return local }
    if anchor.isDate, floating != nil { return local }
    return (anchor.zone ?? floating)?.civil(at: zone.instant(meantBy: local))
  }
}

/// A date or time as it is written: `20240104`, `20240104T080000` or `20240104T080000Z`.
package struct WrittenStamp: Hashable, Sendable {
  package var local: CivilDateTime
  package var isDate: Bool
  package var isUTC: Bool

  /// Reads a stamp; a leap second, 60, is the second before.
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
