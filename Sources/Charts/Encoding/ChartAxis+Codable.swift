import Formats
import Scheduling

extension ChartAxis: Codable {
  private enum CodingKeys: CodingKey {
    case title, scale, unit, range, ticks, categories, zone
  }

  /// A tick with its encoded position.
  private struct WrittenTick: Codable {
    var at: WrittenPosition
    var label: String
  }

  /// Decodes an axis, with positions as dates, hours or numbers.
  ///
  /// - Throws: `DecodingError` if properties are missing or have the wrong type, `InputError` if a
  ///   position is invalid for the axis.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .title), try fields.decode(Scale.self, forKey: .scale),
      unit: try fields.decodeIfPresent(String.self, forKey: .unit),
      categories: try fields.decode([String].self, forKey: .categories),
      zone: try fields.decodeIfPresent(String.self, forKey: .zone))
    let positions = AxisPositions(self)
    if let limits = try fields.decodeIfPresent([WrittenPosition].self, forKey: .range) {
      let ends = try limits.compactMap { try positions.position($0, "range") }
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw DecodingError.dataCorruptedError(
          forKey: .range, in: fields,
          debugDescription: "a range has two limits, the lower one first")
      }
      range = ends[0]...ends[1]
    }
    ticks = try fields.decode([WrittenTick].self, forKey: .ticks).compactMap { tick in
      try positions.position(tick.at, "ticks").map { ChartTick($0, tick.label) }
    }
  }

  /// Encodes an axis, with days as dates and times of day in hours, as in rows.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(title, forKey: .title)
    try fields.encode(scale, forKey: .scale)
    try fields.encodeIfPresent(unit, forKey: .unit)
    try fields.encodeIfPresent(
      range.map { [written($0.lowerBound), written($0.upperBound)] }, forKey: .range)
    try fields.encode(
      ticks.map { WrittenTick(at: written($0.at), label: $0.label) }, forKey: .ticks)
    try fields.encode(categories, forKey: .categories)
    try fields.encodeIfPresent(zone, forKey: .zone)
  }

  /// Returns a position as encoded in the header; positions of categories are numbers, because
  /// limits lie between them.
  func written(_ position: Double) -> WrittenPosition {
    switch scale {
    case .number, .share, .category: .number(position)
    case .clock: .number(ChartAxis.hours(position))
    case .day: DayMoment(position).map { .text($0.description) } ?? .number(position)
    }
  }
}

extension WrittenPosition {
  var tree: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}
