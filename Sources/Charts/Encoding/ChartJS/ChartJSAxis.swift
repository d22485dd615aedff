import Formats
import Scheduling

/// A Chart.js axis: labels, or numbers from an origin.
struct ChartJSAxis {
  let axis: ChartAxis
  /// The labels and their positions; `nil` for a linear axis.
  private let labels: [(at: Double, text: String)]?
  /// The day from which days are counted.
  private let origin: Double

  /// Creates the horizontal axis, the base of the marks.
  init(horizontal chart: ChartData) {
    let marks = Set(chart.series.map(\.mark))
    let places = chart.series.flatMap { $0.points.map(\.x) }
    self.init(
      chart.x, isDiscrete: !marks.isDisjoint(with: [.bar, .cell]),
      isTimeline: marks.contains(.span), places)
  }

  /// Creates the vertical axis.
  init(vertical chart: ChartData) {
    self.init(
      chart.y, isDiscrete: false, isTimeline: true,
      chart.series.flatMap { $0.points.compactMap(\.y) })
  }

  private init(_ axis: ChartAxis, isDiscrete: Bool, isTimeline: Bool, _ places: [Double]) {
    self.axis = axis
    origin = axis.scale == .day ? axis.range?.lowerBound ?? places.min() ?? 0 : 0
    switch axis.scale {
    case .category:
      labels = axis.uniqueCategories.enumerated().map { (Double($0), $1) }
    case .day where isDiscrete:
      labels = Set(places).sorted().map { ($0, ChartJSAxis.date($0)) }
    case .day where !isTimeline: labels = ChartJSAxis.everyDay(axis.range, places)
    case .day, .number, .share, .clock: labels = nil
    }
  }

  /// Returns each day from the first to the last; `nil` if they are not whole or too many for
  /// labels.
  private static func everyDay(_ range: ClosedRange<Double>?, _ places: [Double])
    -> [(at: Double, text: String)]?
  {
    let all = places + [range?.lowerBound, range?.upperBound].compactMap(\.self)
    guard let first = all.min(), let last = all.max(), last - first <= 4_000,
      all.allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    return stride(from: first, through: last, by: 1).map { ($0, date($0)) }
  }

  private static func date(_ position: Double) -> String {
    DayMoment(position)?.description ?? "\(position)"
  }

  var isLabelled: Bool { labels != nil }

  /// Returns a position: on a linear axis the middle of an interval, otherwise the label at its
  /// start.
  func position(_ position: Double, to end: Double? = nil) -> JSONValue {
    guard let labels else { return .number(number((position + (end ?? position)) / 2)) }
    let place = labels.partition { $0.at >= position }
    return labels.isEmpty ? .null : .text(labels[min(place, labels.count - 1)].text)
  }

  /// Returns a position as the number on a linear axis.
  func number(_ position: Double) -> Double {
    axis.scale == .clock ? ChartAxis.hours(position) : position - origin
  }

  /// The options of the scale.
  var scale: JSONValue {
    .properties([
      ("type", isLabelled ? "category" : "linear"),
      ("labels", labels.map { .texts($0.map(\.text)) }),
      ("offset", axis.scale == .category ? true : nil),
      ("title", title.isEmpty ? nil : ["display": true, "text": .text(title), "color": ink]),
      ("min", isLabelled ? nil : axis.range.map { .number(number($0.lowerBound)) }),
      ("max", isLabelled ? nil : axis.range.map { .number(number($0.upperBound)) }),
      ("ticks", ticks), ("grid", ["color": "rgba(128,128,128,0.25)"]),
    ])
  }

  private var ink: JSONValue { .text(VegaLiteSpec.ink) }

  private var ticks: JSONValue {
    .properties([
      ("color", ink), ("maxTicksLimit", isLabelled && axis.scale == .day ? 9 : nil),
      ("autoSkip", axis.scale == .category && axis.categories.count <= 40 ? false : nil),
      ("stepSize", axis.scale == .clock ? 4 : nil),
      (
        "format",
        axis.scale == .share
          ? ["style": "percent", "minimumFractionDigits": 0, "maximumFractionDigits": 0] : nil
      ),
    ])
  }

  private var title: String {
    if axis.scale == .clock { return "\(axis.title) (h)" }
    if axis.scale == .day, !isLabelled {
      return "\(axis.title) (days since \(ChartJSAxis.date(origin)))"
    }
    return axis.fullTitle
  }
}

extension Array {
  /// Returns the first index from which a monotonic condition holds.
  func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
