/// The resource type and patient reference of a line, found without parsing it.
///
/// Safe: what is found are ranges, each between two quotes of the bytes.
struct ResourceHead {
  /// The type; `nil` if the type is not supported.
  var type: ResourceType?
  var typeName: Range<Int>
  /// The reference to the patient, or the id of a Patient.
  var patient: Range<Int>?

  /// Scans the bytes of a resource only as far as necessary.
  ///
  /// - Returns: `nil` if the line has to be parsed: escaped strings, patients referred to by
  ///   identifier, invalid JSON. The result is correct only if the bytes are valid JSON.
  static func find(in bytes: UnsafeBufferPointer<UInt8>) -> ResourceHead? {
    var scan = HeadScan(bytes: bytes)
    return scan.head()
  }
}

/// Scans an object member by member.
///
/// Safe: `position` is compared with the count before each look, and the bytes are lent for the scan.
private struct HeadScan {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private var type: (name: Range<Int>, type: ResourceType?)?
  private var id: Range<Int>?
  private var subject: Range<Int>?
  private var taskPatient: Range<Int>?

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func head() -> ResourceHead? {
    guard next() == UInt8(ascii: "{") else { return nil }
    position += 1
    repeat {
      guard member() else { return nil }
      if let found { return found }
    } while takeComma()
    return nil
  }

  /// Skips the comma between two members; returns whether there was one.
  private mutating func takeComma() -> Bool {
    guard next() == .comma else { return false }
    position += 1
    return true
  }

  /// The head, if enough of it is known.
  private var found: ResourceHead? {
    guard let type else { return nil }
    guard let known = type.type else {
      return isWhole(type.name) ? ResourceHead(type: nil, typeName: type.name) : nil
    }
    switch known {
    case .bundle: return nil
    case .medication: return ResourceHead(type: known, typeName: type.name)
    case .patient: return id.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    case .task:
      return taskPatient.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    default: return subject.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    }
  }

  /// Whether the name of an unsupported type, which is never parsed later, is a complete string
  /// followed by valid JSON.
  private func isWhole(_ name: Range<Int>) -> Bool {
    var rest = self
    let end = rest.next()
    return (end == .comma || end == UInt8(ascii: "}"))
      && bytes[name].allSatisfy { 65...90 ~= $0 || 97...122 ~= $0 }
  }

  /// Scans a member; returns whether it could be scanned.
  private mutating func member() -> Bool {
    guard next() == .quote, let name = text(), next() == UInt8(ascii: ":") else { return false }
    position += 1
    let key = UnsafeBufferPointer(rebasing: bytes[name])
    guard let first = next() else { return false }
    if first == .quote {
      guard let value = text() else { return false }
      if type == nil, key.isEqual(to: "resourceType") {
        type = (value, ResourceType(UnsafeBufferPointer(rebasing: bytes[value])))
      } else if id == nil, key.isEqual(to: "id") {
        id = value
      }
      return true
    }
    if first == UInt8(ascii: "{") {
      if subject == nil, key.isEqual(to: "subject") {
        subject = reference()
        return subject != nil
      }
      if taskPatient == nil, key.isEqual(to: "for") {
        taskPatient = reference()
        return taskPatient != nil
      }
    }
    return skip()
  }

  /// Skips an object; returns the value of its member `reference`.
  private mutating func reference() -> Range<Int>? {
    var found: Range<Int>?
    position += 1
    while let byte = next() {
      if byte == UInt8(ascii: "}") {
        position += 1
        return found
      }
      if byte == .comma { position += 1 }
      guard next() == .quote, let name = text(), next() == UInt8(ascii: ":") else { return nil }
      position += 1
      let key = UnsafeBufferPointer(rebasing: bytes[name])
      if next() == .quote, found == nil, key.isEqual(to: "reference") {
        found = text()
        if found == nil { return nil }
      } else if !skip() {
        return nil
      }
    }
    return nil
  }

  /// Returns the next byte that is not white space.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte > 32 { return byte }
      guard byte == 32 || byte == 9 || byte == 13 || byte == 10 else { return nil }
      position += 1
    }
    return nil
  }

  /// Returns the string at the opening quote; `nil` if it contains escapes.
  private mutating func text() -> Range<Int>? {
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != .quote {
      if bytes[end] == UInt8(ascii: "\\") { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    position = end + 1
    return start..<end
  }

  /// Skips a value of any kind.
  private mutating func skip() -> Bool {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case .quote:
        guard skipText() else { return false }
        if depth == 0 { return true }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // A number or literal ends with the enclosing object.
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          position += 1
          return true
        }
      case .comma where depth == 0: return true
      default: break
      }
      position += 1
    }
    return false
  }

  private mutating func skipText() -> Bool {
    position += 1
    while position < bytes.count, bytes[position] != .quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    return position <= bytes.count
  }
}
