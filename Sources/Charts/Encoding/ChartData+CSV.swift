extension ChartData {
  /// The chart as a table: a line for each point, band, reference, annotation and number of the table.
  ///
  /// The columns are `part`, `series`, `x`, `xEnd`, `y`, `yEnd`, `value`, `label` and `missing`, and then the
  /// chart's ``fields`` and the title of the ``panels`` where there are any. Positions
  /// are written in the terms of their axis: days as `2025-03-09`, times of the wall clock as hours
  /// (`8.5` is half past eight, `26.25` a quarter past two of the next morning), categories by name. What
  /// is missing is an empty cell, and `missing` says why. A text that a spreadsheet would run, as `=1+1`, stands
  /// in quotes behind an apostrophe. ``Charts`` explains each column.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func csv() -> String { csvText.text }

  /// The same as a file holds it.
  package func csvBytes() -> [UInt8] { csvText.bytes }

  private var csvText: ChartBytes {
    var text = RowText(self, .csv)
    var bytes = ChartBytes(capacity: 64 * pointCount + 64)
    for (place, column) in ChartRow.columns.enumerated() {
      if place > 0 { bytes.put(",") }
      bytes.put(column)
    }
    for field in fields {
      bytes.put(",")
      bytes.put(csv: field.name)
    }
    if !panels.isEmpty {
      bytes.put(",")
      bytes.put(csv: ChartRow.panelColumn)
    }
    bytes.put("\n")
    forEachRow { text.putCSV($0, to: &bytes) }
    return bytes
  }
}
