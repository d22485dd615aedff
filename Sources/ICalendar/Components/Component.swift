import Scheduling

/// A VEVENT or VTODO: its properties that mean something here, as they stand in the file.
struct Component {
  /// The kinds of components that are plans.
  enum Kind: String {
    case event = "VEVENT"
    case todo = "VTODO"

    /// The property that says when an occurrence ends.
    var end: String { self == .event ? "DTEND" : "DUE" }
  }

  let kind: Kind
  /// The line of its BEGIN.
  let line: Int
  /// The calendar that it stands in, by its place in the file.
  let calendar: Int
  /// The properties in order.
  private(set) var properties: [ContentLine] = []
  /// The first property that decides when it happens and is too long to be read.
  private(set) var tooLong: InputError?

  init(_ kind: Kind, line: Int, calendar: Int) {
    (self.kind, self.line, self.calendar) = (kind, line, calendar)
  }

  /// The first property of a name that has a value.
  subscript(_ name: String) -> ContentLine? {
    properties.first { $0.name == name && !$0.value.isEmpty }
  }

  /// The properties of a name that have a value.
  func all(_ name: String) -> [ContentLine] {
    properties.filter { $0.name == name && !$0.value.isEmpty }
  }

  /// An error about the component, or a property that it lacks.
  func error(_ rule: InputError.Rule, _ field: String? = nil) -> InputError {
    InputError(.against(rule, text: ""), field: field, line: line)
  }
}

extension Component {
  /// What a property does.
  enum Role {
    /// It says when something happens.
    case time
    /// It says what happens, or which version this is.
    case words
    /// It is none of those that are read.
    case none
  }

  /// What a property of a name does.
  static func role(of name: String) -> Role {
    switch name {
    case "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE",
      "RECURRENCE-ID":
      .time
    case "UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
      "SUMMARY", "DESCRIPTION", "CATEGORIES", "TZID", "COMMENT", "LOCATION", "URL", "CLASS",
      "PRIORITY":
      .words
    default: name.hasPrefix("X-") ? .words : .none
    }
  }

  /// Adds a property.
  ///
  /// - Returns: What is doubtful about it.
  mutating func add(_ property: ContentLine, isTooLong: Bool) -> InputError? {
    let role = Component.role(of: property.name)
    if role == .none { return nil }
    if isTooLong, role == .time {
      let error = property.error(.tooLarge(what: "bytes in one line", limit: Limits.line))
      tooLong = tooLong ?? error
      return nil
    }
    if isTooLong { return property.error(.against(.longLine, text: "")) }
    let isRepeated =
      Component.single.contains(property.name)
      && properties.contains { $0.name == property.name }
    if isRepeated { return property.error(.against(.repeated, text: property.value)) }
    properties.append(property)
    return nil
  }

  /// The properties that stand once.
  private static let single: Set<String> = [
    "UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
    "DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "SUMMARY",
  ]
}
