import Diagnostics

extension Schedule: Decodable {
  /// Decodes a schedule from its JSON form; see <doc:Formats>.
  ///
  /// - Throws: ``InputError`` with the key path of the invalid property.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder, known: ["elements", "exclusions", "overrides", "distinct"])
    let elements: [ScheduleElement] = try properties.require(
      try properties.decode("elements", .list), "elements")
    self.init(elements, excluding: try properties.decode("exclusions", .list) ?? [])
    overrides = try properties.decode("overrides", as: OverrideList.self, .object)?.overrides ?? [:]
    isDistinct = try properties.boolean("distinct") ?? false
    do throws(InputError) {
      try validate()
    } catch {
      throw InputError(error.problem, field: error.field.map(properties.path))
    }
  }
}

extension Schedule.Exclusion: Decodable {
  /// Decodes `{"date": …}`, `{"at": …}` or `{"from": …, "to": …}`, each with an optional `element`.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["date", "at", "from", "to", "element"])
    let element = try properties.text("element")
    let present = ["date", "at", "from"].filter(properties.has)
    if present.count > 1 {
      throw InputError(.conflict(with: present[1]), field: properties.path(to: present[0]))
    }
    if let other = present.first, other != "from", properties.has("to") {
      throw InputError(.conflict(with: other), field: properties.path(to: "to"))
    }
    if let date: CivilDate = try properties.value("date", .date) {
      self.init(date, element: element)
    } else if let time: CivilDateTime = try properties.value("at", .dateTime) {
      self.init(at: time, element: element)
    } else {
      let from: CivilDateTime = try properties.require(
        try properties.value("from", .dateTime), "from")
      self.init(from: from, to: try properties.value("to", .dateTime), element: element)
    }
  }
}

/// The overrides of a schedule, a JSON object with occurrence keys as names.
private struct OverrideList: Decodable {
  var overrides: [OccurrenceKey: Schedule.Override] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Properties.Key.self)
    // Sorted, as the order of keys is random, so that the same error is reported each time.
    for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      guard let key = OccurrenceKey(name.stringValue) else {
        let field = Properties.path(decoder.codingPath)
        throw InputError(.malformed(text: name.stringValue, .occurrenceKey), field: field)
      }
      let override = try container.decode(Schedule.Override.self, forKey: name)
      // A key has several spellings, with and without seconds.
      if overrides.updateValue(override, forKey: key) != nil {
        let field = Properties.path(decoder.codingPath)
        throw InputError(.duplicate(kind: "occurrence", id: key.description), field: field)
      }
    }
  }
}

extension Schedule.Override: Decodable {
  /// Decodes `{"cancelled": …, "added": …, "start": …, "targets": …, "window": …, "duration": …, "text": …}`,
  /// all optional.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder,
      known: ["cancelled", "added", "start", "targets", "window", "duration", "text"])
    self.init(
      isCancelled: try properties.boolean("cancelled") ?? false,
      isAdded: try properties.boolean("added") ?? false,
      start: try properties.value("start", .moment),
      targets: try properties.decode("targets", .list),
      window: try properties.decode("window", .object),
      duration: try properties.value("duration", .period),
      text: try properties.text("text"))
  }
}

extension Schedule: Encodable {
  /// Encodes the JSON form, which ``init(from:)`` decodes to an equal schedule.
  ///
  /// Defaults are omitted. The numbers of a recurrence rule are decoded in ascending order, without
  /// duplicates.
  ///
  /// - Throws: ``InputError`` for an instant outside the years 1 to 9999, and the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("elements", elements)
    try properties.write("exclusions", list: exclusions)
    try properties.write("overrides", overrides.isEmpty ? nil : OverrideTexts(overrides))
    try properties.write("distinct", isDistinct ? true : nil)
  }
}

extension Schedule.Exclusion: Encodable {
  /// Encodes the simplest of `{"date": …}`, `{"at": …}` and `{"from": …, "to": …}`.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    switch simplestForm {
    case .day(let date): try properties.write("date", text: date)
    case .moment(let time): try properties.write("at", text: time)
    case .range:
      try properties.write("from", text: from)
      try properties.write("to", text: to)
    }
    try properties.write("element", element)
  }

  /// The simplest form of an exclusion.
  package enum SimplestForm {
    case day(CivilDate)
    case moment(CivilDateTime)
    case range
  }

  package var simplestForm: SimplestForm {
    if self == Schedule.Exclusion(from.date, element: element) { return .day(from.date) }
    if self == Schedule.Exclusion(at: from, element: element) { return .moment(from) }
    return .range
  }
}

extension Schedule.Override: Encodable {
  /// Encodes `{"cancelled": …, "added": …, "start": …, "targets": …, "window": …, "duration": …, "text": …}`,
  /// without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("cancelled", isCancelled ? true : nil)
    try properties.write("added", isAdded ? true : nil)
    try properties.write("start", moment: start)
    try properties.write("targets", targets)
    try properties.write("window", window)
    try properties.write("duration", text: duration)
    try properties.write("text", text)
  }
}

/// The overrides of a schedule as a JSON object with occurrence keys as names, in sorted order.
private struct OverrideTexts: Encodable {
  var overrides: [(key: String, value: Schedule.Override)]

  init(_ overrides: [OccurrenceKey: Schedule.Override]) {
    self.overrides = overrides.map { ($0.key.description, $0.value) }.sorted { $0.key < $1.key }
  }

  func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    for (key, override) in overrides { try properties.write(key, override) }
  }
}
