import Formats
import Scheduling

/// An ECharts axis: time, value, category, or the cells of a grid.
struct EChartsAxis {
  let axis: ChartAxis
  private let range: ClosedRange<Double>
  /// The sorted positions of the grid's cells; `nil` without a grid.
  private let places: [Double]?

  /// Creates an axis; `cells` are the positions of its cells.
  init(_ axis: ChartAxis, _ range: ClosedRange<Double>, cells: [Double]?) {
    (self.axis, self.range) = (axis, range)
    places =
      axis.scale == .category
      ? axis.categories.indices.map(Double.init) : cells.map(EChartsAxis.grid)
  }

  /// Returns the positions of cells, with gaps filled.
  private static func grid(_ positions: [Double]) -> [Double] {
    let known = Set(positions).sorted()
    let steps = zip(known, known.dropFirst()).map { $1 - $0 }
    guard let step = steps.min(), let first = known.first, let last = known.last,
      steps.allSatisfy({ ($0 / step).rounded() == $0 / step }), (last - first) / step < 5000
    else { return known }
    return Array(stride(from: first, through: last, by: step))
  }

  /// Whether positions are indices of a grid.
  var isGrid: Bool { places != nil && axis.scale != .category }

  /// Returns a position; on a grid the index of the last cell that starts at or before it.
  func position(_ value: Double) -> JSONValue {
    if let places {
      return .number(Double(max(0, places.partition { $0 > value } - 1)))
    }
    return number(value)
  }

  /// Returns a position as a value of the axis.
  private func number(_ value: Double) -> JSONValue {
    switch axis.scale {
    case .day: moment(value)
    case .clock: .number((value * 1000).rounded())
    case .share: .number((value * 100_000).rounded() / 1000)
    case .number, .count, .category: .number(value)
    }
  }

  /// Returns an instant with UTC offset; without it ECharts would use the viewer's time zone.
  private func moment(_ value: Double) -> JSONValue {
    guard let text = DayMoment(value)?.description else { return .null }
    return .text(text.utf8.count > 10 ? text : text + "T00:00:00Z")
  }

  /// Returns the option of the axis; `height` is that of the labels between the plot and the title.
  func tree(
    _ look: ChartLook, isVertical: Bool, isDrawn: Bool, below height: Double = 0
  ) -> JSONValue {
    let soft = JSONValue.text(look.theme.soft)
    let (isFree, isDown) = (places == nil, isVertical && axis.scale == .category)
    return .properties([
      ("show", .bool(isDrawn)),
      ("type", .text(type)),
      ("name", axis.scale == .day ? nil : .text(title)),
      ("nameLocation", !isVertical ? "middle" : isDown ? "start" : "end"),
      ("nameGap", .number(isVertical ? 12 + height : 32)),
      ("nameTextStyle", ["color": soft, "align": isVertical ? "left" : "center"]),
      ("data", places.map { .texts($0.map(name)) }), ("inverse", isDown ? true : nil),
      ("min", isFree ? number(range.lowerBound) : nil),
      ("max", isFree ? number(range.upperBound) : nil),
      ("minInterval", isFree ? leastInterval : nil), ("axisLabel", labels(soft, isVertical)),
      ("axisLine", ["lineStyle": ["color": soft]]),
      ("splitLine", ["show": .bool(isFree), "lineStyle": ["color": .text(look.theme.line)]]),
    ])
  }

  /// Returns label options; the ends of an axis are labelled if they are round.
  private func labels(_ soft: JSONValue, _ isVertical: Bool) -> JSONValue {
    let step = AxisTicks.niceStep(range.upperBound - range.lowerBound, atMost: 6)
    func isRound(_ value: Double) -> JSONValue? {
      let isOdd = places == nil && axis.scale.isNumeric && (value / step).rounded() * step != value
      return isOdd ? false : nil
    }
    return .properties([
      ("color", soft), ("formatter", format), ("hideOverlap", true),
      // Without a line height, ECharts takes labels to be lower than they are.
      ("lineHeight", 15), ("margin", isVertical ? 8 : 12),
      ("showMinLabel", isRound(range.lowerBound)), ("showMaxLabel", isRound(range.upperBound)),
    ])
  }

  /// The number of grid cells; 0 without a grid.
  var placeCount: Int { places?.count ?? 0 }

  private var title: String { axis.scale == .share ? axis.title : axis.fullTitle }

  private var format: JSONValue? {
    guard places == nil else { return nil }
    return axis.scale == .share ? "{value} %" : axis.scale == .clock ? "{HH}:{mm}" : nil
  }

  /// The type of the axis; times of day are milliseconds since midnight.
  private var type: String {
    if places != nil { return "category" }
    return axis.scale == .day || axis.scale == .clock ? "time" : "value"
  }

  /// The least distance of ticks: one of a count, an hour of times of day.
  private var leastInterval: JSONValue? {
    axis.scale == .count ? 1 : axis.scale == .clock ? 3_600_000 : nil
  }

  /// Returns the label of a grid cell.
  private func name(_ value: Double) -> String {
    switch axis.scale {
    case .category: axis.categories.named(at: value) ?? ""
    case .day: DayMoment(value)?.description ?? ""
    case .clock: AxisTicks.time(value)
    case .share: AxisTicks.text(value * 100, step: 1) + " %"
    case .number, .count:
      axis.ticks.first { $0.at == value }?.label
        ?? AxisTicks.text(value, step: value == value.rounded() ? 1 : 0.01)
    }
  }
}
