import Diagnostics

extension EventAnchor: Codable {
  /// Decodes `{"event": …, "offset": …, "time": …, "which": …, "replace": …, "until": …}`, all optional except
  /// `event`, or for the completions of a task `{"task": …, "from": …, "minimumGap": …, "whenMissed": …}` with
  /// the others; without `task` they are those of the schedule's own task.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder,
      known: EventTime.names + ["which", "replace", "until", "minimumGap", "whenMissed"])
    self.init(try EventTime(properties), which: try properties.choice("which") ?? .each)
    replaces = try properties.boolean("replace") ?? false
    until = try properties.decode("until", as: EventEnd.self, .object)?.time
    minimumGap = try properties.value("minimumGap", .period)
    whenMissed = try properties.choice("whenMissed") ?? .fromPlanned
  }

  /// Encodes the properties without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try start.write(to: &properties)
    try properties.write("which", which == .each ? nil : which)
    try properties.write("replace", replaces ? true : nil)
    try properties.write("until", until.map { EventEnd(time: $0) })
    try properties.write("minimumGap", text: minimumGap)
    try properties.write("whenMissed", whenMissed == .fromPlanned ? nil : whenMissed)
  }
}

/// The end of an element, `{"event": …, "offset": …, "time": …, "count": …}`, or with `task` and `from` in place
/// of `event`.
private struct EventEnd: Codable {
  var time: EventTime

  init(time: EventTime) { self.time = time }

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: EventTime.names + ["count"])
    time = try EventTime(properties)
    time.count = try properties.wholeNumber("count")
  }

  func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try time.write(to: &properties)
    try properties.write("count", time.count)
  }
}

extension EventTime {
  fileprivate static let names = ["event", "task", "from", "offset", "time"]

  fileprivate init(_ properties: Properties) throws(InputError) {
    let task = try properties.text("task")
    completion = try properties.choice("from") ?? task.map { _ in .taken }
    if completion == nil {
      event = try properties.require(try properties.text("event"), "event")
    } else if properties.has("event") {
      let other = task == nil ? "from" : "task"
      throw InputError(.conflict(with: other), field: properties.path(to: "event"))
    } else {
      event = task ?? ""
    }
    if task == "" { throw InputError(.missing, field: properties.path(to: "task")) }
    offset = try properties.value("offset", .signedPeriod) ?? .zero
    time = try properties.value("time", .time)
  }

  fileprivate func write(to properties: inout WrittenProperties) throws {
    if let completion {
      try properties.write("task", event.isEmpty ? nil : event)
      let isDefault = completion == .taken && !event.isEmpty
      try properties.write("from", isDefault ? nil : completion)
    } else {
      try properties.write("event", event)
    }
    try properties.write("offset", text: offset == .zero ? nil : offset)
    try properties.write("time", text: time)
  }
}

extension InputError.Expected {
  /// A period with an optional sign.
  static let signedPeriod = Self(
    "signedPeriod", "an ISO 8601 period with an optional minus sign", "as in P10D, -P3D or PT8H")
}
