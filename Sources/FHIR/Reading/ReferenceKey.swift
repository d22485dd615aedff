/// What a reference names: the kind of key and its bytes.
///
/// A literal reference is told by its last two segments, whatever stands before them and whichever
/// version it names.
///
/// Safe: it points into the reference, between indices that were found there, and lives no longer.
struct ReferenceKey {
  var kind: UInt8
  var bytes: UnsafeBufferPointer<UInt8>

  /// The kind of keys that are an identifier: its system, a bar and its value.
  static let identifier: UInt8 = 254
  /// The kind of references to other types, and of those that are no path.
  static let other: UInt8 = 255

  /// Takes the text of a reference.
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
    // A transaction may refer to what it does not know by name: `Patient?identifier=system|value`.
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
  /// The reference without `/_history/…`.
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
