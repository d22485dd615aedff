extension ChartData {
  /// The chart as a specification of Vega-Lite, version 6.
  ///
  /// The specification is complete and needs no network where its rows are in it; `ChartData(vegaLite:)`
  /// reads such a one back. Days are drawn in UTC, so that the zone of whoever looks cannot shift them.
  /// The background is white unless told otherwise; colours, lines and words are such that dark ones bear
  /// them too.
  ///
  ///     try chart.vegaLite().write(toFile: path, atomically: true, encoding: .utf8)
  ///
  /// - Parameters:
  ///   - rows: Where the rows are: in the specification, or in a CSV file beside it.
  ///   - background: The colour behind the picture, as CSS has it, such as `#1E1E1E` or `transparent`.
  /// - Returns: The specification, with a line break at its end.
  /// - Complexity: O(*n*) for *n* rows.
  public func vegaLite(rows: VegaLiteRows = .inline, background: String = "#FFFFFF") -> String {
    VegaLiteSpec(self, background: background).tree(rows).document.text
  }

  /// The same as a file holds it.
  package func vegaLiteBytes() -> [UInt8] { VegaLiteSpec(self).tree(.inline).document.bytes }
}

/// Where a Vega-Lite specification has its rows.
public enum VegaLiteRows: Hashable, Sendable {
  /// In the specification itself.
  case inline
  /// In a file or at an address, relative to the page that shows the chart, with what
  /// ``ChartData/csv()`` gives.
  case url(String)
}
