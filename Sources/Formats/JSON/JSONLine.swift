package import Diagnostics

/// A decoder of records from texts of JSON, usually lines, with user-facing errors.
///
/// The memory is reused for the next text, which invalidates the ``Properties`` of the last one.
///
/// Safe: the bytes are lent for the call, and the document copies them.
package struct JSONLine {
  private let document = JSONDocument(deepest: 512, isLenient: true)

  package init() {}

  /// Decodes a value from one line.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from line: String
  ) throws(InputError) -> Value {
    try JSONLine().decode(type, from: line)
  }

  /// Decodes a value; text that is not JSON is quoted in the error.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from line: String
  ) throws(InputError) -> Value {
    try Array(line.utf8).withUnsafeBufferPointer { line throws(InputError) in
      try decode(type, from: line)
    }
  }

  /// Decodes a value; text that is not JSON is quoted in the error.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from line: UnsafeBufferPointer<UInt8>
  ) throws(InputError) -> Value {
    try decode(type, try root(of: line), of: line)
  }

  /// Decodes the parsed value of a line.
  package func decode<Value: Decodable>(
    _ type: Value.Type, _ root: JSONNode, of line: UnsafeBufferPointer<UInt8>
  ) throws(InputError) -> Value {
    do {
      return try Value(from: JSONNodeDecoder(node: root))
    } catch let error as InputError {
      throw error
    } catch {
      throw JSONLine.malformed(line)
    }
  }

  /// Opens the object of a text, whose properties are decoded later.
  package static func properties(of line: String, known: [String]) throws(InputError) -> Properties
  {
    let root = try Array(line.utf8).withUnsafeBufferPointer { line throws(InputError) in
      try JSONLine().root(of: line)
    }
    return try Properties(of: JSONNodeDecoder(node: root), known: known)
  }

  /// Parses a text, which may begin with a byte order mark.
  package func root(of line: UnsafeBufferPointer<UInt8>) throws(InputError) -> JSONNode {
    let mark = line.first == 0xEF && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do throws(InputError) {
      try document.read(UnsafeBufferPointer(rebasing: line[mark...]))
    } catch {
      if case .tooLarge = error.problem { throw error }
      throw JSONLine.malformed(line)
    }
    return document.root
  }

  private static func malformed(_ line: UnsafeBufferPointer<UInt8>) -> InputError {
    guard let text = String(validating: line, as: UTF8.self) else {
      return InputError(.broken(.invalidUTF8))
    }
    return InputError(.malformed(text: text, .json))
  }
}

/// A decoder of the values of a document, which are converted where they are decoded.
///
/// A value of another kind, or a scalar that is malformed in a lenient document, is a
/// ``JSONTypeMismatch``, for which ``Properties`` throws an `InputError` with the key path.
struct JSONNodeDecoder: Decoder {
  let node: JSONNode
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// - Throws: `InputError` if two members of the object have one name.
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard node.kind == .object else { throw JSONTypeMismatch() }
    if let name = node.members.map(\.name).firstRepeated {
      let path = Properties.path(codingPath + [Properties.Key(name)])
      throw InputError(.duplicate(kind: "property", id: name), field: path)
    }
    return KeyedDecodingContainer(JSONMembers<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONElementList(self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns the decoder of a member or element.
  fileprivate func decoder(of node: JSONNode, _ key: any CodingKey) -> JSONNodeDecoder {
    JSONNodeDecoder(node: node, codingPath: codingPath + [key])
  }

  /// Returns the decoder of a member.
  fileprivate func decoder(ofMember key: any CodingKey) throws -> JSONNodeDecoder {
    guard let value = node.member(key.stringValue) else { throw JSONTypeMismatch() }
    return decoder(of: value, key)
  }
}

/// The error of a value that is not of the expected type.
struct JSONTypeMismatch: Error {}

// Scalars. Types without a conversion of their own decode themselves from the value.
extension JSONNodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try JSONNodeDecoder.require(node.boolean) }

  func decode(_ type: String.Type) throws -> String {
    try JSONNodeDecoder.require(node.exactText)
  }

  func decode<Number: Decodable & BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
    Number(try JSONNodeDecoder.require(node.exactNumber))
  }

  func decode<Number: Decodable & FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    try JSONNodeDecoder.require(node.exactWholeNumber.flatMap { Number(exactly: $0) })
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private static func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw JSONTypeMismatch() }
    return value
  }
}

/// The members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONNodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.node.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { decoder.node.member(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.node.member(key.stringValue)?.kind == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: try decoder.decoder(ofMember: key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.decoder(ofMember: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.decoder(ofMember: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.decoder(ofMember: key) }
}

/// The elements of an array, decoded in order.
private struct JSONElementList: UnkeyedDecodingContainer {
  private let decoder: JSONNodeDecoder
  private let elements: [JSONNode]
  private(set) var currentIndex = 0

  init(_ decoder: JSONNodeDecoder) throws {
    guard decoder.node.kind == .array else { throw JSONTypeMismatch() }
    self.decoder = decoder
    elements = decoder.node.elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].kind == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: try superDecoder())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    guard !isAtEnd else { throw JSONTypeMismatch() }
    defer { currentIndex += 1 }
    return decoder.decoder(of: elements[currentIndex], JSONIndex(currentIndex))
  }
}

/// The position of an element in a key path.
private struct JSONIndex: CodingKey {
  var position: Int

  init(_ position: Int) { self.position = position }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }

  var stringValue: String { "\(position)" }
  var intValue: Int? { position }
}

extension [String] {
  /// The first text that is equal to an earlier one.
  fileprivate var firstRepeated: String? {
    // Few texts are compared faster than hashed.
    if count <= 16 {
      return indices.first { self[..<$0].contains(self[$0]) }.map { self[$0] }
    }
    var known: Set<String> = []
    return first { !known.insert($0).inserted }
  }
}
