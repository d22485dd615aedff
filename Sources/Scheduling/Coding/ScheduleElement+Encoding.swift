import Diagnostics

extension ScheduleElement: Encodable {
  /// Encodes an element with its id, without defaults.
  ///
  /// The start of an all-day element is encoded as a bare date if it is a local midnight.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("id", id)
    try writeTimes(to: &properties)
    try writeRecurrence(to: &properties)
    try properties.write("window", window)
    try properties.write("targets", list: targets)
    try properties.write("text", text)
    try properties.write("monthEnd", monthEnd)
    try properties.write("gap", gap == .shiftForward ? nil : gap)
    try properties.write("overlap", overlap == .first ? nil : overlap)
  }

  private func writeTimes(to properties: inout WrittenProperties) throws {
    if let after {
      try properties.write("after", after)
      if start != ScheduleElement.unknownStart { try properties.write("start", moment: start) }
      try properties.write("allDay", isAllDay ? true : nil)
    } else if let bareDate {
      try properties.write("start", text: bareDate)
    } else {
      try properties.write("start", moment: start)
      try properties.write("allDay", isAllDay ? true : nil)
    }
    if case .fixed(let zone) = clockBinding { try properties.write("timeZone", zone.id) }
    try properties.write("times", list: times.map(\.description))
    try properties.write("begin", moment: begin)
    try properties.write("end", moment: end)
    try properties.write("duration", period: duration)
  }

  /// The date that represents both the anchor and that the element is all day.
  private var bareDate: CivilDate? {
    guard isAllDay, times.isEmpty, case .local(let local) = start, local.time == .midnight else {
      return nil
    }
    return local.date
  }

  private func writeRecurrence(to properties: inout WrittenProperties) throws {
    switch recurrence {
    case .once: break
    case .every(let period): try properties.write("every", text: period)
    case .rule(let rule): try properties.write("rule", text: rule)
    case .cycle(let on, let off): try properties.write("cycle", ["on": on, "off": off])
    case .quota(let quota): try properties.write("quota", quota)
    case .asNeeded(let caps): try properties.write("asNeeded", caps)
    }
    try properties.write("count", count)
  }
}

extension ScheduleElement.Window: Encodable {
  /// Encodes `{"opensBefore": …, "closesAfter": …, "lateUntil": …}`, without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("opensBefore", period: opensBefore)
    try properties.write("closesAfter", period: closesAfter)
    try properties.write("lateUntil", text: lateUntil == closesAfter ? nil : lateUntil)
  }
}

/// Encodes the properties of a JSON object, omitting `nil`.
///
/// The counterpart of `Properties`, which decodes them.
struct WrittenProperties {
  private var container: KeyedEncodingContainer<Properties.Key>

  init(of encoder: any Encoder) { container = encoder.container(keyedBy: Properties.Key.self) }

  /// Encodes a value.
  mutating func write(_ name: String, _ value: (some Encodable)?) throws {
    try container.encodeIfPresent(value, forKey: Properties.Key(name))
  }

  /// Encodes a list, unless it is empty.
  mutating func write(_ name: String, list: [some Encodable]) throws {
    try write(name, list.isEmpty ? nil : list)
  }

  /// Encodes a value as its text.
  mutating func write(_ name: String, text value: (some LosslessStringConvertible)?) throws {
    try write(name, value?.description)
  }

  /// Encodes a local time or an instant; JSON can represent only the years of the calendar.
  mutating func write(_ name: String, moment: LocalOrInstant?) throws {
    guard let moment else { return }
    guard LocalOrInstant(moment.description) == moment else {
      throw InputError(
        .outOfRange(text: moment.description, rule: "lie in the years 1 to 9999"), field: name)
    }
    try write(name, moment.description)
  }

  /// Encodes a period, unless it is zero.
  mutating func write(_ name: String, period: ISODuration) throws {
    try write(name, text: period.isZero ? nil : period)
  }
}
