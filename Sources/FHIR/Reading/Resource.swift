import Interchange
import Scheduling

/// A resource while it is read.
struct Resource {
  /// Its JSON, which is valid until the next resource is read.
  let node: JSONNode
  let type: ResourceType
  let id: String
  let place: ResourcePlace
  /// When this version of it was known.
  let lastUpdated: Instant?

  /// Takes what every resource has.
  ///
  /// - Throws: `InputError` where the resource has no id, says twice which or whose it is, or `meta` is malformed.
  init(_ node: JSONNode, _ type: ResourceType, _ place: ResourcePlace) throws(InputError) {
    (self.node, self.type, self.place) = (node, type, place)
    if let name = node.repeated(among: Resource.identifying) {
      throw InputError(.duplicate(kind: "property", id: name), field: name)
    }
    guard let id = try node.text("id") ?? place.id, !id.isEmpty else {
      throw InputError(.missing, field: "id")
    }
    self.id = id
    guard let meta = try node.object("meta"), let time = try meta.dateTime("lastUpdated") else {
      lastUpdated = nil
      return
    }
    guard let instant = time.instant else {
      throw InputError(.against(.malformed, text: "\(time.local)"), field: "meta.lastUpdated")
    }
    lastUpdated = instant
  }

  /// What says which resource it is, and whose; of two one reader has the first, and another the last.
  private static let identifying: [StaticString] = ["resourceType", "id", "subject", "for"]

  /// `Type/id`.
  var identity: String { type.prefix + id }

  /// Whether it says of itself that it is wrong.
  var isInError: Bool { node["status"]?.text == "entered-in-error" }

  /// Refuses extensions that change what is meant in a way that nobody knows.
  func requireKnownModifiers() throws(InputError) {
    guard let modifier = node["modifierExtension"] else { return }
    if modifier.kind == .array, modifier.count == 0 { return }
    let url = modifier.elements.first?["url"]?.text ?? ""
    throw InputError(.against(.modifierExtension, text: url), field: "modifierExtension")
  }
}
