/// A streaming JSON encoder.
///
/// The caller opens and closes objects and arrays; commas are inserted automatically.
package struct JSONBytes: Sendable {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []
  /// Whether the values of a container are on lines of their own, except scalars of lists.
  package let isIndented: Bool
  /// Whether the next value needs no comma, because it is the first of its container.
  private var isFirst = true
  /// Whether the next value is that of the last name.
  private var followsName = false
  /// The number of open containers, and whether the innermost one is on one line.
  private var (depth, isOnOneLine) = (0, false)

  /// Creates an encoder.
  ///
  /// - Parameter isIndented: Whether containers are indented by two spaces, and line breaks and tabs
  ///   in strings are escaped as `\n`, `\r` and `\t` instead of `\u000a`, `\u000d` and `\u0009`.
  package init(isIndented: Bool = false) { self.isIndented = isIndented }

  /// Removes all bytes and keeps the capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    begin()
  }

  /// Removes and returns the bytes written so far, in the middle of a value too.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Opens an object or array.
  package mutating func open(_ bracket: Character, onOneLine isOnOneLine: Bool = false) {
    beginValue()
    bytes.append(contentsOf: bracket.utf8)
    self.isOnOneLine = isOnOneLine
    depth += 1
    isFirst = true
  }

  /// Closes an object or array.
  package mutating func close(_ bracket: Character) {
    depth -= 1
    if isIndented, !isFirst, !isOnOneLine { beginLine() }
    bytes.append(contentsOf: bracket.utf8)
    (isFirst, isOnOneLine) = (false, false)
  }

  /// Starts an independent value.
  package mutating func begin() { (isFirst, followsName) = (true, false) }

  /// Writes the name of the property whose value follows.
  package mutating func name(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  /// Writes an escaped string.
  package mutating func text(_ text: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that is already JSON, such as a number.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  package mutating func integer(_ number: Int) { raw("\(number)".utf8) }

  /// Writes the shortest digits that parse as the same number; `null` if it is not finite, which
  /// JSON cannot represent.
  package mutating func number(_ number: Double) {
    raw(number.isFinite ? number.written : Array("null".utf8))
  }

  /// Writes an object.
  package mutating func object(_ write: (inout JSONBytes) -> Void) {
    open("{")
    write(&self)
    close("}")
  }

  private mutating func beginValue() {
    if followsName { return followsName = false }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if isOnOneLine {
      if !isFirst { bytes.append(UInt8(ascii: " ")) }
    } else if isIndented, depth > 0 {
      beginLine()
    }
    isFirst = false
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n") where isIndented: bytes.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r") where isIndented: bytes.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t") where isIndented: bytes.append(contentsOf: "\\t".utf8)
    case 0..<32:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(contentsOf: [byte >> 4, byte & 15].map { $0 < 10 ? 48 + $0 : 87 + $0 })
    default: bytes.append(byte)
    }
  }
}

extension Double {
  /// The shortest digits that parse as the same number, without a decimal point for whole numbers.
  package var written: [UInt8] {
    if let whole = Int64(exactly: self), abs(whole) < 1 << 53 { return Array("\(whole)".utf8) }
    return Array(description.utf8)
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

  /// Writes a list of strings unless it is empty.
  package mutating func property(_ name: String, list: [String]) {
    if list.isEmpty { return }
    property(name, items: list) { json, text in json.text(text) }
  }

  /// Writes an object of strings with sorted keys.
  package mutating func property(_ name: String, texts: [String: String]) {
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
