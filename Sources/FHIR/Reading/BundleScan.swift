import Diagnostics
import Formats
import Interchange
import Scheduling

/// An entry of a Bundle, or the single resource of a file, before its patient is known.
struct BundleEntry {
  /// The one-based index of the entry.
  var number: Int
  /// The resource; `nil` for a deletion.
  var resource: JSONNode?
  /// `Type/id`; `nil` if the resource has no id.
  var identity: String?
  /// The id given by the entry, for resources without one.
  var id: String?
  var version = ResourceLocation.Version.only
}

/// Collects the resources of a document: the entries of a Bundle, including nested Bundles, or the
/// root resource.
struct BundleScan {
  private(set) var entries: [BundleEntry] = []
  private(set) var identities: [String: String] = [:]
  private(set) var problems: [InputError] = []

  /// Scans a document.
  ///
  /// `number` is the index reported for all entries; if `nil`, entries are numbered.
  init(_ root: JSONNode, number: Int? = nil) {
    if root["resourceType"]?.text == "Bundle" {
      addEntries(of: root, number: number)
    } else {
      entries.append(BundleEntry(number: number ?? 1, resource: root))
    }
  }

  private mutating func addEntries(of resource: JSONNode, number outer: Int?) {
    let isHistory = resource["type"]?.text == "history"
    let moment = resource["timestamp"].flatMap { FHIRDateTime($0) }
    for (index, entry) in (resource["entry"]?.elements ?? []).enumerated() {
      let number = outer ?? index + 1
      if entry.kind != .object {
        problems.append(entry.breaks(.malformed).at(line: number))
      } else if entry["search"]?["mode"]?.text != "outcome" {
        add(entry, number, isHistory: isHistory, at: moment)
      }
    }
  }

  private mutating func add(
    _ entry: JSONNode, _ number: Int, isHistory: Bool, at moment: FHIRDateTime?
  ) {
    let url = entry["fullUrl"]?.text
    if entry["request"]?["method"]?.text == "DELETE", entry["resource"] == nil {
      let time = entry["response"]?["lastModified"].flatMap { FHIRDateTime($0) } ?? moment
      entries.append(
        BundleEntry(
          number: number, identity: (entry["request"]?["url"]?.text ?? url).flatMap(\.identity),
          version: .deleted(time.flatMap(\.instant))))
      return
    }
    guard let resource = entry["resource"] else { return }
    guard resource.kind == .object else {
      problems.append(resource.breaks(.malformed).at(line: number))
      return
    }
    if resource["resourceType"]?.text == "Bundle" {
      addEntries(of: resource, number: number)
      return
    }
    let ownID = resource["id"]?.text
    let id = ownID ?? url?.lastPart
    let type = resource["resourceType"]?.text
    let identity = type.flatMap { type in id.map { "\(type)/\($0)" } }
    if let url, let identity, url.identity != identity { identities[url] = identity }
    entries.append(
      BundleEntry(
        number: number, resource: resource, identity: identity, id: ownID == nil ? id : nil,
        version: isHistory ? .kept : .only))
  }
}

extension FHIRDateTime {
  /// The instant, if the value has an offset.
  var instant: Instant? {
    if case .instant(let instant) = moment { instant } else { nil }
  }
}

extension String {
  /// The substring after the last slash or colon of a URL.
  fileprivate var lastPart: String {
    let path = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return String(path.split(separator: ":", omittingEmptySubsequences: false).last ?? "")
  }

  /// `Type/id`, if a URL ends with it.
  ///
  /// Safe: the key points into the text, and becomes a text before that goes.
  fileprivate var identity: String? {
    var text = self
    return text.withUTF8 { bytes in
      let key = ReferenceKey(bytes)
      guard key.kind < ReferenceKey.identifier, let type = ResourceType(rawValue: key.kind) else {
        return nil
      }
      return "\(type.name)/\(String(decoding: key.bytes, as: UTF8.self))"
    }
  }
}
