extension EndTable {
  /// Creates the table of a grid.
  init(_ rows: SensitivityRows) {
    let columns =
      SensitivityTable.columns + (rows.isWithholding ? [SensitivityTable.withheld] : [])
    self.init(ReportTable.sensitivity.rawValue, columns, eachRow: rows.eachRow)
  }
}
