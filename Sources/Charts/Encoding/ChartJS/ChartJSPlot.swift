import Formats
import Scheduling

/// Converts a chart with two axes to a Chart.js configuration.
struct ChartJSPlot {
  let chart: ChartData
  let x: ChartJSAxis
  let y: ChartJSAxis

  init(_ chart: ChartData) {
    self.chart = chart
    x = ChartJSAxis(horizontal: chart)
    y = ChartJSAxis(vertical: chart)
  }

  var config: JSONValue {
    let isTimeline = chart.series.contains { $0.mark == .span }
    let hasBars = chart.series.contains { $0.mark == .bar }
    // Chart.js draws the first dataset on top.
    let sets =
      chart.bands.map(band) + chart.series.flatMap(datasets) + chart.references.map(line)
    return [
      "type": isTimeline || hasBars ? "bar" : "line", "description": .text(chart.summary),
      "background": ChartJSPlot.background,
      "data": ["datasets": .list(isSideBySide ? sets : sets.reversed())],
      "options": options(isTimeline),
    ]
  }

  /// The default background colour.
  static var background: JSONValue { .text(ChartTheme.light.background) }

  /// The colour of text.
  static var ink: JSONValue { .text(ChartTheme.light.soft) }

  /// Whether bars are grouped side by side, in the order of the datasets.
  private var isSideBySide: Bool { chart.kind.traits.hasBarsSideBySide }

  private func options(_ isTimeline: Bool) -> JSONValue {
    let hasAxes = chart.kind.traits.hasAxes
    return .properties([
      ("animation", false), ("indexAxis", isTimeline ? "y" : nil),
      ("interaction", ["mode": "nearest", "intersect": false]),
      (
        "scales",
        [
          "x": x.scale + (hasAxes ? .object([]) : ["display": false]),
          "y": y.scale + (hasAxes ? .object([]) : ["display": false]),
        ]
      ),
      (
        "plugins",
        [
          "legend": [
            "display": .bool(chart.hasLegend), "position": "bottom", "reverse": true,
            "labels": ["color": ChartJSPlot.ink, "usePointStyle": .bool(isAllPoints)],
          ]
        ] + ChartJSPlot.titles(chart, further: tableLines)
      ),
    ])
  }

  /// Whether all marks are points, so that the legend shows their shapes.
  private var isAllPoints: Bool {
    chart.series.allSatisfy { $0.mark == .dot || $0.mark == .tick || $0.mark == .cell }
  }

  /// Returns the title and the lines below it, including the reason for an empty chart.
  static func titles(_ chart: ChartData, further: [String]) -> JSONValue {
    let below = chart.lines(within: nil) + chart.emptyLines() + further
    func plugin(_ text: JSONValue, _ isShown: Bool) -> JSONValue {
      [
        "display": .bool(isShown), "text": text, "align": "start", "padding": ["bottom": 6],
        "color": ChartJSPlot.ink,
      ]
    }
    let hasTitle = !chart.title.isEmpty && chart.kind.traits.hasAxes
    return [
      "title": plugin(.text(chart.title), hasTitle),
      "subtitle": plugin(.texts(below), hasTitle && !below.isEmpty),
    ]
  }

  private var tableLines: [String] {
    guard let table = chart.table else { return [] }
    return table.rows.map { row in
      let counts = zip(table.columns, row.counts).map { "\($1) at \($0.formattedPlace)" }
      return "\(table.title), \(row.name): \(counts.joined(separator: ", "))"
    }
  }
}

extension Double {
  fileprivate var formattedPlace: String {
    var bytes = ByteWriter()
    bytes.put(json: self)
    return bytes.text
  }
}

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
    case .day, .number, .count, .share, .clock: labels = nil
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
      (
        "title",
        title.isEmpty ? nil : ["display": true, "text": .text(title), "color": ChartJSPlot.ink]
      ),
      ("min", isLabelled ? nil : axis.range.map { .number(number($0.lowerBound)) }),
      ("max", isLabelled ? nil : axis.range.map { .number(number($0.upperBound)) }),
      ("ticks", ticks), ("grid", ["color": "rgba(128,128,128,0.25)"]),
    ])
  }

  private var ticks: JSONValue {
    .properties([
      ("color", ChartJSPlot.ink), ("includeBounds", isLabelled ? nil : false),
      // With a limit of 0, as many names are shown as there is room for.
      ("maxTicksLimit", axis.scale == .category ? 0 : isLabelled ? 9 : nil),
      ("stepSize", axis.scale == .clock ? 4 : nil),
      ("precision", axis.scale == .count ? 0 : nil),
      (
        "format",
        axis.scale == .share
          ? ["style": "percent", "minimumFractionDigits": 0, "maximumFractionDigits": 0] : nil
      ),
    ])
  }

  private var title: String {
    if axis.scale == .clock { return "\(axis.title) (hours from midnight)" }
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

extension ChartData {
  /// Returns the chart as a JSON configuration of Chart.js 3 or 4: `new Chart(canvas, config)`.
  ///
  /// The configuration contains no functions and needs no adapter. Days are labels, or days since
  /// the first one in charts of time lines. Areas are pairs of lines filled between them, spans are
  /// floating bars, cells are squares, a clock is a polar area chart, and missing values are
  /// `null`. Numbers of a table are listed below the title. `description` is the text alternative,
  /// to be set as the label of the canvas, and `background` the background colour to be set on its
  /// container, because Chart.js leaves the canvas transparent. The ``fields`` of a point are in
  /// the `fields` of its item, and the lines of its tooltip in `text`, which a callback shows:
  /// `config.options.plugins.tooltip = {callbacks: {title: () => '', label: item => item.raw.text}}`. ``panels`` are not supported; each is a configuration of its own.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public func chartJS() -> String {
    (kind.traits.isCircular ? polarArea : ChartJSPlot(self).config).documentText
  }

  /// The configuration of a circular chart, from its first series.
  private var polarArea: JSONValue {
    let points = series.first?.points ?? []
    return [
      "type": "polarArea", "description": .text(summary), "background": ChartJSPlot.background,
      "data": [
        "labels": .list(points.map { .text(AxisTicks.time(x.scale == .clock ? $0.x : 0)) }),
        "datasets": [
          [
            "label": .text(series.first?.name ?? ""),
            "data": .list(points.map { $0.y.map(JSONValue.number) ?? .null }),
            "text": .list(
              series.first.map { own in points.map { .texts(hoverLines(of: $0, in: own)) } } ?? []),
            "backgroundColor": .text((series.first?.role ?? .primary).shade(0.7)),
          ]
        ],
      ],
      "options": [
        "animation": false, "aspectRatio": 1.75,
        "scales": [
          "r": [
            "pointLabels": [
              "display": true, "centerPointLabels": true, "color": ChartJSPlot.ink,
            ],
            "ticks": [
              "color": ChartJSPlot.ink, "precision": 0, "showLabelBackdrop": false,
              "includeBounds": false,
            ],
          ]
        ],
        "plugins": ["legend": ["display": false]] + ChartJSPlot.titles(self, further: []),
      ],
    ]
  }
}
