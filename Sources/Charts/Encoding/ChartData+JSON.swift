import Formats
import Scheduling

extension ChartData {
  /// Returns the chart as library-independent JSON: its header and the rows of ``csv()``.
  ///
  /// The output is deterministic; `ChartData(json:)` and any decoder can read it. Positions in
  /// rows, ticks and ranges are formatted as in ``csv()``, except that ticks and ranges of
  /// categories are numbers. The JSON Schema is `Resources/chart.schema.json` beside this module's
  /// articles.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func json() -> String {
    (ChartHeader(self).tree + ["rows": .rows(self)]).documentText
  }
}

/// The same properties as in ``ChartData/json()``: those of the header, and `rows`.
extension ChartData: Codable {
  private enum CodingKeys: CodingKey {
    case rows
  }

  /// Decodes a chart.
  ///
  /// - Throws: `DecodingError` if properties are missing or have the wrong type, `InputError` if a
  ///   row does not match the header.
  public init(from decoder: any Decoder) throws {
    let rows = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(ChartHeader(from: decoder), rows.decode([WrittenRow].self, forKey: .rows))
  }

  /// Encodes the header and the rows.
  public func encode(to encoder: any Encoder) throws {
    let header = ChartHeader(self)
    try header.encode(to: encoder)
    let axes = ChartAxes(header)
    var written: [WrittenRow] = []
    forEachRow { written.append(axes.written($0)) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(written, forKey: .rows)
  }
}
