/// Writes elements with escaped attributes and text, which prevents injection of markup.
struct MarkupWriter {
  /// The output in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// The value of an attribute.
  enum AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Text, which is escaped.
    case text(String)
    /// A number, written with at most one decimal.
    case number(Double)
    /// The data of a path.
    case path(PathData)
    /// Omits the attribute.
    case absent

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
  }

  /// Writes an element and its content.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, AttributeValue> = [:],
    _ content: (inout MarkupWriter) -> Void
  ) {
    begin(name, attributes)
    markup(">")
    content(&self)
    markup("</")
    markup(name)
    markup(">")
  }

  /// Writes an element that contains only text.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, AttributeValue> = [:],
    text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an empty element.
  mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, AttributeValue> = [:]
  ) {
    begin(name, attributes)
    markup("/>")
  }

  /// Writes text, escaping markup characters and replacing those that XML forbids.
  ///
  /// Escaping works on bytes rather than characters: a quote followed by a combining accent is
  /// still a quote.
  mutating func text(_ text: String) { bytes.appendEscaped(text) }

  /// Appends markup unescaped.
  mutating func append(_ markup: [UInt8]) { bytes += markup }

  private mutating func begin(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, AttributeValue>
  ) {
    markup("<")
    markup(name)
    for (name, value) in attributes {
      if case .absent = value { continue }
      markup(" ")
      markup(name)
      markup("=\"")
      append(value)
      markup("\"")
    }
  }

  private mutating func append(_ value: AttributeValue) {
    switch value {
    case .text(let text): bytes.appendEscaped(text)
    case .number(let number): bytes.append(tenths: PathData.tenths(number))
    case .path(let path): bytes += path.bytes
    case .absent: break
    }
  }

  private mutating func markup(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
