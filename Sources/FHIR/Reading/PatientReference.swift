import Formats
import Interchange

// Safe: the key points into a text that lives for the call, and the table copies new keys.
extension KeyTable {
  /// Returns the key number of a resource's patient; `nil` if it refers to none.
  ///
  /// For a Patient this is its own id.
  mutating func patient(
    of resource: JSONNode, _ type: ResourceType, id: String?, in bundle: BundleContext?
  ) -> Int? {
    if type == .patient { return id.map { number(of: $0, ResourceType.patient.rawValue) } }
    let members: [StaticString] =
      switch type {
      case .task: ["for"]
      case .episodeOfCare: ["patient"]
      // The R4 name is 'individual'.
      case .researchSubject: ["subject", "individual"]
      default: ["subject"]
      }
    guard let node = members.lazy.compactMap({ resource[$0] }).first, node.kind == .object else {
      return nil
    }
    return number(of: node, in: bundle)
  }

  /// Returns the key number of the target of a `Reference`; `nil` if it has none.
  mutating func number(of reference: JSONNode, in bundle: BundleContext?) -> Int? {
    if let node = reference["reference"], node.kind == .text {
      if bundle == nil, let bytes = node.plainBytes {
        return bytes.withUnsafeBufferPointer { number(ofReference: $0) }
      }
      let text = node.text ?? ""
      var meant = bundle?.identities[text] ?? text
      return meant.withUTF8 { number(ofReference: $0) }
    }
    return reference["identifier"].flatMap(\.identifierKey).map {
      number(of: $0, ReferenceKey.identifier)
    }
  }

  private mutating func number(ofReference bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let key = ReferenceKey(bytes)
    return number(of: key.bytes, key.kind)
  }
}

extension JSONNode {
  /// The identifier as a key, `system|value`; `nil` without a value.
  var identifierKey: String? {
    guard let value = self["value"]?.text else { return nil }
    return "\(self["system"]?.text ?? "")|\(value)"
  }
}
