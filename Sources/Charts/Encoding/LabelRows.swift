/// The rows above a plot for the labels of upright lines and of the upper edge, in which they do not
/// overlap.
struct LabelRows {
  private var rows: [String: Int] = [:]
  /// The number of rows.
  private(set) var count = 0

  /// The height of a row in pixels.
  static let height = 12.0

  /// Places the labels from left to right, each in the first row with room.
  ///
  /// - Parameters:
  ///   - chart: The chart.
  ///   - width: The width of the plot in pixels.
  init(_ chart: ChartData, width: Double) {
    let labels =
      chart.references.filter { $0.axis == .x }.map { (at: $0.at, text: $0.label) }
      + chart.annotations.filter { $0.y == nil }.map { (at: $0.x, text: $0.text) }
    let range = chart.xRange
    let scale = width / max(range.upperBound - range.lowerBound, 1e-9)
    var ends: [Double] = []
    for label in labels.sorted(by: { $0.at < $1.at }) where rows[label.text] == nil {
      let start = (label.at - range.lowerBound) * scale
      let row = ends.firstIndex { $0 <= start } ?? ends.count
      if row == ends.count { ends.append(0) }
      rows[label.text] = row
      ends[row] = start + ChartLayout.width(of: label.text) + 8
    }
    count = ends.count
  }

  /// Returns the row of a label, counted from the plot.
  subscript(text: String) -> Int { rows[text] ?? 0 }
}
