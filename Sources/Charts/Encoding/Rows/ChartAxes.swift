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
