/// A strict parser of pages and pictures: anything that a browser would have to repair is a
/// finding.
struct StrictMarkup {
  /// The start tag of an element.
  struct Element: Hashable {
    var name: String
    var attributes: [Attribute] = []
    /// Whether it is in a picture, whose elements depend on numbers and text widths.
    var isPictured = false
  }

  struct Attribute: Hashable {
    var name: String
    var value: String
  }

  private(set) var elements: [Element] = []
  /// The texts between tags, with entities resolved.
  private(set) var texts: [String] = []
  /// The contents of scripts and styles.
  private(set) var scripts: [String] = []
  private var rest: Substring.UTF8View
  private var open: [String] = []

  /// Elements whose end tag is optional in HTML, and void elements.
  private static let implied: Set = ["td", "th", "tr", "li", "dt", "dd", "p"]
  private static let void: Set = ["meta", "link", "br", "hr", "img", "input", "col", "wbr"]

  init(_ text: String) throws {
    rest = text[...].utf8
    while !rest.isEmpty { try next() }
    let unclosed = open.filter { !Self.implied.contains($0) }
    try require(unclosed.isEmpty, "elements without an end: \(unclosed)")
  }

  private mutating func next() throws {
    if let name = open.last, name == "script" || name == "style" { return try raw(name) }
    guard rest.first == UInt8(ascii: "<") else {
      return texts.append(try Self.resolved(take { $0 != UInt8(ascii: "<") }))
    }
    rest.removeFirst()
    switch rest.first {
    case UInt8(ascii: "/"): try end()
    case UInt8(ascii: "!"), UInt8(ascii: "?"): try declaration()
    default: try begin()
    }
  }

  private mutating func take(while body: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: body)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }

  private mutating func skip(_ text: String) throws {
    try require(rest.starts(with: text.utf8), "not \(text): \(String(Substring(rest.prefix(60))))")
    rest = rest.dropFirst(text.utf8.count)
  }

  /// Parses a doctype or an XML declaration.
  private mutating func declaration() throws {
    let text = take { $0 != UInt8(ascii: ">") }
    try require(
      text.uppercased() == "!DOCTYPE HTML" || text.hasPrefix("?xml "), "a declaration: \(text)")
    try skip(">")
  }

  private mutating func raw(_ name: String) throws {
    let text = take { $0 != UInt8(ascii: "<") }
    if rest.starts(with: "</\(name)>".utf8) {
      scripts.append(text)
      rest.removeFirst()
      try end()
    } else {
      throw Finding("markup within \(name)")
    }
  }

  private mutating func end() throws {
    try skip("/")
    let name = take { Self.isName($0) }
    try skip(">")
    while let last = open.popLast(), last != name {
      try require(Self.implied.contains(last), "\(last) ends with \(name)")
    }
  }

  private mutating func begin() throws {
    var element = Element(name: take { Self.isName($0) })
    try require(!element.name.isEmpty, "a sign < that begins no element")
    while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\n") {
      rest.removeFirst()
      if let attribute = try attribute() { element.attributes.append(attribute) }
    }
    let names = element.attributes.map(\.name)
    try require(Set(names).count == names.count, "an attribute twice: \(names)")
    let isClosed = rest.first == UInt8(ascii: "/")
    if isClosed { rest.removeFirst() }
    try skip(">")
    element.isPictured = element.name == "svg" || open.contains("svg")
    if !isClosed, !Self.void.contains(element.name) { open.append(element.name) }
    elements.append(element)
  }

  private mutating func attribute() throws -> Attribute? {
    let name = take { Self.isName($0) }
    guard !name.isEmpty else { return nil }
    guard rest.first == UInt8(ascii: "=") else { return Attribute(name: name, value: "") }
    try skip("=\"")
    let value = try Self.resolved(take { $0 != UInt8(ascii: "\"") })
    try skip("\"")
    return Attribute(name: name, value: value)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private static let entities = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "#39": "'", "nbsp": "\u{A0}",
  ]

  /// Returns a text with its entities resolved, once.
  private static func resolved(_ text: String) throws -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    var resolved = String(Substring(parts[0]))
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != UInt8(ascii: ";") }
      guard name.endIndex < part.endIndex, let sign = entities[String(Substring(name))] else {
        throw Finding("a sign & that begins no entity: \(String(Substring(part.prefix(20))))")
      }
      resolved += sign + String(Substring(part[name.endIndex...].dropFirst()))
    }
    try require(!resolved.utf8.contains(0), "a byte of 0")
    return resolved
  }
}
