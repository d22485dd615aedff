import Diagnostics

extension Quota: Codable {
  /// Decodes `{"count": 3, "per": "P1W", "rolling": …, "partial": …}`; the first two are required.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["count", "per", "rolling", "partial"])
    self.init(
      try properties.require(try properties.wholeNumber("count"), "count"),
      per: try properties.require(try properties.value("per", .period), "per"),
      isRolling: try properties.boolean("rolling") ?? false,
      partial: try properties.choice("partial") ?? .prorate)
  }

  /// Encodes `{"count": …, "per": …, "rolling": …, "partial": …}`, without defaults.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("count", count)
    try properties.write("per", text: per)
    try properties.write("rolling", isRolling ? true : nil)
    try properties.write("partial", partial == .prorate ? nil : partial)
  }
}
