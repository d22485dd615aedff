/// A template in a subset of Mustache: `{{name}}`, `{{{name}}}` for markup, `{{#name}}` and
/// `{{^name}}` up to `{{/name}}`, and `{{> template}}`.
///
/// A line with only one of the last three tags is omitted. A tag cannot span lines.
struct PageTemplate: Sendable {
  /// The parsed contents, in order.
  let parts: [Content]

  /// Literal text, or a tag: a value, another template, or a section.
  enum Content: Sendable {
    case text([UInt8])
    case value(String)
    case markup(String)
    case template(String)
    case section(String, [Content])
    case inverted(String, [Content])
  }

  /// Parses a template.
  init(_ text: String) {
    var reader = PageTemplateReader()
    var rest = text[...]
    while let end = rest.firstIndex(of: "\n") {
      reader.read(line: rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    reader.read(line: rest)
    parts = reader.parts
  }
}

/// Parses a template line by line.
private struct PageTemplateReader {
  /// The open sections, the innermost last.
  private var open: [(tag: Substring, parts: [PageTemplate.Content])] = [("", [])]

  /// The parsed contents at the top level.
  var parts: [PageTemplate.Content] { open[0].parts }

  mutating func read(line: Substring) {
    if let tag = line.onlyTag { return take(tag) }
    var rest = line
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      append(rest[..<start.lowerBound])
      let tag = rest[start.upperBound..<end.lowerBound]
      rest = rest[end.upperBound...]
      if tag.first == "{" {
        add(.markup(String(tag.dropFirst())))
        rest.removeFirst()
      } else {
        take(tag)
      }
    }
    append(rest)
  }

  private mutating func take(_ tag: Substring) {
    switch tag.first {
    case "#", "^": open.append((tag, []))
    case "/": close()
    case ">": add(.template(String(tag.dropFirst(2))))
    default: add(.value(String(tag)))
    }
  }

  private mutating func close() {
    let (tag, parts) = open.removeLast()
    let name = String(tag.dropFirst())
    add(tag.first == "#" ? .section(name, parts) : .inverted(name, parts))
  }

  private mutating func append(_ text: Substring) {
    if !text.isEmpty { add(.text(Array(text.utf8))) }
  }

  private mutating func add(_ part: PageTemplate.Content) {
    open[open.count - 1].parts.append(part)
  }
}

extension Substring {
  /// The tag of a line with only one tag, if such a line is omitted.
  fileprivate var onlyTag: Substring? {
    guard hasPrefix("{{"), hasSuffix("}}\n"), let kind = dropFirst(2).first, "#^/>".contains(kind)
    else { return nil }
    let tag = dropFirst(2).dropLast(3)
    return tag.contains("{") ? nil : tag
  }
}
