import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension EntityReader {
  mutating func element(
    _ node: JSONNode, _ number: Int, in zone: Zone
  ) throws(InputError) -> ElementFacts {
    let (isAllDay, duration) = try node.duration
    let interval = try node.required("interval", try node.object("interval"))
    let calendar = try node.calendar
    let start = try node.required("start", try dates.date("start", of: node))
    let end = try dates.date("end", of: node)
    if let end, end <= start, let found = node["end"] { throw found.breaks("come after 'start'") }
    var targets: [CareKitValue] = []
    for target in try node.list("targetValues") { targets.append(try self.target(target)) }
    let chain = ChainedElement(
      start: start, end: end, period: try interval.period(isAllDay: isAllDay), isAllDay: isAllDay,
      zone: calendar?.zone ?? zone)
    return ElementFacts(
      number: number, chain: chain, duration: duration, text: try node.text("text"),
      targets: targets, isFixed: calendar?.isFixed ?? false)
  }

  private mutating func target(_ node: JSONNode) throws(InputError) -> CareKitValue {
    let target = try value(node)
    if case .number(let number) = target.content, number < 0, let found = node["value"] {
      throw found.breaks("be 0 or more")
    }
    return target
  }
}

extension JSONNode {
  /// Whether events are all-day, and the duration of others.
  fileprivate var duration: (isAllDay: Bool, ISODuration) {
    get throws(InputError) {
      guard let duration = try object("duration") else { return (false, .zero) }
      if try duration.truth("isAllDay") ?? false { return (true, .zero) }
      guard let node = duration["seconds"] else { return (false, .zero) }
      guard let seconds = node.number else { throw node.isNot(.number) }
      guard 0...Double(ISODuration.limits.seconds) ~= seconds else {
        throw node.breaks("be 0 or more within the calendar")
      }
      return (false, ISODuration(seconds: Int(seconds.rounded())))
    }
  }

  /// The time zone of an element's calendar, and whether it is fixed.
  fileprivate var calendar: (zone: Zone?, isFixed: Bool)? {
    get throws(InputError) {
      guard let calendar = try object("calendar") else { return nil }
      let name = try calendar.required("identifier", try calendar.text("identifier"))
      guard ["gregorian", "iso8601"].contains(name) else {
        throw InputError(
          .notOneOf(text: name, allowed: ["gregorian", "iso8601"]),
          field: "\(calendar.field).identifier")
      }
      if let locale = try calendar.object("locale") {
        _ = try locale.text("identifier")
        _ = try locale.whole("current")
      }
      _ = try calendar.whole("firstWeekday")
      _ = try calendar.whole("minimumDaysInFirstWeek")
      return (try calendar.zone("timeZone"), try calendar.isFixed)
    }
  }

  private var isFixed: Bool {
    get throws(InputError) {
      guard let current = try whole("current") else { return false }
      guard 0...2 ~= current else {
        throw InputError(
          .notOneOf(text: "\(current)", allowed: ["0", "1", "2"]), field: "\(field).current")
      }
      return current == 0
    }
  }
}
