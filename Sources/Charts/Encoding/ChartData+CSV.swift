extension ChartData {
  /// Returns the chart as CSV: a row for each point, band, reference, annotation and number of the
  /// table.
  ///
  /// The columns are `part`, `series`, `x`, `xEnd`, `y`, `yEnd`, `value`, `label` and `missing`,
  /// followed by the chart's ``fields`` and the title of the ``panels`` if there are any. Positions
  /// are formatted by their axis: days as `2025-03-09`, times of day in hours (`8.5` is half past
  /// eight, `26.25` a quarter past two of the next morning), categories by name. A missing value is
  /// an empty field, with the reason in `missing`. Text that a spreadsheet would evaluate, such as
  /// `=1+1`, is quoted and prefixed with an apostrophe. ``Charts`` explains each column.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func csv() -> String { csvText.text }

  /// Returns the CSV as bytes.
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
