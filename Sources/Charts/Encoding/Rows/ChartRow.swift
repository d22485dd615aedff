/// A row of the tidy form of a chart: everything that is to be seen, one thing a row.
///
/// Positions are numbers as ``ChartData`` has them; encoders write them in the terms of their axis.
struct ChartRow: Hashable, Sendable {
  var part: ChartPart
  /// The series; of a table the row; of anything else the role.
  var series: String
  var x: Double?
  var xEnd: Double?
  var y: Double?
  var yEnd: Double?
  var value: Double?
  var label: String?
  var missing: String?
  /// By the place of the chart's fields.
  var values: [ChartValue?] = []
  /// The title of the panel; `nil` of what stands in none.
  var panel: String?

  /// The columns, in order; those of fields follow them.
  static let columns: [StaticString] = [
    "part", "series", "x", "xEnd", "y", "yEnd", "value", "label", "missing",
  ]
  /// The column of those that are in panels, behind the fields.
  static let panelColumn = "panel"
  static let columnNames = Set(columns.map(\.description))
}

/// What a row of the tidy form is of; a note says in words how the others became fewer, or why there are none, and a source whose numbers
/// they are.
enum ChartPart: String, CaseIterable, Sendable, Codable {
  case point, band, reference, annotation, table, note, source
}

// Rows of each part.
extension ChartRow {
  init(_ point: ChartPoint, of series: String) {
    self.init(
      part: .point, series: series, x: point.x, xEnd: point.xEnd, y: point.y, yEnd: point.yEnd,
      value: point.value, label: point.label, missing: point.missing, values: point.values)
  }

  init(_ band: ChartBand) {
    self.init(part: .band, series: band.role.rawValue, label: band.label)
    switch band.axis {
    case .x: (x, xEnd) = (band.from, band.to)
    case .y: (y, yEnd) = (band.from, band.to)
    }
  }

  init(_ line: ReferenceLine) {
    self.init(part: .reference, series: line.role.rawValue, label: line.label)
    switch line.axis {
    case .x: x = line.at
    case .y: y = line.at
    }
  }

  init(source name: String, _ text: String) {
    self.init(part: .source, series: name, label: text)
  }

  init(note: String) { self.init(part: .note, series: "", label: note) }

  init(_ annotation: ChartAnnotation) {
    self.init(
      part: .annotation, series: annotation.role.rawValue, x: annotation.x, y: annotation.y,
      label: annotation.text)
  }
}
