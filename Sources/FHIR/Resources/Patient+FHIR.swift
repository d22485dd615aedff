import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Patient {
  /// Parses a Patient.
  ///
  /// - Parameters:
  ///   - resource: The Patient.
  ///   - zone: The time zone for a Patient without one.
  ///   - notes: Receives warnings.
  /// - Throws: `InputError` if there is no time zone, or a member has the wrong type.
  init(
    _ resource: Resource, zone: Zone?, notes: inout [InputError]
  ) throws(InputError) {
    let node = resource.node
    try resource.requireKnownModifiers()
    guard let zone = try Patient.zone(of: node) ?? zone else {
      throw InputError(.against(.zoneUnknown, text: ""))
    }
    self.init(id: resource.id, zone: zone)
    try readName(try node.objects("name"))
    if let gender = try node.text("gender") {
      guard let sex = Sex(rawValue: gender) else { throw node.malformed("gender") }
      self.sex = sex
    }
    if let birth = try node.dateTime("birthDate"), !birth.isPartial { birthDate = birth.local.date }
    if let death = try node.dateTime("deceasedDateTime") {
      notes.note(death, node["deceasedDateTime"])
      deletedAt = death.isDate ? death.next : death.moment
      observation = ObservationPeriod(to: death.lastDay(in: zone), endCause: .death)
    } else if node["deceasedBoolean"]?.boolean == true {
      observation.endCause = .death
    }
    recordedAt = resource.location.version == .kept ? resource.lastUpdated : nil
  }

  private mutating func readName(_ names: [JSONNode]) throws(InputError) {
    let uses = ["official", "usual"]
    let name = uses.lazy.compactMap { use in names.first { $0["use"]?.text == use } }.first
    guard let name = name ?? names.first else { return }
    familyName = try name.text("family")
    let given = try name.list("given").compactMap(\.text)
    givenName = given.isEmpty ? nil : given.joined(separator: " ")
    if familyName == nil, givenName == nil { familyName = try name.text("text") }
  }

  /// Returns the patient's time zone, otherwise that of an address.
  private static func zone(of node: JSONNode) throws(InputError) -> Zone? {
    if let zone = try node.zoneExtension { return zone }
    for address in try node.objects("address") {
      if let zone = try address.zoneExtension { return zone }
    }
    return nil
  }
}

extension JSONNode {
  private static let zoneExtensions = [
    "http://hl7.org/fhir/StructureDefinition/timezone",
    "http://hl7.org/fhir/StructureDefinition/tz-code",
  ]

  /// The time zone from the extension.
  fileprivate var zoneExtension: Zone? {
    get throws(InputError) {
      for part in try objects("extension") {
        guard let url = part["url"]?.text, JSONNode.zoneExtensions.contains(url),
          let name = part["valueCode"] ?? part["valueString"]
        else { continue }
        guard let zone = name.text.flatMap({ Zone($0) }) else { throw name.breaks(.zoneUnknown) }
        return zone
      }
      return nil
    }
  }

  /// Returns the error for a member of the wrong type.
  func malformed(_ name: StaticString) -> InputError { (self[name] ?? self).breaks(.malformed) }
}

extension [InputError] {
  /// Adds warnings about an ambiguous time.
  mutating func note(_ time: FHIRDateTime, _ node: JSONNode?) {
    guard let node else { return }
    if time.lacksOffset { append(node.breaks(.missingOffset)) }
    if time.isPartial { append(node.breaks(.partialDate)) }
  }
}
