/// The legend of a chart, in lines above its axes.
struct ChartLegend {
  /// A legend entry.
  struct LegendItem {
    /// The mark.
    var mark: ChartSeries.Mark
    /// The shape of its dots.
    var sign = ChartSign.circle
    /// The class of its colour.
    var name: String
    /// The text.
    var text: String
    /// The horizontal position.
    var x = 0.0
    /// The index of its line.
    var line = 0
  }

  /// The positioned entries.
  private(set) var entries: [LegendItem] = []
  /// The number of lines.
  private(set) var lines = 0

  /// Lays out the legend of a chart in a width.
  init(_ chart: ChartData, width: Double) {
    if let color = chart.color {
      entries = ChartLegend.steps(color, chart)
    } else if chart.hasLegend || !chart.bands.isEmpty {
      entries = ChartLegend.entries(of: chart)
    }
    place(within: width - 16)
  }

  private static func entries(of chart: ChartData) -> [LegendItem] {
    let drawn = chart.series.filter { !$0.points.isEmpty }
    let lines = Set(drawn.filter { $0.mark == .line || $0.mark == .step }.map(\.role))
    var marks: Set<ChartSeries.Mark> = []
    var entries: [LegendItem] = []
    for series in drawn {
      let isNamed = series.role.isOneOfSeveral && lines.contains(series.role)
      // Each of several lines is in the legend; of their accompanying marks one example is.
      let isLine = series.mark == .line || series.mark == .step
      guard !isNamed || isLine || marks.insert(series.mark).inserted else { continue }
      entries.append(
        LegendItem(
          mark: series.mark, sign: chart.sign(of: series), name: series.role.rawValue,
          text: series.name))
    }
    var words: Set<String> = []
    for band in chart.bands where words.insert(band.label).inserted && words.count <= 3 {
      entries.append(LegendItem(mark: .area, name: band.role.rawValue, text: band.label))
    }
    return entries.filter { !$0.text.isEmpty }
  }

  /// Returns the entries of a colour scale, from the lowest to the highest.
  private static func steps(_ axis: ChartAxis, _ chart: ChartData) -> [LegendItem] {
    let range = chart.colorRange
    let lower = AxisTicks.value(range.lowerBound, axis)
    let title = axis.heading.isEmpty ? lower : axis.heading + "  " + lower
    var entries = [LegendItem(mark: .line, name: "", text: title)]
    entries += ColorSteps(chart).names.map { LegendItem(mark: .cell, name: $0, text: "") }
    entries.append(LegendItem(mark: .line, name: "", text: AxisTicks.value(range.upperBound, axis)))
    return entries
  }

  private mutating func place(within width: Double) {
    var (x, line) = (2.0, 0)
    for index in entries.indices {
      let entry = entries[index]
      let swatch = entry.name.isEmpty ? 0 : entry.text.isEmpty ? 14.0 : 18
      let text = entry.text.isEmpty ? 0 : ChartLayout.width(of: entry.text) + 10
      if x > 2, x + swatch + text > width { (x, line) = (2, line + 1) }
      entries[index].x = x
      entries[index].line = line
      x += swatch + text
    }
    lines = entries.isEmpty ? 0 : line + 1
  }
}

extension AxisTicks {
  /// Formats a value of an axis.
  static func value(_ value: Double, _ axis: ChartAxis) -> String {
    switch axis.scale {
    case .share: text(value * 100, step: 1) + " %"
    case .clock: time(value)
    case .number, .count, .day, .category: text(value, step: value == value.rounded() ? 1 : 0.1)
    }
  }
}

extension ChartDrawing {
  /// Draws the legend.
  mutating func drawLegend() {
    for entry in legend.entries {
      let middle = 10 + Double(entry.line) * (ChartLayout.line + 2)
      if entry.name.isEmpty {
        label(entry.text, entry.x, middle + 4, anchor: nil)
      } else {
        swatch(entry, middle)
        label(entry.text, entry.x + 17, middle + 4, anchor: nil)
      }
    }
  }

  private mutating func swatch(_ entry: ChartLegend.LegendItem, _ middle: Double) {
    let (path, mark) = entry.swatch(entry.x, middle)
    svg.empty("path", ["class": .text(mark + " " + entry.name), "d": .path(path)])
  }
}

extension ChartLegend.LegendItem {
  /// Returns the swatch and its class.
  fileprivate func swatch(_ x: Double, _ middle: Double) -> (PathData, String) {
    var path = PathData()
    switch mark {
    case .line, .step:
      path.move(x, middle)
      path.line(x + 13, middle)
      return (path, "l")
    case .dot, .tick:
      sign.draw(x + 7, middle, radius: sign.isStroked ? 4 : 3.2, to: &path)
      return (path, sign.isStroked ? "t" : "d")
    case .cell:
      let shape = CellShape(name)
      shape.draw(x + 1, middle - 6, scale: 1.2, to: &path)
      return (path, shape.isStroked ? "t" : "b")
    case .bar, .area, .stepArea, .span:
      path.rectangle(x + 1, middle - 6, x + 13, middle + 6)
      return (path, mark == .area || mark == .stepArea ? "a" : "b")
    }
  }
}

extension CellShape {
  /// Whether it consists of lines.
  fileprivate var isStroked: Bool { self == .cross || self == .dash || self == .frame }
}
