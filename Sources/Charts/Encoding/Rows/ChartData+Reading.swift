import Diagnostics
import Scheduling

// Decoding a chart from its header and rows.
extension ChartData {
  init(_ header: ChartHeader, _ rows: [WrittenRow]) throws {
    self.init(
      header.kind, title: header.title, subtitle: header.subtitle, summary: header.summary,
      x: header.x, y: header.y, color: header.color,
      series: header.series.map {
        ChartSeries($0.name, $0.mark, $0.role, statistic: $0.statistic, of: $0.subject)
      })
    fields = try header.columns()
    try color.map(ChartHeader.requireNumbers)
    (reduction, note, source) = (header.reduction, header.note, header.source)
    table = header.table.map { table in
      ChartTable(
        table.title, statistic: table.statistic, columns: table.columns,
        rows: table.rows.map { ChartTable.CountRow($0, []) })
    }
    let axes = ChartAxes(header)
    var reader = RowReader(self)
    var ofPanels: [String: [WrittenRow]] = [:]
    for row in rows {
      if let panel = row.panel, header.panels != nil {
        ofPanels[panel, default: []].append(row)
      } else {
        try reader.add(axes.row(row), to: &self)
      }
    }
    for own in header.panels ?? [] {
      panels.append(try ChartData(own, ofPanels.removeValue(forKey: own.title) ?? []))
    }
    if let stranger = ofPanels.keys.min() {
      throw InputError(.noSuch(kind: "panel", id: stranger), field: RowColumn.panel.rawValue)
    }
  }
}

extension ChartHeader {
  /// Throws if the values that colours show are not numbers.
  fileprivate static func requireNumbers(_ color: ChartAxis) throws {
    let scales: [ChartAxis.Scale] = [.number, .count, .share]
    guard scales.contains(color.scale) else {
      throw InputError(
        .notOneOf(text: color.scale.rawValue, allowed: scales.map(\.rawValue)),
        field: "color.scale")
    }
  }

  /// Returns the fields, checking that their names are unique, and that a field with the name of a
  /// column has its type.
  fileprivate func columns() throws -> [ChartField] {
    let fields = fields ?? []
    var names: Set<String> = []
    for (place, field) in fields.enumerated() {
      let column = RowColumn(rawValue: field.name)
      guard names.insert(field.name).inserted, column == nil || column?.fieldType == field.type
      else { throw InputError(.conflict(with: field.name), field: "fields.\(place).name") }
    }
    return fields
  }
}

/// Assigns rows to the parts of a chart.
private struct RowReader {
  private let places: [String: Int]
  private let tablePlaces: [String: Int]

  init(_ chart: ChartData) {
    places = Dictionary(
      zip(chart.series.map(\.name), chart.series.indices), uniquingKeysWith: { first, _ in first })
    let rows = chart.table?.rows ?? []
    tablePlaces = Dictionary(
      zip(rows.map(\.name), rows.indices), uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ row: ChartRow, to chart: inout ChartData) throws {
    switch row.part {
    case .point: try addPoint(row, to: &chart)
    case .band: chart.bands.append(try band(row))
    case .reference: chart.references.append(try line(row))
    case .annotation:
      chart.annotations.append(
        ChartAnnotation(
          x: try required(row.x, "x"), y: row.y, row.label ?? "", try role(row),
          statistic: row.statistic))
    case .table:
      let place = try place(of: row, in: tablePlaces, "row of the table")
      let count = try required(row.value, "value")
      guard let whole = Int(exactly: count) else {
        throw InputError(.malformed(text: "\(count)", .wholeNumber), field: "value")
      }
      if let table = chart.table, table.rows[place].counts.count == table.columns.count {
        throw InputError(
          .tooLarge(what: "counts of '\(row.series)'", limit: table.columns.count), field: "value")
      }
      chart.table?.rows[place].counts.append(whole)
    }
  }

  private func addPoint(_ row: ChartRow, to chart: inout ChartData) throws {
    let place = try place(of: row, in: places, "series")
    let isColored = chart.color != nil && chart.series[place].mark == .cell
    var point = ChartPoint(
      try required(row.x, "x"), row.y, xEnd: row.xEnd, yEnd: row.yEnd,
      value: isColored ? row.value : nil,
      label: row.label, missing: row.missing)
    point.values = row.values
    chart.series[place].points.append(point)
  }

  private func band(_ row: ChartRow) throws -> ChartBand {
    let isAcross = row.x != nil
    let (from, to) =
      isAcross
      ? (row.x, try required(row.xEnd, "xEnd"))
      : (try required(row.y, "y"), try required(row.yEnd, "yEnd"))
    return ChartBand(
      isAcross ? .x : .y, from: from ?? to, to: to, row.label ?? "", try role(row),
      statistic: row.statistic)
  }

  private func line(_ row: ChartRow) throws -> ReferenceLine {
    let at = try row.x ?? required(row.y, "y")
    return ReferenceLine(
      row.x == nil ? .y : .x, at: at, row.label ?? "", try role(row), statistic: row.statistic,
      of: row.series.isEmpty ? nil : row.series)
  }

  private func role(_ row: ChartRow) throws -> ChartRole {
    guard let role = row.role else { throw InputError(.missing, field: "role") }
    return role
  }

  private func place(of row: ChartRow, in places: [String: Int], _ kind: String) throws -> Int {
    guard let place = places[row.series] else {
      throw InputError(.noSuch(kind: kind, id: row.series), field: "series")
    }
    return place
  }

  private func required(_ value: Double?, _ field: String) throws -> Double {
    guard let value else { throw InputError(.missing, field: field) }
    return value
  }
}
