public import Diagnostics
import Formats
import Scheduling

extension ChartData {
  /// Returns the chart in the form of CareKit's charts: `OCKDataSeries`, a legend and axis labels.
  ///
  /// The `x` of a data point is the zero-based index of its day or period; `dates` contains their
  /// dates. A missing value has no point, because CareKit would draw 0; it is listed in `missing`
  /// with its reason. The vertical scale follows CareKit's rule (up to the next multiple of 4) with
  /// three differences: a range given by the chart is kept, shares end at 1, and grid and plot
  /// start at the same minimum (in CareKit 4.0 they differ).
  ///
  /// Fields are omitted.
  ///
  /// - Throws: `InputError` if there are panels, or any series other than bars, lines or dots over
  ///   days.
  /// - Complexity: O(*n* log *n*) for *n* points.
  public func careKit() throws(InputError) -> String {
    guard isForCareKit else {
      let allowed: [ChartKind] = [.bars, .dailySums, .sparkline]
      throw InputError(
        .notOneOf(text: kind.rawValue, allowed: allowed.map(\.rawValue)), field: "kind")
    }
    return CareKitChart(self).tree.documentText
  }

  /// Whether CareKit's chart views can show it: all series are bars, lines or dots over days,
  /// without panels.
  package var isForCareKit: Bool {
    let marks: Set<ChartSeries.Mark> = [.bar, .line, .step, .dot]
    return panels.isEmpty && x.scale == .day && (y.scale.isNumeric || y.scale == .share)
      && series.allSatisfy { series in
        marks.contains(series.mark) && series.points.allSatisfy { $0.yEnd == nil }
      }
  }
}

/// Converts a chart over days to the model of CareKit's chart views.
struct CareKitChart {
  private let chart: ChartData
  /// The sorted days or period starts, whose indices are CareKit's positions.
  private let places: [Double]
  private let dates: [String]

  init(_ chart: ChartData) {
    self.chart = chart
    places = Set(chart.series.lazy.flatMap(\.points).map(\.x)).sorted()
    dates = places.map { DayMoment($0)?.description ?? "\($0)" }
  }

  var tree: JSONValue {
    [
      "title": .text(chart.title), "detail": .text(chart.lines.joined(separator: " · ")),
      "accessibilityLabel": .text(chart.summary), "plotType": .text(plotType),
      "legend": .list(
        chart.series.map { ["title": .text($0.name), "color": .text($0.role.color)] }),
      "graphView": [
        "xMinimum": 0, "xMaximum": .number(Double(max(1, places.count - 1))),
        "yMinimum": .number(height.lowerBound), "yMaximum": .number(height.upperBound),
        "horizontalAxisMarkers": .texts(markers),
      ],
      "dataSeries": .list(chart.series.map(dataSeries)),
    ]
  }

  private var plotType: String {
    let marks = Set(chart.series.map(\.mark))
    return marks.contains(.bar) ? "bar" : marks == [.dot] ? "scatter" : "line"
  }

  // MARK: Series

  private func dataSeries(_ series: ChartSeries) -> JSONValue {
    let indices = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
    let points = series.points.compactMap { point in
      indices[point.x].map { (place: $0, point: point) }
    }
    let shown = points.filter { $0.point.y != nil }
    return [
      "title": .text(series.name),
      "dataPoints": .list(
        shown.map { ["x": .number(Double($0.place)), "y": .number($0.point.y ?? 0)] }),
      "dates": .texts(shown.map { dates[$0.place] }),
      "missing": .list(points.filter { $0.point.y == nil }.map(missing)),
      "gradientStartColor": .text(series.role.color), "gradientEndColor": .text(series.role.color),
      "size": .number(min(10, max(1, (280 / Double(max(1, places.count))).rounded(.down)))),
      "accessibilityLabels": .texts(shown.map { label(series, $0.place, $0.point.y ?? 0) }),
    ]
  }

  private func missing(_ place: Int, _ point: ChartPoint) -> JSONValue {
    [
      "x": .number(Double(place)), "date": .text(dates[place]),
      "reason": .text(point.missing ?? ""),
    ]
  }

  /// Returns the accessibility label of a point.
  private func label(_ series: ChartSeries, _ place: Int, _ value: Double) -> String {
    var bytes = ByteWriter()
    bytes.put(json: value)
    return "\(series.name), \(dates[place]), \(bytes.text)\(chart.y.unit.map { " \($0)" } ?? "")"
  }

  // MARK: Axes

  /// The vertical range: that of the chart, otherwise by CareKit's rule.
  private var height: ClosedRange<Double> {
    if let range = chart.y.range, range.upperBound > range.lowerBound { return range }
    let values = chart.series.lazy.flatMap(\.points).compactMap(\.y)
    let least = min(0, values.min() ?? 0)
    if chart.y.scale == .share { return least...max(1, values.max() ?? 1) }
    return least...(max(4, values.max() ?? 0) / 4).rounded(.up) * 4
  }

  /// Evenly spaced labels below the plot, the first and last at its ends: one per position if they
  /// are few, otherwise as many as divide the positions evenly.
  private var markers: [String] {
    let words = places.indices.map { place in
      chart.x.ticks.first { $0.at == places[place] }?.label ?? dates[place]
    }
    if words.count <= 14 { return words }
    let gaps = (1...7).last { (words.count - 1).isMultiple(of: $0) } ?? 1
    return stride(from: 0, to: words.count, by: (words.count - 1) / gaps).map { words[$0] }
  }
}
