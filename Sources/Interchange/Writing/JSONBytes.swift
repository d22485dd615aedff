/// JSON as it is written, byte by byte.
///
/// Objects and lists are opened and closed by whoever writes; commas come by themselves.
package struct JSONBytes: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next value is the first of its object or list, or stands behind its name.
  private var isFirst = true

  /// Begins an empty text.
  package init() {}

  /// Begins again in the same memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  /// Opens an object or a list by its bracket.
  package mutating func open(_ bracket: Character) {
    beginValue()
    append(bracket)
    isFirst = true
  }

  /// Closes an object or a list by its bracket.
  package mutating func close(_ bracket: Character) {
    append(bracket)
    isFirst = false
  }

  /// Ends what was written: a value that comes next stands for itself.
  package mutating func begin() { isFirst = true }

  /// Writes the name of the property whose value comes next.
  package mutating func name(_ name: String) {
    text(name)
    append(":")
    isFirst = true
  }

  /// Writes a text with what JSON asks to be escaped.
  package mutating func text(_ text: String) {
    beginValue()
    bytes.append(.quote)
    for byte in text.utf8 { escape(byte) }
    bytes.append(.quote)
  }

  /// Writes a value that is JSON already, such as a number.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  /// Writes a number by the shortest digits that read back as the same; it has to be finite.
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

// Properties; what is absent or has its default is left out.
extension JSONBytes {
  /// Writes a property that is a text, where there is one.
  package mutating func property(_ name: String, _ text: String?) {
    guard let text else { return }
    self.name(name)
    self.text(text)
  }

  /// Writes a property that is true or false.
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

  /// Writes a property that is a list.
  package mutating func property<Item>(
    _ name: String, items: [Item], _ write: (inout JSONBytes, Item) -> Void
  ) {
    self.name(name)
    self.items(items, write)
  }

  /// Writes a list.
  package mutating func items<Item>(
    _ items: [Item], _ write: (inout JSONBytes, Item) -> Void
  ) {
    open("[")
    for item in items { write(&self, item) }
    close("]")
  }
}
