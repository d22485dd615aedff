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
