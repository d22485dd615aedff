/// A row of the tidy form of a chart, which holds one element of the chart.
///
/// Positions are numbers as in ``ChartData``; encoders format them by their axis.
struct ChartRow: Hashable, Sendable {
  var part: ChartPart
  /// The series; for a table the row, otherwise the role.
  var series: String
  var x: Double?
  var xEnd: Double?
  var y: Double?
  var yEnd: Double?
  var value: Double?
  var label: String?
  var missing: String?
  /// The values in the order of the chart's fields.
  var values: [ChartValue?] = []
  /// The title of the panel; `nil` without panels.
  var panel: String?

  /// The fixed columns in order; columns of fields follow.
  static let columns: [StaticString] = [
    "part", "series", "x", "xEnd", "y", "yEnd", "value", "label", "missing",
  ]
  /// The panel column, which follows the fields.
  static let panelColumn = "panel"
  static let columnNames = Set(columns.map(\.description))
}

/// The kind of a row of the tidy form.
///
/// A note explains a reduction or an empty chart; a source describes the origin of the data.
enum ChartPart: String, CaseIterable, Sendable, Codable {
  case point, band, reference, annotation, table, note, source
}

// Rows of each kind.
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
