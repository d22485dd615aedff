import Diagnostics
import Scheduling

/// Resolves the TZIDs of a file, with caching.
struct ZoneNames {
  private let descriptions: [ZoneDescription]
  /// The indices of the VTIMEZONEs by name.
  private var indices: [String: [Int]] = [:]
  private var known: [Name: Zone?] = [:]
  /// The zones defined by the VTIMEZONEs of known names.
  private var descriptionsRead: [Name: Zone?] = [:]
  /// The number of zones built from rules.
  private var ruled = 0

  /// A TZID and its calendar.
  private struct Name: Hashable {
    var text: String
    var calendar: Int
  }

  init(_ descriptions: [ZoneDescription]) {
    self.descriptions = descriptions
    for (index, description) in descriptions.enumerated() {
      if let name = description.name { indices[name, default: []].append(index) }
    }
  }

  /// Returns the zone of a TZID: by its name, otherwise by an alternative name of its VTIMEZONE,
  /// otherwise by the VTIMEZONE's rules, otherwise by an offset in the name.
  mutating func zone(_ text: String, inCalendar calendar: Int) -> Zone? {
    let name = Name(text: text, calendar: calendar)
    if let zone = known[name] { return zone }
    let zone = find(text.trimmed, calendar)
    known[name] = .some(zone)
    return zone
  }

  /// Returns the zone that the file's VTIMEZONE defines for a name; `nil` if there is none, or if
  /// the TZID was resolved by it.
  mutating func described(_ text: String, inCalendar calendar: Int) -> Zone? {
    let name = Name(text: text.trimmed, calendar: calendar)
    if let zone = descriptionsRead[name] { return zone }
    let isNamed = ZoneNames.named(name.text) != nil
    let zone =
      isNamed && descriptionsRead.count < Limits.zones
      ? description(of: name.text, calendar)?.zone() : nil
    descriptionsRead[name] = .some(zone)
    return zone
  }

  private mutating func find(_ name: String, _ calendar: Int) -> Zone? {
    if let zone = ZoneNames.named(name) { return zone }
    if let description = description(of: name, calendar) {
      for alias in description.aliases {
        if let zone = ZoneNames.named(alias) { return zone }
      }
      ruled += 1
      if ruled <= Limits.zones, let zone = description.zone() { return zone }
    }
    return WindowsZones.zone(shownAs: name) ?? (ZoneNames.isOffset(name) ? Zone(name) : nil)
  }

  /// Returns the description in the calendar, otherwise the first elsewhere.
  private func description(of name: String, _ calendar: Int) -> ZoneDescription? {
    let own = indices[name, default: []]
    let index = own.first { descriptions[$0].calendar == calendar } ?? own.first
    return index.map { descriptions[$0] }
  }

  /// Returns the zone of an IANA or Windows name; for a path, of the longest suffix that is a name.
  static func named(_ name: String) -> Zone? {
    if let zone = iana(name) { return zone }
    var tail = name[...]
    while let slash = tail.firstIndex(of: "/") {
      tail = tail[tail.index(after: slash)...]
      // Zone names are shorter than a hundred bytes.
      guard tail.utf8.count < 100, tail.contains("/") else { continue }
      if let zone = iana(String(tail)) { return zone }
    }
    return WindowsZones.name(of: name).flatMap { Zone($0) }
  }

  private static func iana(_ name: String) -> Zone? {
    let isOther = isOffset(name) || name.utf8.contains(UInt8(ascii: ";"))
    if isOther || name.utf8.count > 99 { return nil }
    return Zone(String(name.map { $0 == " " ? "_" : $0 }))
  }

  /// Returns whether a name is an offset, such as `UTC+01:00` or `GMT-0500`.
  private static func isOffset(_ name: String) -> Bool {
    (name.hasPrefix("UTC") || name.hasPrefix("GMT"))
      && name.dropFirst(3).first.map { $0 == "+" || $0 == "-" } == true
  }
}
