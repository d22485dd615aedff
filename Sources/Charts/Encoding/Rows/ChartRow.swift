import Scheduling

/// A row of the tidy form of a chart, which holds one element of the chart.
///
/// Positions are numbers as in ``ChartData``; encoders format them by their axis.
struct ChartRow: Hashable, Sendable {
  var part: ChartPart
  /// The key of the number or state.
  var statistic: String
  /// The meaning; `nil` for a table.
  var role: ChartRole?
  /// The name of the series, or of the row of a table; empty if there is none.
  var series = ""
  /// The task and the group, if they are not those of the chart.
  var subject = ChartSubject()
  /// The mark of a point.
  var mark: ChartSeries.Mark?
  var x: Double?
  var xEnd: Double?
  var y: Double?
  var yEnd: Double?
  /// The value of a cell, or the number of a table.
  var value: Double?
  var label: String?
  var missing: String?
  /// The values in the order of the chart's fields.
  var values: [ChartValue?] = []
  /// The title of the panel; `nil` without panels.
  var panel: String?
}

/// The kind of a row of the tidy form.
enum ChartPart: String, CaseIterable, Sendable, Codable {
  case point, band, reference, annotation, table
}

// Rows of each kind.
extension ChartRow {
  init(_ point: ChartPoint, of series: ChartSeries) {
    self.init(
      part: .point, statistic: series.statistic, role: series.role, series: series.name,
      subject: series.subject, mark: series.mark, x: point.x, xEnd: point.xEnd, y: point.y,
      yEnd: point.yEnd,
      value: point.value, label: point.label, missing: point.missing, values: point.values)
  }

  init(_ band: ChartBand) {
    self.init(part: .band, statistic: band.statistic, role: band.role, label: band.label)
    switch band.axis {
    case .x: (x, xEnd) = (band.from, band.to)
    case .y: (y, yEnd) = (band.from, band.to)
    }
  }

  init(_ line: ReferenceLine, of subject: ChartSubject) {
    self.init(
      part: .reference, statistic: line.statistic, role: line.role, series: line.series ?? "",
      subject: subject, label: line.label)
    switch line.axis {
    case .x: x = line.at
    case .y: y = line.at
    }
  }

  init(_ annotation: ChartAnnotation) {
    self.init(
      part: .annotation, statistic: annotation.statistic, role: annotation.role, x: annotation.x,
      y: annotation.y, label: annotation.text)
  }
}

extension ChartData {
  /// Calls a closure with each row of the tidy form: points by series, then bands, references,
  /// annotations and the numbers of the table.
  // Inlined, so that the strings of a point are not retained for each row.
  @inline(__always)
  func forEachRow(_ body: (ChartRow) -> Void) {
    for panel in panels { panel.forEachRowOfPanel(body) }
    for series in series {
      for place in series.points.indices { body(ChartRow(series.points[place], of: series)) }
    }
    for band in bands { body(ChartRow(band)) }
    for line in references { body(ChartRow(line, of: subject(ofSeries: line.series))) }
    for annotation in annotations { body(ChartRow(annotation)) }
    for row in table?.rows ?? [] { forEachCount(of: row, body) }
  }

  private func forEachCount(of row: ChartTable.CountRow, _ body: (ChartRow) -> Void) {
    guard let table else { return }
    let subject = subject(ofSeries: row.name)
    for (column, count) in zip(table.columns, row.counts) {
      body(
        ChartRow(
          part: .table, statistic: table.statistic, series: row.name, subject: subject, x: column,
          value: Double(count)))
    }
  }

  private func subject(ofSeries name: String?) -> ChartSubject {
    name.flatMap { name in series.first { $0.name == name }?.subject } ?? ChartSubject()
  }

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
