import AdherenceAnalytics
import Scheduling

/// What a file has that means something here.
struct CalendarContent {
  /// The events and to-dos, in the order of their beginnings.
  var components: [Component] = []
  /// The descriptions of zones.
  var zones: [ZoneDescription] = []
  /// The calendars in order; what stands outside of them is of the first.
  var calendars = [CalendarHeader()]
  /// How many components were passed over, by their names.
  var passedOver: [String: Int] = [:]
  /// What is wrong or doubtful so far.
  var problems = ProblemList()
  /// Whether a calendar, an event or a to-do has begun.
  var isCalendar = false
  /// The zone that the file names for whom it is shown to.
  var zoneName: ContentLine?
}

/// What a calendar says of itself.
struct CalendarHeader {
  private(set) var method: ContentLine?
  /// The property for which nothing of the calendar is read.
  private(set) var refusal: InputError?

  /// Whether all components take back what they name.
  var cancels: Bool { method?.value.uppercased() == "CANCEL" }

  /// Takes a property of the calendar.
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
  /// The text without blanks around it.
  var trimmed: String {
    let isBlank: (Character) -> Bool = \.isWhitespace
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
