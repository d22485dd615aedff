import Diagnostics

extension UseCaps: Codable {
  /// Decodes `{"maximum": 4, "per": "P1D", "minGap": "PT6H"}`, all optional, but the first two only together;
  /// `true` means no limits.
  public init(from decoder: any Decoder) throws {
    self.init()
    if let isAsNeeded = try? decoder.singleValueContainer().decode(Bool.self), isAsNeeded { return }
    let properties = try Properties(of: decoder, known: ["maximum", "per", "minGap"])
    maximum = try properties.wholeNumber("maximum")
    per = try properties.value("per", .period)
    minGap = try properties.value("minGap", .period)
  }

  /// Encodes `{"maximum": …, "per": …, "minGap": …}`, without absent limits.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("maximum", maximum)
    try properties.write("per", text: per)
    try properties.write("minGap", text: minGap)
  }
}
