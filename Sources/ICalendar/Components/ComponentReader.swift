import AdherenceAnalytics
import Diagnostics
import Interchange
import ScheduleFormats
import Scheduling

/// Parses the components of a file, line by line.
///
/// Damaged files are repaired: an END without a matching BEGIN closes the innermost component, a
/// component without an END extends to the end of its parent, and invalid lines are ignored.
struct ComponentReader {
  private(set) var content = CalendarContent()
  private var open: [OpenComponent] = []
  /// The number of open components beyond the nesting limit, by name.
  private var deep: [String: Int] = [:]

  /// An open component.
  private struct OpenComponent {
    var name: String
    var line: Int
    /// The target of its properties.
    var meaning: Meaning
  }

  /// The target of a component's properties.
  private enum Meaning: Equatable {
    case calendar(Int)
    /// An event or to-do, by index.
    case component(Int)
    case zone(Int)
    /// A STANDARD or DAYLIGHT of a zone.
    case observance(ofZone: Int)
    case nothing
  }

  /// Parses all lines of a stream.
  static func content(of source: ByteSource) throws(InputError) -> CalendarContent {
    var reader = ComponentReader()
    var lines = try CalendarLines(source)
    try lines.read { reader.take($0) }
    reader.finish()
    return reader.content
  }

  private var meaning: Meaning { open.last?.meaning ?? .calendar(0) }

  private mutating func take(_ line: LineUnfolding.Unfolded) {
    if meaning == .nothing || !deep.isEmpty, !line.isBeginOrEnd { return }
    guard let property = ContentLine(line.bytes, line: line.line) else {
      let text = String(decoding: line.bytes.prefix(100), as: UTF8.self)
      content.problems.append(InputError(.against(.noProperty, text: text), line: line.line))
      return
    }
    if !line.isTooLong, !line.isUTF8 {
      content.problems.append(property.error(.against(.foreignBytes, text: "")))
    }
    switch property.name {
    case "BEGIN": begin(property.value.trimmed.uppercased(), at: line.line)
    case "END": end(property.value.trimmed.uppercased())
    default: take(property, isTooLong: line.isTooLong)
    }
  }

  private mutating func take(_ property: ContentLine, isTooLong: Bool) {
    switch meaning {
    case .calendar(let index):
      content.calendars[index].take(property)
      if property.name == "X-WR-TIMEZONE", content.zoneName == nil { content.zoneName = property }
    case .component(let index):
      if let warning = content.components[index].add(property, isTooLong: isTooLong) {
        content.problems.append(warning)
      }
    case .zone(let index): content.zones[index].take(property)
    case .observance(let index): content.zones[index].takeOfObservance(property)
    case .nothing: break
    }
  }

  private mutating func finish() {
    close(to: 0)
    content.problems.append(contentsOf: content.calendars.compactMap(\.refusal))
  }
}

// BEGIN and END.
extension ComponentReader {
  private mutating func begin(_ name: String, at line: Int) {
    guard open.count < Limits.nesting else { return beginTooDeep(name, at: line) }
    open.append(OpenComponent(name: name, line: line, meaning: meaning(of: name, at: line)))
  }

  private mutating func meaning(of name: String, at line: Int) -> Meaning {
    let outer = meaning
    if outer == .nothing { return .nothing }
    switch (name, outer) {
    case ("VCALENDAR", _):
      content.isCalendar = true
      content.calendars.append(CalendarHeader())
      return .calendar(content.calendars.count - 1)
    case ("VEVENT", _), ("VTODO", _):
      guard let kind = Component.Kind(rawValue: name) else { return .nothing }
      content.components.append(Component(kind, line: line, calendar: calendar))
      content.isCalendar = true
      return .component(content.components.count - 1)
    case ("VTIMEZONE", _):
      content.zones.append(ZoneDescription(calendar: calendar))
      return .zone(content.zones.count - 1)
    case ("STANDARD", .zone(let index)), ("DAYLIGHT", .zone(let index)):
      content.zones[index].beginObservance()
      return .observance(ofZone: index)
    default:
      content.count(name)
      return .nothing
    }
  }

  /// The index of the open calendar.
  private var calendar: Int {
    for component in open.reversed() {
      if case .calendar(let index) = component.meaning { return index }
    }
    return 0
  }

  private mutating func beginTooDeep(_ name: String, at line: Int) {
    if deep.isEmpty {
      content.problems.append(
        InputError(
          .tooLarge(what: "components within each other", limit: Limits.nesting), field: name,
          line: line))
    }
    // Bounds the memory for names of deeply nested components.
    if deep.count < 1000 || deep[name] != nil { deep[name, default: 0] += 1 }
  }

  private mutating func end(_ name: String) {
    if let count = deep[name] {
      deep[name] = count == 1 ? nil : count - 1
    } else if let index = open.lastIndex(where: { $0.name == name }) {
      close(to: index + 1)
      open.removeLast()
    } else if !open.isEmpty {
      open.removeLast()
    }
    if open.count < Limits.nesting { deep = [:] }
  }

  /// Closes the open components from an index on.
  private mutating func close(to index: Int) {
    for component in open[index...] {
      content.problems.append(
        InputError(.against(.missingEnd, text: component.name), field: "END", line: component.line))
    }
    open.removeSubrange(index...)
  }
}

extension CalendarContent {
  /// Counts an ignored component, which includes its nested ones; beyond a hundred names they are
  /// counted together.
  mutating func count(_ name: String) {
    ignoredComponents[
      ignoredComponents.count < 100 || ignoredComponents[name] != nil ? name : "others", default: 0] +=
      1
  }
}

extension LineUnfolding.Unfolded {
  /// Whether the line may be a BEGIN or END, as a fast check.
  fileprivate var isBeginOrEnd: Bool {
    guard bytes.count > 3 else { return false }
    let start = (bytes[0].inCapitals, bytes[1].inCapitals)
    return start == (UInt8(ascii: "B"), UInt8(ascii: "E"))
      || start == (UInt8(ascii: "E"), UInt8(ascii: "N"))
  }

  /// Whether the bytes are valid UTF-8.
  fileprivate var isUTF8: Bool {
    if bytes.allSatisfy({ $0 < 128 }) { return true }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}

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
