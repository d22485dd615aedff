import Scheduling

/// Reads the stamps of a file, which mean moments by the zones that the file and the patient have.
final class CalendarClocks {
  private var zones: ZoneNames
  /// The zone in which floating times resolve.
  let patientZone: Zone
  /// What is doubtful about stamps, by line.
  private(set) var doubts: [InputError] = []
  /// The first line with a time or date that floats.
  private(set) var floating: ContentLine?
  /// The first zone that a stamp names.
  private(set) var firstZone: Zone?
  /// The names of zones that their descriptions contradict, each told once.
  private var contradicted: Set<String> = []

  init(_ descriptions: [ZoneDescription], patientZone: Zone) {
    zones = ZoneNames(descriptions)
    self.patientZone = patientZone
  }

  /// Reads a value of a line; its form says what it is, whatever VALUE says.
  func stamp(_ text: String, of line: ContentLine, _ component: Component) throws(InputError)
    -> CalendarStamp
  {
    let stamp = try read(text, of: line, component)
    if stamp.isDate || stamp.zone == nil { floating = floating ?? line }
    if !stamp.isDate, line.parameters["VALUE"]?.uppercased() == "DATE" {
      doubts.append(line.error(.against(.otherValue, text: text)))
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

  /// Tells that a zone has other clocks than the file describes.
  private func compare(
    _ zone: Zone, at local: CivilDateTime, _ line: ContentLine, _ component: Component
  ) {
    let name = line.parameters["TZID"] ?? ""
    guard !contradicted.contains(name),
      let described = zones.described(name, inCalendar: component.calendar),
      described.instant(meantBy: local) != zone.instant(meantBy: local)
    else { return }
    contradicted.insert(name)
    doubts.append(line.error(.against(.otherZone, text: name), "TZID"))
  }

  /// The zone that TZID names.
  private func zone(of line: ContentLine, _ component: Component) throws(InputError) -> Zone? {
    guard let name = line.parameters["TZID"], !name.isEmpty else { return nil }
    if let zone = zones.zone(name, inCalendar: component.calendar) { return zone }
    throw line.error(.against(.unknownZone, text: name), "TZID")
  }

  /// The moment of a stamp by its own clock, else by another.
  func instant(_ stamp: CalendarStamp, by clock: Zone? = nil) -> Instant {
    stamp.instant ?? (clock ?? patientZone).instant(meantBy: stamp.local)
  }

  /// The local time of a stamp beside a DTSTART.
  func local(_ stamp: CalendarStamp, as anchor: CalendarStamp) -> CivilDateTime {
    stamp.local(as: anchor, floating: patientZone) ?? stamp.local
  }
}

extension Zone {
  /// Whether its clocks always show UTC.
  fileprivate var isUTC: Bool {
    self == .utc || offset(at: .earliest) == 0 && changes(in: .earliest..<(.latest)).isEmpty
  }
}
