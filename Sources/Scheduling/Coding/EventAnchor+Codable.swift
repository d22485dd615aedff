import Diagnostics

extension EventAnchor: Codable {
  /// Decodes `{"event": …, "offset": …, "time": …, "which": …, "replace": …, "until": …}`, all optional except
  /// `event`.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder, known: EventTime.names + ["which", "replace", "until"])
    self.init(try EventTime(properties), which: try properties.choice("which") ?? .each)
    replaces = try properties.boolean("replace") ?? false
    until = try properties.decode("until", .object)
  }

  /// Encodes the properties without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try start.write(to: &properties)
    try properties.write("which", which == .each ? nil : which)
    try properties.write("replace", replaces ? true : nil)
    try properties.write("until", until)
  }
}

extension EventTime: Codable {
  fileprivate static let names = ["event", "offset", "time"]

  /// Decodes `{"event": …, "offset": …, "time": …}`, all optional except `event`.
  public init(from decoder: any Decoder) throws {
    try self.init(Properties(of: decoder, known: EventTime.names))
  }

  fileprivate init(_ properties: Properties) throws(InputError) {
    self.init(
      try properties.require(try properties.text("event"), "event"),
      offset: try properties.value("offset", .signedPeriod) ?? .zero,
      at: try properties.value("time", .time))
  }

  /// Encodes the properties without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try write(to: &properties)
  }

  fileprivate func write(to properties: inout WrittenProperties) throws {
    try properties.write("event", event)
    try properties.write("offset", text: offset == .zero ? nil : offset)
    try properties.write("time", text: time)
  }
}

extension InputError.Expected {
  /// A period with an optional sign.
  static let signedPeriod = Self(
    "signedPeriod", "an ISO 8601 period with an optional minus sign", "as in P10D, -P3D or PT8H")
}
