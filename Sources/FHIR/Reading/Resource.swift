import Diagnostics
import Formats
import Interchange
import Scheduling

/// A resource while it is being read.
struct Resource {
  /// The JSON, valid until the next resource is read.
  let node: JSONNode
  let type: ResourceType
  let id: String
  let location: ResourceLocation
  /// The time of this version, from `meta.lastUpdated`.
  let lastUpdated: Instant?

  /// Reads the elements common to all resources.
  ///
  /// - Throws: `InputError` if the resource has no id, has duplicate members for its id or patient,
  ///   or its `meta` is malformed.
  init(_ node: JSONNode, _ type: ResourceType, _ location: ResourceLocation) throws(InputError) {
    (self.node, self.type, self.location) = (node, type, location)
    if let name = node.repeated(among: Resource.identifying) {
      throw InputError(.duplicate(kind: "property", id: name), field: name)
    }
    guard let id = try node.text("id") ?? location.id, !id.isEmpty else {
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

  /// The members that identify the resource and its patient.
  ///
  /// Duplicates are rejected because JSON readers differ in which one they keep.
  private static let identifying: [StaticString] = ["resourceType", "id", "subject", "for"]

  var identity: String { type.prefix + id }

  /// Whether the status is `entered-in-error`.
  var isInError: Bool { node["status"]?.text == "entered-in-error" }

  /// Rejects modifier extensions, whose meaning is unknown.
  func requireKnownModifiers() throws(InputError) {
    guard let modifier = node["modifierExtension"] else { return }
    if modifier.kind == .array, modifier.count == 0 { return }
    let url = modifier.elements.first?["url"]?.text ?? ""
    throw InputError(.against(.modifierExtension, text: url), field: "modifierExtension")
  }
}

/// The location of a resource in the input files, and its context in a Bundle.
struct ResourceLocation: Sendable {
  /// The file index.
  var file: Int32
  /// The line number, or the one-based entry index in a Bundle.
  var line: Int32
  /// The byte offset and length in the file; zero for a deletion.
  var offset: Int
  var length: Int
  /// The enclosing Bundle.
  var bundle: BundleContext?
  /// The id from the entry, for resources without one.
  var id: String?
  /// How it relates to other versions of the resource.
  var version = Version.only

  enum Version: Sendable, Equatable {
    /// The only version; of several with one identity the latest is used.
    case only
    /// A version in a history, valid until the next one.
    case kept
    /// A deletion, with its time if known.
    case deleted(Instant?)
  }

  var bytes: Range<Int> { offset..<offset + length }
}

/// The resolution context of references within a Bundle.
final class BundleContext: Sendable {
  /// Resource identities by `fullUrl`, for URLs that do not end with `Type/id`.
  let identities: [String: String]

  init(_ identities: [String: String]) { self.identities = identities }
}
