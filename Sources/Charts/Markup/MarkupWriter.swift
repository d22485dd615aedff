/// Writes XML or HTML with escaped attributes and text, which prevents injection of markup.
package struct MarkupWriter: Sendable {
  /// The output in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// The attributes of an element, in order.
  package typealias Attributes = KeyValuePairs<StaticString, Value>

  /// The value of an attribute, or the text of an element.
  package enum Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    /// Text, which is escaped.
    case text(String)
    /// Markup from the source code, which is not escaped.
    case markup(StaticString)
    /// A number, written with at most one decimal.
    case number(Double)
    /// Bytes without markup characters.
    case bytes([UInt8])
    /// Writes the attribute without a value.
    case empty
    /// Omits the attribute.
    case absent

    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .number(Double(number)) }

    /// The data of a path.
    static func path(_ path: PathData) -> Value { .bytes(path.bytes) }
  }

  package init() {}

  /// Writes an element and its content.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:],
    content: (inout MarkupWriter) -> Void
  ) {
    tag(name, attributes)
    content(&self)
    markup("</")
    markup(name)
    markup(">")
  }

  /// Writes an element that contains only text.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an empty element of XML.
  mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    markup("/>")
  }

  /// Writes a start tag, as of an HTML element whose end tag does not exist or may be omitted.
  package mutating func tag(_ name: StaticString, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    markup(">")
  }

  /// Writes text, escaping markup characters and replacing those that XML forbids.
  package mutating func text(_ text: String) { bytes.appendEscaped(text) }

  /// Appends markup from the source code.
  package mutating func markup(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends markup unescaped.
  package mutating func append(_ markup: [UInt8]) { bytes += markup }

  /// Writes a value as the text of an element.
  package mutating func append(_ value: Value) {
    switch value {
    case .text(let text): bytes.appendEscaped(text)
    case .markup(let literal): markup(literal)
    case .number(let number): bytes.append(tenths: PathData.tenths(number))
    case .bytes(let data): bytes += data
    case .empty, .absent: break
    }
  }

  private mutating func begin(_ name: StaticString, _ attributes: Attributes) {
    markup("<")
    markup(name)
    for (name, value) in attributes {
      if case .absent = value { continue }
      markup(" ")
      markup(name)
      if case .empty = value { continue }
      markup("=\"")
      append(value)
      markup("\"")
    }
  }
}

extension [UInt8] {
  /// Appends text escaped for use as content or in a quoted attribute.
  ///
  /// Escaping works on scalars, so that combining marks cannot hide markup characters: a quote
  /// followed by a combining accent is still a quote. Control characters and noncharacters, which
  /// XML forbids, become U+FFFD.
  fileprivate mutating func appendEscaped(_ text: String) {
    if text.utf8.allSatisfy({ $0.isPlain }) {
      append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": append(contentsOf: "&lt;".utf8)
      case ">": append(contentsOf: "&gt;".utf8)
      case "&": append(contentsOf: "&amp;".utf8)
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&#39;".utf8)
      case "\t", "\n", "\r", " "..."~": append(UInt8(ascii: scalar))
      case "\u{0}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": append(contentsOf: "\u{FFFD}".utf8)
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension UInt8 {
  /// Whether it is printable ASCII and not a markup character, the common case.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: UInt8(ascii: " ")...UInt8(ascii: "~") ~= self
    }
  }
}
