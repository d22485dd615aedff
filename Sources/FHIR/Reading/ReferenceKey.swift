/// The target of a reference: the kind of key and its bytes.
///
/// Only the last two segments of a literal reference count; base URL and version are ignored.
///
/// Safe: it points into the reference, between indices that were found there, and lives no longer.
struct ReferenceKey {
  var kind: UInt8
  var bytes: UnsafeBufferPointer<UInt8>

  /// The kind of identifier keys, `system|value`.
  static let identifier: UInt8 = 254
  /// The kind of references to other types, and of references that are not paths.
  static let other: UInt8 = 255

  /// Parses the text of a reference.
  init(_ reference: UnsafeBufferPointer<UInt8>) {
    let path = reference.withoutVersion
    if let slash = path.lastIndex(of: UInt8(ascii: "/")) {
      let before = path[..<slash]
      let start = before.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      if let type = ResourceType(UnsafeBufferPointer(rebasing: path[start..<slash])) {
        self.init(
          kind: type.rawValue, bytes: UnsafeBufferPointer(rebasing: path[(slash + 1)...]))
        return
      }
    }
    self.init(kind: ReferenceKey.other, bytes: reference)
    // Transactions may contain conditional references: `Patient?identifier=system|value`.
    guard let mark = reference.firstIndex(of: UInt8(ascii: "?")) else { return }
    let condition: StaticString = "?identifier="
    let end = mark + condition.utf8CodeUnitCount
    if end <= reference.count,
      UnsafeBufferPointer(rebasing: reference[mark..<end]).isEqual(to: condition)
    {
      self.init(
        kind: ReferenceKey.identifier, bytes: UnsafeBufferPointer(rebasing: reference[end...]))
    }
  }

  init(kind: UInt8, bytes: UnsafeBufferPointer<UInt8>) { (self.kind, self.bytes) = (kind, bytes) }
}

// Safe: the mark is looked for where it has room.
extension UnsafeBufferPointer<UInt8> {
  /// The reference without its `/_history/…` suffix.
  fileprivate var withoutVersion: UnsafeBufferPointer<UInt8> {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    guard count > length else { return self }
    for start in stride(from: count - length, through: 0, by: -1)
    where self[start] == UInt8(ascii: "/") {
      let part = UnsafeBufferPointer(rebasing: self[start..<start + length])
      if part.isEqual(to: mark) { return UnsafeBufferPointer(rebasing: self[..<start]) }
    }
    return self
  }
}
