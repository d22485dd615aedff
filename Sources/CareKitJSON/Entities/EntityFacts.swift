import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The properties common to all entities.
struct EntityFacts {
  /// The identity of this version in links: its UUID, or in CareKit 2.0 its database name.
  var identity: String?
  /// The identities of its predecessors.
  var previous: [String] = []
  var effective: Instant?
  var deleted: Instant?
  var created: Instant?
  var updated: Instant?
  /// The time zone of the device on which the entity was created.
  var zone: Zone
  var group: String?
  var tags: [String]
  var notes: [RecordNote]
  var remoteID: String?
  /// The user info; properties without a counterpart are kept under `carekit.`.
  var userInfo: [String: String]

  /// When the version was recorded.
  var recordedAt: Instant? { updated ?? created }

  init(_ node: JSONNode, _ dates: inout DateReader) throws(InputError) {
    identity = try node.identity
    previous = try node.links(
      "previousVersionUUIDs", "previousVersionUUID", database: "previousVersionID")
    _ = try node.links("nextVersionUUIDs", "nextVersionUUID", database: "nextVersionID")
    effective = try dates.date("effectiveDate", of: node)
    deleted = try dates.date("deletedDate", of: node)
    created = try dates.date("createdDate", of: node)
    updated = try dates.date("updatedDate", of: node)
    zone = try node.required("timezone", try node.zone("timezone"))
    group = try node.text("groupIdentifier")
    tags = try node.texts("tags")
    notes = try node.list("notes").map { note throws(InputError) in try RecordNote(note) }
    remoteID = try node.text("remoteID")
    userInfo = try node.userInfo()
    try node.checkSchemaVersion()
    keep("uuid", identity)
    keep("source", try node.text("source"))
    keep("asset", try node.text("asset"))
    if updated != nil, created != updated { keep("createdDate", created?.description) }
  }

  /// Keeps a property without a counterpart in the user info.
  mutating func keep(_ name: String, _ text: String?) {
    if let text { userInfo["carekit.\(name)"] = text }
  }

  /// Sets the common properties of a record.
  func fill(_ record: inout some VersionedRecord) {
    record.effectiveFrom = effective.map(LocalOrInstant.instant)
    record.recordedAt = recordedAt
    record.deletedAt = deleted.map(LocalOrInstant.instant)
    (record.tags, record.notes, record.remoteID) = (tags, notes, remoteID)
    record.userInfo = userInfo
  }
}

extension JSONNode {
  /// The identity of this version in links.
  fileprivate var identity: String? {
    get throws(InputError) {
      if let uuid = try text("uuid") { return uuid.identity }
      if let name = try object("localDatabaseID") { return try name.databaseName }
      return try text("objectId")?.identity
    }
  }

  /// Returns the identities in a link to versions, in any of the formats.
  fileprivate func links(
    _ list: StaticString, _ single: StaticString, database: StaticString
  ) throws(InputError) -> [String] {
    let several = try texts(list).map(\.identity)
    return several + [try link(single, database: database)].compactMap(\.self)
  }

  /// Returns the identity in a link to an entity, in any of the formats.
  func link(_ name: StaticString, database: StaticString) throws(InputError) -> String? {
    if let uuid = try text(name) { return uuid.identity }
    return try object(database)?.databaseName
  }

  private var databaseName: String {
    get throws(InputError) { try required("stringValue", try text("stringValue")) }
  }

  func zone(_ name: StaticString) throws(InputError) -> Zone? {
    guard let object = try object(name) else { return nil }
    let id = try object.required("identifier", object["identifier"])
    guard let text = id.text, let zone = Zone(text) else { throw id.isNot(.zone) }
    return zone
  }

  fileprivate func userInfo() throws(InputError) -> [String: String] {
    guard let object = try object("userInfo") else { return [:] }
    var texts: [String: String] = [:]
    for (name, value) in object.members where value.kind != .null {
      guard let text = value.text else { throw value.isNot(.text) }
      texts[name] = text
    }
    return texts
  }

  fileprivate func checkSchemaVersion() throws(InputError) {
    guard let version = try object("schemaVersion") else { return }
    for name in ["majorVersion", "minorVersion", "patchNumber"] as [StaticString] {
      _ = try version.whole(name)
    }
  }
}

extension RecordNote {
  fileprivate init(_ node: JSONNode) throws(InputError) {
    let node = try node.asObject
    self.init(
      try node.text("content") ?? "", title: try node.text("title"),
      author: try node.text("author"))
  }
}

extension String {
  /// The normalized identity: a UUID in upper case, any other name unchanged.
  fileprivate var identity: String {
    guard utf8.count == 36, utf8.contains(where: { 97...102 ~= $0 }) else { return self }
    return utf8.allSatisfy(\.isOfUUID) ? uppercased() : self
  }
}

extension UInt8 {
  /// Whether it is a hexadecimal digit or a hyphen.
  fileprivate var isOfUUID: Bool {
    48...57 ~= self || 65...70 ~= self || 97...102 ~= self || self == UInt8(ascii: "-")
  }
}
