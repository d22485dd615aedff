import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The relevant content of a calendar file.
struct CalendarContent {
  /// The events and to-dos, in order.
  var components: [Component] = []
  /// The VTIMEZONE components.
  var zones: [ZoneDescription] = []
  /// The calendars in order; properties outside any calendar belong to the first.
  var calendars = [CalendarHeader()]
  /// The number of ignored components by name.
  var ignoredComponents: [String: Int] = [:]
  /// Errors and warnings.
  var problems = ProblemList()
  /// Whether a calendar, an event or a to-do was found.
  var isCalendar = false
  /// The X-WR-TIMEZONE property.
  var zoneName: ContentLine?
}

/// The properties of a calendar.
struct CalendarHeader {
  private(set) var method: ContentLine?
  /// The error for which the whole calendar is rejected.
  private(set) var refusal: InputError?

  /// Whether the method cancels all components.
  var cancels: Bool { method?.value.uppercased() == "CANCEL" }

  /// Adds a property of the calendar.
  mutating func take(_ property: ContentLine) {
    let value = property.value.trimmed.uppercased()
    switch property.name {
    case "METHOD":
      method = property
      if !["", "PUBLISH", "REQUEST", "CANCEL"].contains(value) { refuse(property, .otherMethod) }
    case "VERSION" where value == "1.0": refuse(property, .otherCalendar)
    case "CALSCALE" where !["", "GREGORIAN"].contains(value): refuse(property, .otherCalendar)
    default: break
    }
  }

  private mutating func refuse(_ property: ContentLine, _ rule: InputError.Rule) {
    refusal = refusal ?? property.error(.against(rule, text: property.value))
  }
}

extension String {
  /// The text without surrounding white space.
  var trimmed: String {
    let isBlank: (Character) -> Bool = \.isWhitespace
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
