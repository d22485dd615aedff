import Diagnostics
import Scheduling

/// Converts between rows and their encoded form by the axes of a chart.
struct ChartAxes {
  private let x: AxisPositions
  private let y: AxisPositions
  private let fields: [ChartField]
  private let columns: RowColumns

  init(_ chart: ChartData) {
    self.init(
      ChartHeader(chart), areMoments: (chart.hasMoments(on: .x), chart.hasMoments(on: .y)))
  }

  init(_ header: ChartHeader, areMoments: (x: Bool, y: Bool) = (false, false)) {
    x = AxisPositions(header.x, isMoment: areMoments.x)
    y = AxisPositions(header.y, isMoment: areMoments.y)
    fields = header.fields ?? []
    columns = RowColumns(fields, of: header)
  }

  func written(_ row: ChartRow) -> WrittenRow {
    let numbers = columns.numbers(of: row)
    var own = WrittenRow(
      columns: WrittenColumns(
        part: row.part, statistic: row.statistic, role: row.role, value: numbers.value,
        missing: row.missing, panel: row.panel,
        series: row.series.isEmpty ? nil : row.series, label: row.label,
        x: x.written(row.x), xEnd: x.written(row.xEnd), y: y.written(row.y),
        yEnd: y.written(row.yEnd)),
      fields: Dictionary(
        zip(fields, row.values).compactMap { field, value in
          value.map { (field.name, $0.written) }
        }, uniquingKeysWith: { first, _ in first }))
    add(row, numbers, to: &own)
    return own
  }

  /// Adds the columns that follow from the chart's parts.
  private func add(
    _ row: ChartRow, _ numbers: RowColumns.Numbers, to written: inout WrittenRow
  ) {
    let period = columns.period(of: row)
    let texts: [(RowColumn, String?)] = [
      (.task, columns.task(of: row)), (.group, columns.group(of: row)),
      (.patient, columns.patient(of: row)), (.periodStart, period.start?.description),
      (.periodEnd, period.end?.description),
    ]
    let amounts: [(RowColumn, Double?)] = [(.lower, numbers.lower), (.upper, numbers.upper)]
    for (column, text) in texts { written.fields[column.rawValue] = text.map { .text($0) } }
    for (column, number) in amounts { written.fields[column.rawValue] = number.map { .number($0) } }
  }

  func row(_ written: WrittenRow) throws -> ChartRow {
    let row = written.columns
    return ChartRow(
      part: row.part, statistic: row.statistic, role: row.role, series: row.series ?? "",
      x: try x.position(row.x, "x"), xEnd: try x.position(row.xEnd, "xEnd"),
      y: try y.position(row.y, "y"), yEnd: try y.position(row.yEnd, "yEnd"),
      value: row.value, label: row.label, missing: row.missing,
      values: row.part == .point ? try values(written.fields) : [])
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
  /// - Throws: `InputError` if its part or role is unknown.
  func written(_ csv: [String: String]) throws(InputError) -> WrittenRow {
    func text(_ column: RowColumn) -> String? {
      csv[column.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }
    let part = text(.part) ?? ""
    guard let part = ChartPart(rawValue: part) else {
      throw InputError(
        .notOneOf(text: part, allowed: ChartPart.allCases.map(\.rawValue)), field: "part")
    }
    var own = WrittenRow(
      columns: WrittenColumns(
        part: part, statistic: text(.statistic) ?? "", role: try role(text(.role)),
        value: try number(text(.value)), missing: text(.missing), panel: text(.panel),
        series: text(.series), label: text(.label), x: x.written(csv: text(.x)),
        xEnd: x.written(csv: text(.xEnd)), y: y.written(csv: text(.y)),
        yEnd: y.written(csv: text(.yEnd))), fields: [:])
    for field in fields {
      own.fields[field.name] = csv[field.name].flatMap { text in
        if text.isEmpty { return nil }
        return field.type == .number ? WrittenPosition(number: text) : .text(text)
      }
    }
    return own
  }

  private func number(_ text: String?) throws(InputError) -> Double? {
    guard let text else { return nil }
    guard let number = Double(text) else {
      throw InputError(.malformed(text: text, .number), field: "value")
    }
    return number
  }

  private func role(_ text: String?) throws(InputError) -> ChartRole? {
    guard let text else { return nil }
    guard let role = ChartRole(rawValue: text) else {
      throw InputError(
        .notOneOf(text: text, allowed: ChartRole.allCases.map(\.rawValue)), field: "role")
    }
    return role
  }
}
