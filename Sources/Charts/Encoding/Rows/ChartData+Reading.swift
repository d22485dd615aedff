import Diagnostics
import Scheduling

// Decoding a chart from its header and rows.
extension ChartData {
  init(_ header: ChartHeader, _ rows: [WrittenRow]) throws {
    self.init(
      header.kind, title: header.title, subtitle: header.subtitle, summary: header.summary,
      x: header.x, y: header.y, color: header.color,
      series: header.series.map { ChartSeries($0.name, $0.mark, $0.role) })
    fields = try header.columns()
    (reduction, note, source) = (header.reduction, header.note, header.source)
    table = header.table.map { table in
      ChartTable(
        table.title, columns: table.columns,
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
      throw InputError(.noSuch(kind: "panel", id: stranger), field: ChartRow.panelColumn)
    }
  }
}

extension ChartHeader {
  /// Returns the fields, checking that their names are unique and distinct from the fixed columns.
  fileprivate func columns() throws -> [ChartField] {
    let fields = fields ?? []
    var names = ChartRow.columnNames.union([ChartRow.panelColumn])
    for (place, field) in fields.enumerated() where !names.insert(field.name).inserted {
      throw InputError(.conflict(with: field.name), field: "fields.\(place).name")
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
          x: try required(row.x, "x"), y: row.y, row.label ?? "", try role(row)))
    case .note, .source: break  // The header says it too.
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
    var point = ChartPoint(
      try required(row.x, "x"), row.y, xEnd: row.xEnd, yEnd: row.yEnd, value: row.value,
      label: row.label, missing: row.missing)
    point.values = row.values
    chart.series[place].points.append(point)
  }

  private func band(_ row: ChartRow) throws -> ChartBand {
    if let from = row.x {
      return ChartBand(
        .x, from: from, to: try required(row.xEnd, "xEnd"), row.label ?? "", try role(row))
    }
    return ChartBand(
      .y, from: try required(row.y, "y"), to: try required(row.yEnd, "yEnd"), row.label ?? "",
      try role(row))
  }

  private func line(_ row: ChartRow) throws -> ReferenceLine {
    if let at = row.x { return ReferenceLine(.x, at: at, row.label ?? "", try role(row)) }
    return ReferenceLine(.y, at: try required(row.y, "y"), row.label ?? "", try role(row))
  }

  private func role(_ row: ChartRow) throws -> ChartRole {
    guard let role = ChartRole(rawValue: row.series) else {
      let known = ChartRole.allCases.map(\.rawValue)
      throw InputError(.notOneOf(text: row.series, allowed: known), field: "series")
    }
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

extension ChartData {
  /// Calls a closure with each row of the tidy form: points by series, then bands, references,
  /// annotations, the numbers of the table, notes and sources.
  // Inlined, so that the strings of a point are not retained for each row.
  @inline(__always)
  func forEachRow(_ body: (ChartRow) -> Void) {
    for panel in panels { panel.forEachRowOfPanel(body) }
    for series in series {
      for place in series.points.indices { body(ChartRow(series.points[place], of: series.name)) }
    }
    for band in bands { body(ChartRow(band)) }
    for line in references { body(ChartRow(line)) }
    for annotation in annotations { body(ChartRow(annotation)) }
    table?.forEachRow(body)
    for words in [note, emptyReason].compactMap(\.self) { body(ChartRow(note: words)) }
    for (name, text) in source?.facts ?? [] { body(ChartRow(source: name, text)) }
  }
}

extension ChartData {
  /// Calls a closure with each row of a panel, adding the panel's title.
  // Not inlined, because it is recursive.
  @inline(never)
  private func forEachRowOfPanel(_ body: (ChartRow) -> Void) {
    forEachRow { row in
      var row = row
      row.panel = title
      body(row)
    }
  }
}

extension ChartTable {
  fileprivate func forEachRow(_ body: (ChartRow) -> Void) {
    for row in rows {
      for (column, count) in zip(columns, row.counts) {
        body(ChartRow(part: .table, series: row.name, x: column, value: Double(count)))
      }
    }
  }
}
