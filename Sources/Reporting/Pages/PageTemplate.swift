/// A template in the part of Mustache that pages need: `{{name}}`, `{{{name}}}` for what is markup
/// already, `{{#name}}` and `{{^name}}` up to `{{/name}}`, and `{{> template}}`.
///
/// One of the last three that has a line for itself leaves no line behind. No tag goes over lines.
struct PageTemplate: Sendable {
  /// What stands in it, in order.
  let parts: [Content]

  /// Text, or a place: for a value, for another template, or for what depends on a value.
  enum Content: Sendable {
    case text([UInt8])
    case value(String)
    case markup(String)
    case template(String)
    case section(String, [Content])
    case inverted(String, [Content])
  }

  /// Reads a template.
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

/// Reads a template line by line.
private struct PageTemplateReader {
  /// The sections that are open, the innermost last, within the whole.
  private var open: [(tag: Substring, parts: [PageTemplate.Content])] = [("", [])]

  /// What was read of the whole.
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
  /// The tag that a line holds alone, where it is one that leaves no line behind.
  fileprivate var onlyTag: Substring? {
    guard hasPrefix("{{"), hasSuffix("}}\n"), let kind = dropFirst(2).first, "#^/>".contains(kind)
    else { return nil }
    let tag = dropFirst(2).dropLast(3)
    return tag.contains("{") ? nil : tag
  }
}
