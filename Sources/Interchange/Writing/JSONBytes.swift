/// A streaming JSON encoder.
///
/// The caller opens and closes objects and arrays; commas are inserted automatically.
package struct JSONBytes: Sendable {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next value needs no comma: it is the first of its container, or follows its name.
  private var isFirst = true

  package init() {}

  /// Removes all bytes and keeps the capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  /// Opens an object or array.
  package mutating func open(_ bracket: Character) {
    beginValue()
    append(bracket)
    isFirst = true
  }

  /// Closes an object or array.
  package mutating func close(_ bracket: Character) {
    append(bracket)
    isFirst = false
  }

  /// Starts an independent value.
  package mutating func begin() { isFirst = true }

  /// Writes the name of the property whose value follows.
  package mutating func name(_ name: String) {
    text(name)
    append(":")
    isFirst = true
  }

  /// Writes an escaped string.
  package mutating func text(_ text: String) {
    beginValue()
    bytes.append(.quote)
    for byte in text.utf8 { escape(byte) }
    bytes.append(.quote)
  }

  /// Writes a value that is already JSON, such as a number.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  /// Writes a finite number with the shortest digits that parse as the same number.
  package mutating func number(_ number: Double) { raw(number.written) }

  /// Writes an object.
  package mutating func object(_ write: (inout JSONBytes) -> Void) {
    open("{")
    write(&self)
    close("}")
  }

  private mutating func beginValue() {
    if !isFirst { bytes.append(.comma) }
    isFirst = false
  }

  private mutating func append(_ character: Character) {
    bytes.append(contentsOf: character.utf8)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case .quote, UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<32:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(contentsOf: [byte >> 4, byte & 15].map { $0 < 10 ? 48 + $0 : 87 + $0 })
    default: bytes.append(byte)
    }
  }
}

// Properties; absent values and defaults are omitted.
extension JSONBytes {
  /// Writes a string property unless it is `nil`.
  package mutating func property(_ name: String, _ text: String?) {
    guard let text else { return }
    self.name(name)
    self.text(text)
  }

  /// Writes a Boolean property.
  package mutating func property(_ name: String, _ truth: Bool) {
    self.name(name)
    raw((truth ? "true" : "false").utf8)
  }

  /// Writes a property that is an object.
  package mutating func property(
    _ name: String, object write: (inout JSONBytes) -> Void
  ) {
    self.name(name)
    object(write)
  }

  mutating func property(_ name: String, list: [String]) {
    if list.isEmpty { return }
    property(name, items: list) { json, text in json.text(text) }
  }

  mutating func property(_ name: String, texts: [String: String]) {
    self.name(name)
    open("{")
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) { property(key, text) }
    close("}")
  }

  /// Writes a property that is an array.
  package mutating func property<Item>(
    _ name: String, items: [Item], _ write: (inout JSONBytes, Item) -> Void
  ) {
    self.name(name)
    self.items(items, write)
  }

  /// Writes an array.
  package mutating func items<Item>(
    _ items: [Item], _ write: (inout JSONBytes, Item) -> Void
  ) {
    open("[")
    for item in items { write(&self, item) }
    close("]")
  }
}
