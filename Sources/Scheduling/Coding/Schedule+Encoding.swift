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
