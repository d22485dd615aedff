import Diagnostics
import ScheduleFormats
import Scheduling

/// A VEVENT or VTODO with its relevant properties.
struct Component {
  /// The kinds of components that are plans.
  enum Kind: String {
    case event = "VEVENT"
    case todo = "VTODO"

    /// The property for the end of an occurrence.
    var end: String { self == .event ? "DTEND" : "DUE" }
  }

  let kind: Kind
  /// The line of its BEGIN.
  let line: Int
  /// The index of its calendar in the file.
  let calendar: Int
  /// The properties in order.
  private(set) var properties: [ContentLine] = []
  /// The error of the first time property that exceeds the line limit.
  private(set) var tooLong: InputError?

  init(_ kind: Kind, line: Int, calendar: Int) {
    (self.kind, self.line, self.calendar) = (kind, line, calendar)
  }

  /// Returns the first non-empty property of a name.
  subscript(_ name: String) -> ContentLine? {
    properties.first { $0.name == name && !$0.value.isEmpty }
  }

  /// Returns the non-empty properties of a name.
  func all(_ name: String) -> [ContentLine] {
    properties.filter { $0.name == name && !$0.value.isEmpty }
  }

  /// Returns an error about the component or a missing property.
  func error(_ rule: InputError.Rule, _ field: String? = nil) -> InputError {
    InputError(.against(rule, text: ""), field: field, line: line)
  }
}

extension Component {
  /// The role of a property.
  enum Role {
    /// Determines the times.
    case time
    /// Describes the task, or identifies its version.
    case texts
    /// Ignored.
    case none
  }

  /// Returns the role of a property by name.
  static func role(of name: String) -> Role {
    switch name {
    case "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE",
      "RECURRENCE-ID":
      .time
    case "UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
      "SUMMARY", "DESCRIPTION", "CATEGORIES", "TZID", "COMMENT", "LOCATION", "URL", "CLASS",
      "PRIORITY":
      .texts
    default: name.hasPrefix("X-") ? .texts : .none
    }
  }

  /// Adds a property.
  ///
  /// - Returns: A warning about it, if any.
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

  /// The properties that may occur once.
  private static let single: Set<String> = [
    "UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
    "DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "SUMMARY",
  ]
}
