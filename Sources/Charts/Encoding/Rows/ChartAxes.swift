import Diagnostics
import Scheduling

/// Converts between rows and their encoded form by the axes of a chart.
struct ChartAxes {
  private let x: AxisPositions
  private let y: AxisPositions
  private let color: AxisPositions
  private let count = AxisPositions(nil)
  private let fields: [ChartField]

  init(_ header: ChartHeader) {
    x = AxisPositions(header.x)
    y = AxisPositions(header.y)
    color = AxisPositions(header.color)
    fields = header.fields ?? []
  }

  func written(_ row: ChartRow) -> WrittenRow {
    var own = WrittenRow(
      columns: WrittenColumns(
        part: row.part, series: row.series, x: x.written(row.x), xEnd: x.written(row.xEnd),
        y: y.written(row.y), yEnd: y.written(row.yEnd), value: value(row.part).written(row.value),
        label: row.label, missing: row.missing),
      fields: Dictionary(
        zip(fields, row.values).compactMap { field, value in
          value.map { (field.name, $0.written) }
        }, uniquingKeysWith: { first, _ in first }))
    own.fields[ChartRow.panelColumn] = row.panel.map(WrittenPosition.text)
    return own
  }

  func row(_ written: WrittenRow) throws -> ChartRow {
    let row = written.columns
    return ChartRow(
      part: row.part, series: row.series, x: try x.position(row.x, "x"),
      xEnd: try x.position(row.xEnd, "xEnd"), y: try y.position(row.y, "y"),
      yEnd: try y.position(row.yEnd, "yEnd"),
      value: try value(row.part).position(row.value, "value"), label: row.label,
      missing: row.missing, values: try values(written.fields))
  }

  /// Returns the field values in the order of the fields; empty if the row has none.
  private func values(_ written: [String: WrittenPosition]) throws -> [ChartValue?] {
    if fields.allSatisfy({ written[$0.name] == nil }) { return [] }
    return try fields.map { field in
      try written[field.name].map { try ChartValue($0, of: field) }
    }
  }

  /// Converts a row of CSV, given as its fields by column.
  ///
  /// - Throws: `InputError` if its kind is unknown.
  func written(_ csv: [String: String]) throws(InputError) -> WrittenRow {
    let part = csv["part"] ?? ""
    guard let part = ChartPart(rawValue: part) else {
      throw InputError(
        .notOneOf(text: part, allowed: ChartPart.allCases.map(\.rawValue)), field: "part")
    }
    func text(_ column: String) -> String? { csv[column].flatMap { $0.isEmpty ? nil : $0 } }
    var own = WrittenRow(
      columns: WrittenColumns(
        part: part, series: csv["series"] ?? "", x: x.written(csv: text("x")),
        xEnd: x.written(csv: text("xEnd")), y: y.written(csv: text("y")),
        yEnd: y.written(csv: text("yEnd")), value: value(part).written(csv: text("value")),
        label: text("label"), missing: text("missing")), fields: [:])
    for field in fields {
      own.fields[field.name] = text(field.name).map {
        field.type == .number ? WrittenPosition(number: $0) : .text($0)
      }
    }
    own.fields[ChartRow.panelColumn] = text(ChartRow.panelColumn).map(WrittenPosition.text)
    return own
  }

  private func value(_ part: ChartPart) -> AxisPositions { part == .table ? count : color }
}

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
