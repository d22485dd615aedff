import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A record while it is converted to a document.
struct RecordDraft {
  let record: CareRecord
  let options: CareKitWriter.Options
  /// The patient's time zone.
  let zone: Zone
  var uuids = NameBasedUUID()
  /// The omissions, and the differences in CareKit's display.
  var problems = ProblemList()
  /// The last version of each care plan, and the patient's.
  var plans: [String: String] = [:]
  var patient = ""
  /// The written versions of each task, in order.
  var tasks: [String: [WrittenTask]] = [:]

  /// A written version of a task.
  struct WrittenTask {
    var uuid: String
    var from: Instant
    var isDeleted: Bool
    var indices: EventIndices
  }

  init(_ record: CareRecord, _ options: CareKitWriter.Options) {
    (self.record, self.options, zone) = (record, options, record.patient.zone)
  }

  /// Returns all entities: the patient, care plans, contacts, tasks sorted by id, and outcomes.
  mutating func entities() -> [JSONValue] {
    if record.patient.start != nil { omit("patient.start") }
    var entities = patientEntities()
    entities += planEntities()
    entities += contactEntities()
    entities += taskEntities()
    entities += outcomeEntities()
    for index in record.holds.indices { omit("holds.\(index)") }
    for index in record.namedEvents.indices { omit("namedEvents.\(index)") }
    return entities
  }

  mutating func omit(_ path: String, _ reason: String = "") {
    report(InputError(.against(.omitted, text: reason), field: path))
  }

  mutating func report(_ error: InputError) { problems.append(error) }

  func entity(_ type: String, _ object: [String: JSONValue]) -> JSONValue {
    .sorted(["type": .text(type), "object": .sorted(object)])
  }

  /// Returns a date in the document's format; as a string if a number would be read as
  /// milliseconds.
  func date(_ instant: Instant) -> JSONValue {
    switch options.dates {
    case .seconds where instant <= DateReader.latest:
      .integer(Int(instant.seconds - DateReader.reference))
    case .seconds, .iso8601: .text(instant.description)
    }
  }

  /// The default date, CareKit's earliest.
  static let firstDate = Instant(seconds: DateReader.reference)
}

// Properties common to all entities.
extension RecordDraft {
  /// Returns the UUID of a version: the one it was read with, or a name-based one.
  mutating func uuid(
    _ kind: String, _ id: String, _ recordedAt: Instant?, _ userInfo: [String: String]
  ) -> String {
    if let known = userInfo["carekit.uuid"] { return known }
    return uuids.next([record.patient.id, kind, id, recordedAt?.description ?? ""])
  }

  /// Returns the common properties of a version.
  func common(
    _ version: some VersionedRecord, group: String?, from: Instant, _ links: VersionLinks,
    in own: Zone? = nil
  ) -> [String: JSONValue] {
    let zone = own ?? zone
    var object = kept(version.userInfo, zone: zone)
    object["id"] = .text(version.id)
    let effective =
      version.effectiveFrom?.instant(in: zone)
      ?? moment("effectiveDate", version.userInfo) ?? from
    object["effectiveDate"] = date(effective)
    setDates(version.recordedAt, version.userInfo, &object)
    object["deletedDate"] = version.deletedAt.map { date($0.instant(in: zone)) }
    links.write(into: &object)
    object.set("groupIdentifier", group)
    object.set("tags", version.tags)
    object.set("remoteID", version.remoteID)
    setNotes(version.notes, &object)
    return object
  }

  /// Sets when a version was created and recorded.
  func setDates(
    _ recordedAt: Instant?, _ userInfo: [String: String], created: Instant? = nil,
    _ object: inout [String: JSONValue]
  ) {
    guard let recordedAt else { return }
    let first = moment("createdDate", userInfo) ?? created ?? recordedAt
    object["createdDate"] = date(first)
    object["updatedDate"] = date(recordedAt)
  }

  func setNotes(_ notes: [RecordNote], _ object: inout [String: JSONValue]) {
    if notes.isEmpty { return }
    object["notes"] = .list(
      notes.map { note in
        var object: [String: JSONValue] = ["content": .text(note.content)]
        object.set("title", note.title)
        object.set("author", note.author)
        return .sorted(object)
      })
  }

  /// Returns the properties kept from reading, and the time zone and version that each entity has.
  func kept(_ userInfo: [String: String], zone: Zone) -> [String: JSONValue] {
    var object: [String: JSONValue] = [
      "schemaVersion": .sorted([
        "majorVersion": .integer(2), "minorVersion": .integer(1), "patchNumber": .integer(0),
      ])
    ]
    let known = userInfo["carekit.timezone"].flatMap(Zone.init) ?? zone
    object["timezone"] = .sorted(["identifier": .text(known.id)])
    object.set("source", userInfo["carekit.source"])
    object.set("asset", userInfo["carekit.asset"])
    let own = userInfo.filter { !$0.key.hasPrefix("carekit.") }
    if !own.isEmpty { object["userInfo"] = .sorted(own.mapValues(JSONValue.text)) }
    return object
  }

  /// Returns an instant kept from reading.
  func moment(_ name: String, _ userInfo: [String: String]) -> Instant? {
    userInfo["carekit.\(name)"].flatMap(Instant.init)
  }
}

/// The links of a version to its neighbours.
struct VersionLinks {
  var uuid: String
  var previous: String?
  var next: String?

  func write(into object: inout [String: JSONValue]) {
    object["uuid"] = .text(uuid)
    object["previousVersionUUIDs"] = .list([previous].compactMap { $0.map(JSONValue.text) })
    object["nextVersionUUIDs"] = .list([next].compactMap { $0.map(JSONValue.text) })
  }

  /// Returns the links of consecutive versions.
  static func all(_ uuids: [String]) -> [VersionLinks] {
    uuids.indices.map { index in
      VersionLinks(
        uuid: uuids[index], previous: index > 0 ? uuids[index - 1] : nil,
        next: index + 1 < uuids.count ? uuids[index + 1] : nil)
    }
  }
}

/// Generates name-based UUIDs (version 5 of RFC 9562), which are the same for the same names.
struct NameBasedUUID {
  private var known: Set<String> = []

  /// The URL namespace.
  private static let space: [UInt8] = [
    0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ]

  /// Returns the UUID for some names; repeated names get distinct UUIDs in order.
  mutating func next(_ names: [String]) -> String {
    let name = "carekit:" + names.joined(separator: "\n")
    var (uuid, number) = (NameBasedUUID.text(of: name), 1)
    while !known.insert(uuid).inserted {
      number += 1
      uuid = NameBasedUUID.text(of: "\(name)\n\(number)")
    }
    return uuid
  }

  /// Returns the UUID of a name, in upper case.
  static func text(of name: String) -> String {
    var bytes = Array(SHA1.digest(of: space + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
