import Diagnostics
import ScheduleFormats
import Scheduling

/// Resolves the date-times of a file with the time zones of the file and the patient.
final class CalendarClocks {
  private var zones: ZoneNames
  /// The time zone of floating times.
  let patientZone: Zone
  /// Warnings about date-times, by line.
  private(set) var warnings: [InputError] = []
  /// The first line with a floating date-time or date.
  private(set) var floating: ContentLine?
  /// The first named time zone.
  private(set) var firstZone: Zone?
  /// The zone names already reported as contradicting their VTIMEZONE.
  private var contradicted: Set<String> = []

  init(_ descriptions: [ZoneDescription], patientZone: Zone) {
    zones = ZoneNames(descriptions)
    self.patientZone = patientZone
  }

  /// Parses a value of a line; its form takes precedence over VALUE.
  func stamp(_ text: String, of line: ContentLine, _ component: Component) throws(InputError)
    -> CalendarStamp
  {
    let stamp = try read(text, of: line, component)
    if stamp.isDate || stamp.zone == nil { floating = floating ?? line }
    if !stamp.isDate, line.parameters["VALUE"]?.uppercased() == "DATE" {
      warnings.append(line.error(.against(.otherValue, text: text)))
    }
    return stamp
  }

  private func read(_ text: String, of line: ContentLine, _ component: Component) throws(InputError)
    -> CalendarStamp
  {
    let text = text.trimmed
    guard let written = WrittenStamp(text) else {
      throw line.error(.malformed(text: text, .basicMoment))
    }
    if written.isDate { return CalendarStamp(local: written.local, isDate: true) }
    let zone = try zone(of: line, component)
    if written.isUTC, let zone, !zone.isUTC { throw line.error(.conflict(with: "Z"), "TZID") }
    if let zone { firstZone = firstZone ?? zone }
    if let zone { compare(zone, at: written.local, line, component) }
    return CalendarStamp(
      local: written.local, isDate: false, zone: written.isUTC ? .utc : zone)
  }

  /// Reports a zone whose offsets differ from its VTIMEZONE.
  private func compare(
    _ zone: Zone, at local: CivilDateTime, _ line: ContentLine, _ component: Component
  ) {
    let name = line.parameters["TZID"] ?? ""
    guard !contradicted.contains(name),
      let described = zones.described(name, inCalendar: component.calendar),
      described.instant(meantBy: local) != zone.instant(meantBy: local)
    else { return }
    contradicted.insert(name)
    warnings.append(line.error(.against(.otherZone, text: name), "TZID"))
  }

  /// Returns the time zone of the TZID.
  private func zone(of line: ContentLine, _ component: Component) throws(InputError) -> Zone? {
    guard let name = line.parameters["TZID"], !name.isEmpty else { return nil }
    if let zone = zones.zone(name, inCalendar: component.calendar) { return zone }
    throw line.error(.against(.unknownZone, text: name), "TZID")
  }

  /// Returns the instant of a value in its own time zone, otherwise in another.
  func instant(_ stamp: CalendarStamp, by clock: Zone? = nil) -> Instant {
    stamp.instant ?? (clock ?? patientZone).instant(meantBy: stamp.local)
  }

  /// Returns the local time of a value on the clock of DTSTART.
  func local(_ stamp: CalendarStamp, as anchor: CalendarStamp) -> CivilDateTime {
    stamp.local(as: anchor, floating: patientZone) ?? stamp.local
  }
}

extension Zone {
  /// Whether its offset is always zero.
  fileprivate var isUTC: Bool {
    self == .utc || offset(at: .earliest) == 0 && changes(in: .earliest..<(.latest)).isEmpty
  }
}
