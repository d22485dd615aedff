/// The size of an image and the position of its axes.
///
/// Lengths are in image units, which a page scales to the available width. Text is measured by its
/// number of characters, with a margin for the larger font on narrow screens.
struct ChartLayout {
  /// The width.
  let width: Double
  /// The left end of the axes.
  let left: Double
  /// The right end of the axes.
  let right: Double
  /// The upper end of the axes.
  let top: Double
  /// The lower end of the axes.
  let bottom: Double
  /// The total height.
  let height: Double
  /// The labels above and at the right of the axes.
  let labels: OutsideLabels

  /// The width of a character.
  static let character = 7.4
  /// The height of a line of text.
  static let line = 17.0

  /// Lays out a chart below a legend with a number of lines.
  init(_ chart: ChartData, legendLines: Int, _ size: ChartSize) {
    width = size.width
    let names = ChartLayout.names(at: chart)
    left = 13 + ChartLayout.room(forNames: min(names.max() ?? 0, chart.kind.traits.nameLimit))
    var labels = OutsideLabels(chart)
    let most = max(40, width - 14 - left - labels.room)
    labels.place(
      chart, on: ChartScale(chart.x, chart.xRange, from: left, to: left + most), width: width)
    self.labels = labels
    top =
      6 + Double(legendLines) * (ChartLayout.line + 2)
      + (chart.y.heading.isEmpty ? 6 : ChartLayout.line + 5) + labels.height
    let rows = chart.table.map { Double($0.rows.count) + 1.3 } ?? 0
    let below =
      20 + (chart.showsXTitle ? ChartLayout.line : 0) + rows * ChartLayout.line + 2
      + Double(chart.noteLines(within: width).count) * ChartLayout.line
    let space = (most, size.height.map { [top] in max(40, $0 - top - below) })
    let (plotWidth, plotHeight) = chart.plotSize(within: space.0, space.1)
    right = left + plotWidth
    bottom = top + plotHeight
    height = max(size.height ?? 0, bottom + below)
  }

  /// The number of characters in a line across the image.
  var noteLength: Int { ChartLayout.noteLength(within: width) }

  /// Returns the number of characters in a line across an image.
  static func noteLength(within width: Double) -> Int { max(20, Int((width - 16) / 6)) }

  /// Returns the width of a label at the left of the axes; long ones are assumed to contain few
  /// wide characters.
  private static func room(forNames count: Int) -> Double {
    Double(min(count, 20)) * 8 + Double(max(0, count - 20)) * 6
  }

  /// Returns the lengths of the lines at the left of the axes.
  private static func names(at chart: ChartData) -> [Int] {
    let labels =
      chart.showsYLabels
      ? (chart.y.ticks.isEmpty
        ? AxisTicks.ticks(of: chart.y, chart.yRange, length: 200, room: 40) : chart.y.ticks)
        .map(\.label.count) : []
    return labels + (chart.table?.rows.map(\.name.count) ?? []) + [2]
  }
}

/// The size of an image without its heading.
struct ChartSize {
  var width: Double
  /// `nil` for the height that its contents need.
  var height: Double?

  /// Returns the size of a kind on a page.
  init(of kind: ChartKind) { width = kind.isWide ? 960 : 480 }

  init(width: Double, height: Double?) { (self.width, self.height) = (width, height) }
}

extension ChartAxis {
  /// The title with its unit; empty if the labels suffice.
  var heading: String {
    guard let unit, !unit.isEmpty, unit != title else { return title }
    return title.isEmpty ? unit : "\(title) (\(unit))"
  }
}

extension ChartData {
  /// Whether the horizontal axis needs a title, which dates do not.
  var showsXTitle: Bool { !x.heading.isEmpty && x.scale != .day }

  /// Returns the lines of the note within a width.
  func noteLines(within width: Double) -> [String] {
    (note ?? "").wrapped(to: ChartLayout.noteLength(within: width))
  }

  /// Whether each row is high enough for its label.
  var showsYLabels: Bool {
    y.scale != .category || y.categories.count <= 60
  }

  /// Returns the size of the area between the axes, limited to the available width and the
  /// requested height.
  fileprivate func plotSize(within space: Double, _ height: Double?) -> (Double, Double) {
    let rows = Double(y.categories.count)
    guard y.scale == .category, rows > 0 else {
      return (space, height ?? (kind.traits.hasRowPerPatient ? 400 : kind.isWide ? 230 : 190))
    }
    if kind.traits.hasSquareCells {
      let columns = max(1, ((xRange.upperBound - xRange.lowerBound) / (x.scale == .day ? 7 : 1)))
      let side = min(height.map { $0 / rows } ?? 22, space / columns)
      return (side * columns, side * rows)
    }
    let row = rows <= 6 ? 34 : rows <= 15 ? 26 : rows <= 60 ? 13 : max(2, min(6, 440 / rows))
    return (space, height ?? max(40, rows * row))
  }
}
