import Formats

extension ChartData {
  /// Returns the chart as a specification of Vega-Lite 6.
  ///
  /// The specification is self-contained if its rows are inline, and `ChartData(vegaLite:)` can
  /// parse it. Days are drawn in UTC, independent of the viewer's time zone. The background is
  /// white by default; colours, lines and text also suit dark backgrounds.
  ///
  ///     try chart.vegaLite().write(toFile: path, atomically: true, encoding: .utf8)
  ///
  /// - Parameters:
  ///   - rows: The location of the rows: inline, or in a separate CSV file.
  ///   - background: The CSS background colour, such as `#1E1E1E` or `transparent`.
  /// - Returns: The specification, with a trailing line break.
  /// - Complexity: O(*n*) for *n* rows.
  public func vegaLite(rows: VegaLiteRows = .inline, background: String = "#FFFFFF") -> String {
    VegaLiteSpec(self, background: background).tree(rows).documentText
  }

  /// Returns the specification as bytes.
  package func vegaLiteBytes(rows: VegaLiteRows) -> [UInt8] {
    VegaLiteSpec(self).tree(rows).document
  }
}

/// The location of the rows of a Vega-Lite specification.
public enum VegaLiteRows: Hashable, Sendable {
  /// In the specification.
  case inline
  /// In a file or at a URL, relative to the page that shows the chart, with the output of
  /// ``ChartData/csv()``.
  case url(String)
}
