import Diagnostics

extension ScheduleElement: Decodable {
  private static let known = [
    "id", "start", "allDay", "timeZone", "every", "rule", "cycle", "quota", "asNeeded", "times",
    "begin", "end", "count", "duration", "window", "targets", "text", "monthEnd", "gap", "overlap",
    "after",
  ]

  /// Decodes an element; without an `id`, its id is the name of the event that it follows, or else its position
  /// in the list, from 1.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ScheduleElement.known)
    let id = try properties.text("id")
    let position = (decoder.codingPath.last?.intValue ?? 0) + 1
    if let anchor: EventAnchor = try properties.decode("after", .object) {
      if properties.has("start"), anchor.start.completion == nil {
        throw InputError(.conflict(with: "after"), field: properties.path(to: "start"))
      }
      let name = anchor.start.event
      self.init(id ?? (name.isEmpty ? "\(position)" : name), after: anchor)
      start = try properties.value("start", .moment) ?? start
    } else {
      let start: LocalOrInstant = try properties.require(
        try properties.value("start", .moment), "start")
      self.init(id ?? "\(position)", from: start)
    }
    try readTimes(properties)
    try readRecurrence(properties)
    try readPolicies(properties)
    window = try properties.decode("window", .object)
    targets = try properties.decode("targets", .list) ?? []
    text = try properties.text("text")
  }

  private mutating func readTimes(_ properties: Properties) throws(InputError) {
    let times: [String] = try properties.decode("times", .list) ?? []
    for (index, time) in times.enumerated() {
      guard let value = CivilTime(time) else {
        throw InputError(
          .malformed(text: time, .time), field: properties.path(to: "times.\(index)"))
      }
      self.times.append(value)
    }
    let isDate = CivilDate(try properties.text("start") ?? "") != nil
    isAllDay = try properties.boolean("allDay") ?? (isDate && times.isEmpty)
    begin = try properties.value("begin", .moment)
    end = try properties.value("end", .moment)
    duration = try properties.value("duration", .period) ?? .zero
    if let name = try properties.text("timeZone") {
      guard let zone = Zone(name) else { throw properties.malformed("timeZone", .zone) }
      clockBinding = .fixed(zone)
    }
  }

  private mutating func readRecurrence(_ properties: Properties) throws(InputError) {
    let present = ["every", "rule", "cycle", "quota", "asNeeded"].filter(properties.has)
    if present.count > 1 {
      throw InputError(.conflict(with: present[1]), field: properties.path(to: present[0]))
    }
    if let period: ISODuration = try properties.value("every", .period) {
      recurrence = .every(period)
    } else if let text = try properties.text("rule") {
      do {
        recurrence = .rule(try RecurrenceRule(parsing: text))
      } catch {
        let part = error.field.map { ".\($0)" } ?? ""
        throw InputError(error.problem, field: properties.path(to: "rule") + part)
      }
    }
    if let cycle: Cycle = try properties.decode("cycle", .object) {
      recurrence = .cycle(on: cycle.on, off: cycle.off)
    }
    if let quota: Quota = try properties.decode("quota", .object) { recurrence = .quota(quota) }
    if let caps: UseCaps = try properties.decode("asNeeded", .object) {
      recurrence = .asNeeded(caps)
    }
    count = try properties.wholeNumber("count")
  }

  private mutating func readPolicies(_ properties: Properties) throws(InputError) {
    monthEnd = try properties.choice("monthEnd")
    gap = try properties.choice("gap") ?? gap
    overlap = try properties.choice("overlap") ?? overlap
  }
}

/// `{"on": 21, "off": 7}`, in days.
private struct Cycle: Decodable {
  var on: Int
  var off: Int

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["on", "off"])
    on = try properties.require(try properties.wholeNumber("on"), "on")
    off = try properties.require(try properties.wholeNumber("off"), "off")
  }
}

extension ScheduleElement.Window: Decodable {
  /// Decodes `{"opensBefore": …, "closesAfter": …, "lateUntil": …}`, all optional periods.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder, known: ["opensBefore", "closesAfter", "lateUntil"])
    self.init(
      opensBefore: try properties.value("opensBefore", .period) ?? .zero,
      closesAfter: try properties.value("closesAfter", .period) ?? .zero,
      lateUntil: try properties.value("lateUntil", .period))
  }
}
