extension ChartData {
  /// The chart as JSON: its header and the rows of ``csv()``, written by no library and for none.
  ///
  /// One chart always gives the same bytes; `ChartData(json:)` and any decoder read them back. Positions in
  /// rows, ticks and ranges are written as in ``csv()``, but that ticks and ranges of categories count them.
  /// `Resources/chart.schema.json` beside this module's articles is the JSON Schema of the form.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func json() -> String {
    (ChartHeader(self).tree + ["rows": .rows(self)]).document.text
  }
}

/// The same properties as in ``ChartData/json()``: those of the header, and `rows`.
extension ChartData: Codable {
  private enum CodingKeys: CodingKey {
    case rows
  }

  /// Reads a chart.
  ///
  /// - Throws: `DecodingError` where properties are missing or of the wrong kind, `InputError` where a row
  ///   does not fit the header.
  public init(from decoder: any Decoder) throws {
    let rows = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(ChartHeader(from: decoder), rows.decode([WrittenRow].self, forKey: .rows))
  }

  /// Writes the header and the rows.
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
