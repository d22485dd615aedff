extension Schedule: Encodable {
  /// Writes the JSON form, from which ``init(from:)`` reads an equal schedule.
  ///
  /// What has its default is left out. The numbers of a recurrence rule are read back in ascending
  /// order, each once.
  ///
  /// - Throws: ``InputError`` where a moment lies outside the years 1 to 9999, and what the encoder
  ///   throws.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("elements", elements)
    try properties.write("exclusions", list: exclusions)
    try properties.write("overrides", overrides.isEmpty ? nil : OverrideTexts(overrides))
    try properties.write("distinct", isDistinct ? true : nil)
  }
}

extension Schedule.Exclusion: Encodable {
  /// Writes the simplest of `{"date": …}`, `{"at": …}` and `{"from": …, "to": …}`.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    switch simplestForm {
    case .day(let date): try properties.write("date", text: date)
    case .moment(let time): try properties.write("at", text: time)
    case .stretch:
      try properties.write("from", text: from)
      try properties.write("to", text: to)
    }
    try properties.write("element", element)
  }

  /// What an exclusion is in its simplest form.
  package enum SimplestForm {
    case day(CivilDate)
    case moment(CivilDateTime)
    case stretch
  }

  package var simplestForm: SimplestForm {
    if self == Schedule.Exclusion(from.date, element: element) { return .day(from.date) }
    if self == Schedule.Exclusion(at: from, element: element) { return .moment(from) }
    return .stretch
  }
}

extension Schedule.Override: Encodable {
  /// Writes `{"cancelled": …, "added": …, "start": …, "targets": …, "window": …, "duration": …, "text": …}`,
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

/// The overrides of a schedule as an object whose properties are keys, in the order of their text.
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
