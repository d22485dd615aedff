import Scheduling

/// Finds the zones that a file's TZIDs name, each once.
struct ZoneNames {
  private let descriptions: [ZoneDescription]
  /// The places of the descriptions by their names.
  private var places: [String: [Int]] = [:]
  private var known: [Name: Zone?] = [:]
  /// The zones that descriptions of known names tell.
  private var descriptionsRead: [Name: Zone?] = [:]
  /// How many zones were made of their rules.
  private var ruled = 0

  /// A TZID and the calendar that it stands in.
  private struct Name: Hashable {
    var text: String
    var calendar: Int
  }

  init(_ descriptions: [ZoneDescription]) {
    self.descriptions = descriptions
    for (place, description) in descriptions.enumerated() {
      if let name = description.name { places[name, default: []].append(place) }
    }
  }

  /// The zone of a TZID: by its name, else by another name that its description has, else by the rules of
  /// that, else by an offset in the name; `nil` where none says anything.
  mutating func zone(_ text: String, inCalendar calendar: Int) -> Zone? {
    let name = Name(text: text, calendar: calendar)
    if let zone = known[name] { return zone }
    let zone = find(text.trimmed, calendar)
    known[name] = .some(zone)
    return zone
  }

  /// The zone that the file describes by a name of its own rules; `nil` where it has none, or where those are what a
  /// TZID is known by.
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

  /// The description in the calendar, else the first elsewhere.
  private func description(of name: String, _ calendar: Int) -> ZoneDescription? {
    let own = places[name, default: []]
    let place = own.first { descriptions[$0].calendar == calendar } ?? own.first
    return place.map { descriptions[$0] }
  }

  /// The zone of an IANA name, or of one that Windows has; of a path the longest tail counts that is one.
  static func named(_ name: String) -> Zone? {
    if let zone = iana(name) { return zone }
    var tail = name[...]
    while let slash = tail.firstIndex(of: "/") {
      tail = tail[tail.index(after: slash)...]
      // No name of a zone has a hundred bytes.
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

  /// Whether a name says its offset, as `UTC+01:00` or `GMT-0500`.
  private static func isOffset(_ name: String) -> Bool {
    (name.hasPrefix("UTC") || name.hasPrefix("GMT"))
      && name.dropFirst(3).first.map { $0 == "+" || $0 == "-" } == true
  }
}
