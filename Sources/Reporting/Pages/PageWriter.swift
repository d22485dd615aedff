import Charts

/// An object with values for templates.
protocol PageObject: Sendable {
  /// Returns a value by name; `nil` if it is unknown or empty, in which case the enclosing object
  /// is asked.
  func child(named name: String) -> PageValue?
}

/// A value of a template's tag.
enum PageValue {
  case text(String)
  /// Escaped markup.
  case markup([UInt8])
  case truth(Bool)
  case list([any PageObject])

  static func optional(_ text: String?) -> PageValue? { text.map(PageValue.text) }
}

extension String: PageObject {
  /// `.` is the text itself.
  func child(named name: String) -> PageValue? { name == "." ? .text(self) : nil }
}

/// Renders templates.
struct PageWriter {
  /// The templates by name.
  let templates: [String: PageTemplate]
  /// The context stack, the innermost object last.
  private var objects: [any PageObject] = []
  private(set) var bytes: [UInt8] = []

  init(_ templates: [String: PageTemplate]) { self.templates = templates }

  /// Renders an object with a template.
  mutating func write(_ object: some PageObject, by template: String) {
    objects.append(object)
    write(template)
    objects.removeLast()
  }

  private mutating func write(_ template: String) {
    guard let template = templates[template] else {
      preconditionFailure("there is no template '\(template)'")
    }
    write(template.parts)
  }

  private mutating func write(_ parts: [PageTemplate.Content]) {
    for part in parts {
      switch part {
      case .text(let text): bytes += text
      case .value(let name): if case .text(let text) = value(name) { bytes.appendEscaped(text) }
      case .markup(let name): write(markup: value(name))
      case .template(let name): write(name)
      case .section(let name, let parts): write(parts, for: value(name))
      case .inverted(let name, let parts): if isNothing(value(name)) { write(parts) }
      }
    }
  }

  private mutating func write(markup value: PageValue?) {
    switch value {
    case .text(let text): bytes += text.utf8
    case .markup(let markup): bytes += markup
    case .truth, .list, nil: break
    }
  }

  private mutating func write(_ parts: [PageTemplate.Content], for value: PageValue?) {
    guard case .list(let list) = value else { return isNothing(value) ? () : write(parts) }
    for object in list {
      objects.append(object)
      write(parts)
      objects.removeLast()
    }
  }

  private func isNothing(_ value: PageValue?) -> Bool {
    switch value {
    case nil, .truth(false): true
    case .list(let list): list.isEmpty
    case .text, .markup, .truth(true): false
    }
  }

  private func value(_ name: String) -> PageValue? {
    for object in objects.reversed() {
      if let value = object.child(named: name) { return value }
    }
    return nil
  }
}
