/// How large a picture is, and where in it the axes lie.
///
/// Lengths are in the picture's own units, which a page scales to the width that it has. Text is
/// measured by its count of characters, with room for the larger letters of narrow screens.
struct ChartLayout {
  /// How wide it is.
  let width: Double
  /// Where the axes begin at the left.
  let left: Double
  /// Where they end at the right.
  let right: Double
  /// Where they begin above.
  let top: Double
  /// Where they end below.
  let bottom: Double
  /// How high the whole is.
  let height: Double

  /// How much room a character needs.
  static let character = 7.4
  /// How high a line of text is.
  static let line = 17.0

  /// Lays out a chart below a legend of so many lines.
  init(_ chart: ChartData, legendLines: Int, _ size: ChartSize) {
    width = size.width
    let names = ChartLayout.names(at: chart)
    left = 13 + ChartLayout.room(forNames: min(names.max() ?? 0, chart.kind.nameLimit))
    top =
      6 + Double(legendLines) * (ChartLayout.line + 2)
      + (chart.y.heading.isEmpty ? 6 : ChartLayout.line + 5) + (chart.hasWordsAbove ? 10 : 0)
    let rows = chart.table.map { Double($0.rows.count) + 1.3 } ?? 0
    let below =
      20 + (chart.showsXTitle ? ChartLayout.line : 0) + rows * ChartLayout.line + 2
      + (chart.note == nil ? 0 : ChartLayout.line)
    let space = (max(40, width - 14 - left), size.height.map { [top] in max(40, $0 - top - below) })
    let (plotWidth, plotHeight) = chart.plotSize(within: space.0, space.1)
    right = left + plotWidth
    bottom = top + plotHeight
    height = max(size.height ?? 0, bottom + below)
  }

  /// How many characters a line across the picture has.
  var noteLength: Int { Int((width - 16) / 6) }

  /// How wide so many characters at the left of the axes are; of long names few are wide.
  private static func room(forNames count: Int) -> Double {
    Double(min(count, 20)) * 8 + Double(max(0, count - 20)) * 6
  }

  /// How many characters stand at the left of the axes, line by line.
  private static func names(at chart: ChartData) -> [Int] {
    let labels =
      chart.showsYLabels
      ? AxisTicks.ticks(of: chart.y, chart.yRange, length: 200, room: 40).map(\.label.count) : []
    return labels + (chart.table?.rows.map(\.name.count) ?? []) + [2]
  }
}

/// How large a picture without its heading is to be.
struct ChartSize {
  var width: Double
  /// `nil` for what its contents need.
  var height: Double?

  /// The size of a kind on a page.
  init(of kind: ChartKind) { width = kind.isWide ? 960 : 480 }

  init(width: Double, height: Double?) { (self.width, self.height) = (width, height) }
}

extension ChartKind {
  /// Whether it needs the width of a whole page.
  package var isWide: Bool {
    switch self {
    case .calendar, .chronology, .swimmer, .lasagna, .streaks, .values, .fills, .comparison: true
    case .bars, .rolling, .sparkline, .weekdayHours, .interdose, .clock, .survival, .covered,
      .ribbon, .funnel, .dailySums, .distribution, .groups, .slidingWindows:
      false
    }
  }
}

extension ChartKind {
  /// The most characters of a row's name: those that have numbers behind their names need more.
  var nameLimit: Int {
    switch self {
    case .comparison: 60
    case .fills: 40
    case .calendar, .chronology, .swimmer, .lasagna, .streaks, .values, .bars, .rolling, .sparkline,
      .weekdayHours, .interdose, .clock, .survival, .covered, .ribbon, .funnel, .dailySums,
      .distribution, .groups, .slidingWindows:
      20
    }
  }
}

extension ChartAxis {
  /// The title with its unit; nothing where the labels say it all.
  var heading: String {
    guard let unit, !unit.isEmpty, unit != title else { return title }
    return title.isEmpty ? unit : "\(title) (\(unit))"
  }
}

extension ChartData {
  /// Whether the horizontal axis needs a title: dates explain themselves.
  var showsXTitle: Bool { !x.heading.isEmpty && x.scale != .day }

  /// Whether words of upright lines stand above the axes, because rows fill what is below.
  var hasWordsAbove: Bool {
    y.scale == .category && references.contains { $0.axis == .x && !$0.label.isEmpty }
  }

  /// Whether each row is high enough for its name.
  var showsYLabels: Bool {
    y.scale != .category || y.categories.count <= 60
  }

  /// How large the area between the axes is: at most as wide as there is room, and as high as it is asked to
  /// be.
  fileprivate func plotSize(within space: Double, _ height: Double?) -> (Double, Double) {
    let rows = Double(y.categories.count)
    guard y.scale == .category, rows > 0 else {
      return (space, height ?? (kind == .lasagna ? 400 : kind.isWide ? 230 : 190))
    }
    if kind == .calendar {
      let columns = max(1, ((xRange.upperBound - xRange.lowerBound) / (x.scale == .day ? 7 : 1)))
      let side = min(height.map { $0 / rows } ?? 22, space / columns)
      return (side * columns, side * rows)
    }
    let row = rows <= 6 ? 34 : rows <= 15 ? 26 : rows <= 60 ? 13 : max(2, min(6, 440 / rows))
    return (space, height ?? max(40, rows * row))
  }
}
