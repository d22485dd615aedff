import Formats
import Scheduling

extension ChartData {
  /// Returns the chart as CSV: a row for each point, band, reference, annotation and number of the
  /// table.
  ///
  /// The columns are the same for all kinds, followed by the chart's ``fields``: first the keys
  /// `part`, `statistic`, `role`, `task`, `group` and `patient`, then the dates `periodStart` and
  /// `periodEnd`, the numbers `value`, `lower`, `upper` and `n`, the reason for a `missing` number, the
  /// texts `panel`, `series` and `label`, and the positions `x`, `xEnd`, `y` and `yEnd` of the mark.
  /// Positions are formatted by their axis: days as `2025-03-09`, times of day in hours (`8.5` is half
  /// past eight, `26.25` a quarter past two of the next morning), categories by name. Text that a
  /// spreadsheet would evaluate, such as `=1+1`, is quoted and prefixed with an apostrophe.
  /// ``metadata()`` has the rest of the chart. ``Charts`` explains each column.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func csv() -> String { csvText.text }

  /// Returns the CSV as bytes.
  package func csvBytes() -> [UInt8] { csvText.bytes() }

  private var csvText: ByteWriter {
    var text = RowText(self, .csv)
    var bytes = ByteWriter(capacity: 96 * pointCount + 128)
    RowText.putHeader(of: self, to: &bytes)
    forEachRow { text.putCSV($0, to: &bytes) }
    return bytes
  }
}

extension ChartData {
  /// Returns the field values of a point as a JSON object; `nil` if it has none.
  func fieldTree(of point: ChartPoint) -> JSONValue? {
    let properties = zip(fields, point.values).compactMap { field, value in
      value.map { (field.name, $0.written.tree) }
    }
    return properties.isEmpty ? nil : .object(properties)
  }
}

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

  /// Returns the JSON of the chart without its rows: the file beside its ``csv()``.
  ///
  /// - Complexity: O(*n*) for *n* series, ticks and categories.
  public func metadata() -> String { ChartHeader(self).tree.documentText }
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
    try ChartHeader(self).encode(to: encoder)
    let axes = ChartAxes(self)
    var written: [WrittenRow] = []
    forEachRow { written.append(axes.written($0)) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(written, forKey: .rows)
  }
}
