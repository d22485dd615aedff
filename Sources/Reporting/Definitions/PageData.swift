/// The files with the data of charts beside the pages of a report.
///
/// Pages always contain their charts as inline SVG, and their tables.
public enum PageData: String, CaseIterable, Hashable, Sendable, Codable {
  /// No files.
  case none
  /// The rows of each chart as CSV.
  case csv
  /// The same rows, and for each chart a Vega-Lite specification that refers to them.
  case all
}
