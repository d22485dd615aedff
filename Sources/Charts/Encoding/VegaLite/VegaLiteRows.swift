/// Where a Vega-Lite specification has its rows.
public enum VegaLiteRows: Hashable, Sendable {
  /// In the specification itself.
  case inline
  /// In a file or at an address, relative to the page that shows the chart, with what
  /// ``ChartData/csv()`` gives.
  case url(String)
}
