extension ChartData {
  /// The chart as a specification of Vega-Lite, version 6.
  ///
  /// The specification is complete and needs no network where its rows are in it; `ChartData(vegaLite:)`
  /// reads such a one back. Days are drawn in UTC, so that the zone of whoever looks cannot shift them.
  /// The background is transparent, and lines and words are of a grey that white and dark pages bear.
  ///
  ///     try chart.vegaLite().write(toFile: "tablet.vl.json", atomically: true, encoding: .utf8)
  ///
  /// - Parameter rows: Where the rows are: in the specification, or in a CSV file beside it.
  /// - Returns: The specification, with a line break at its end.
  /// - Complexity: O(*n*) for *n* rows.
  public func vegaLite(rows: VegaLiteRows = .inline) -> String {
    VegaLiteSpec(self).tree(rows).document
  }
}
