/// A streaming JSON encoder.
///
/// The caller opens and closes objects and arrays; commas are inserted automatically.
package struct JSONBytes: Sendable {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []
  /// Whether the values of a container are on lines of their own, unless it is opened on one line.
  package let isIndented: Bool
  /// Whether the next value needs no comma, because it is the first of its container.
  private var isFirst = true
  /// Whether the next value is that of the last name.
  private var followsName = false
  /// The number of open containers.
  private var depth = 0
  /// The depth of the outermost open container that is on one line; `nil` if there is none.
  private var depthOnOneLine: Int?

  /// Creates an encoder.
  ///
  /// - Parameter isIndented: Whether containers are indented by two spaces.
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

  /// Opens an object or array, which may be on one line with all that it contains.
  package mutating func open(_ bracket: Character, onOneLine: Bool = false) {
    beginValue()
    bytes.append(contentsOf: bracket.utf8)
    depth += 1
    if onOneLine, depthOnOneLine == nil { depthOnOneLine = depth }
    isFirst = true
  }

  /// Closes an object or array.
  package mutating func close(_ bracket: Character) {
    let breaksLines = isIndented && depthOnOneLine == nil
    if depthOnOneLine == depth { depthOnOneLine = nil }
    depth -= 1
    if breaksLines, !isFirst { beginLine() }
    bytes.append(contentsOf: bracket.utf8)
    isFirst = false
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
    bytes.put(json: text)
  }

  /// Writes a value that is already JSON, such as a number.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  package mutating func integer(_ number: Int) {
    beginValue()
    bytes.put(number)
  }

  /// Writes the shortest digits that parse as the same number; `null` if it is not finite, which
  /// JSON cannot represent.
  package mutating func number(_ number: Double) {
    beginValue()
    bytes.put(json: number)
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
    if depthOnOneLine != nil {
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
