extension ChartData {
  /// The chart as JSON: its header and the rows of ``csv()``, written by no library and for none.
  ///
  /// One chart always gives the same bytes; `ChartData(json:)` and any decoder read them back. Positions
  /// in ticks and ranges are numbers as ``ChartData`` has them, those in rows are written as in
  /// ``csv()``.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func json() -> String {
    (ChartHeader(self).tree + ["rows": .raw(jsonRows.bytes)]).document
  }
}
