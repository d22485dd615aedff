/// The rows above a plot for the labels of upright lines, of upright bands and of the upper edge, in
/// which they do not overlap.
struct LabelRows {
  /// A label above the plot.
  struct Label {
    var text: String
    /// The position on the horizontal axis at which the label starts, or ends.
    var at: Double
    /// Whether the label ends there, because it would not fit beside the plot.
    var isEnd = false
    /// The index of the row, counted from the plot.
    var row = 0

    /// The distance of the row from the plot in pixels.
    var shift: Double { LabelRows.height * Double(row) }
  }

  /// The labels from left to right, each text once.
  private(set) var labels: [Label] = []
  /// The number of rows.
  private(set) var count = 0

  /// The height of a row in pixels.
  static let height = 12.0

  /// The height of all rows in pixels.
  var height: Double { LabelRows.height * Double(count) }

  /// Places the labels from left to right, each in the first row with room.
  ///
  /// - Parameters:
  ///   - chart: The chart.
  ///   - width: The width of the plot in pixels.
  init(_ chart: ChartData, width: Double) {
    let range = chart.xRange
    let scale = width / max(range.upperBound - range.lowerBound, 1e-9)
    let boxes = chart.upperLabels.map { label -> (label: Label, start: Double, end: Double) in
      var label = label
      let (place, length) = (
        (label.at - range.lowerBound) * scale, ChartLayout.width(of: label.text)
      )
      label.isEnd = place + length > width && place >= length
      return label.isEnd ? (label, place - length, place) : (label, place, place + length)
    }
    var ends: [Double] = []
    for box in boxes.sorted(by: { $0.start < $1.start })
    where !labels.contains(where: { $0.text == box.label.text }) {
      let row = ends.firstIndex { $0 <= box.start } ?? ends.count
      if row == ends.count { ends.append(0) }
      ends[row] = box.end + 8
      labels.append(box.label)
      labels[labels.count - 1].row = row
    }
    count = ends.count
  }
}

extension ChartData {
  /// The labels above the plot before they are placed; more than four bands have none.
  fileprivate var upperLabels: [LabelRows.Label] {
    let bands = bands.count > 4 ? [] : bands.filter { $0.axis == .x }
    return bands.map { LabelRows.Label(text: $0.label, at: $0.from) }
      + references.filter { $0.axis == .x }.map { LabelRows.Label(text: $0.label, at: $0.at) }
      + annotations.filter { $0.y == nil }.map { LabelRows.Label(text: $0.text, at: $0.x) }
  }

  /// Returns the lines below the title, wrapped to a width in pixels.
  func lines(within width: Double?) -> [String] {
    lines.flatMap { $0.wrapped(to: ChartLayout.noteLength(within: width ?? 700)) }
  }
}
