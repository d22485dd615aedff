extension ChartData {
  /// Returns charts of one kind as panels side by side on the same axes, one per part; of many
  /// parts, those with the most patients.
  ///
  /// Numbers, shares and days have the same range in all panels. Repeated titles are made unique by
  /// a number.
  ///
  /// - Parameters:
  ///   - parts: The parts, in order.
  ///   - nouns: The plural noun of the parts, such as `classes`.
  ///   - patients: Returns the number of patients of a part.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - panel: Returns the name and chart of a part, if there is one.
  /// - Returns: The chart; `nil` without panels.
  package static func panels<Part>(
    of parts: [Part], _ nouns: String, patients: (Part) -> Int, title: String, subtitle: String,
    _ panel: (Part) -> (name: String, chart: ChartData)?
  ) -> ChartData? {
    let order = parts.indices.sorted {
      (patients(parts[$1]), $0) < (patients(parts[$0]), $1)
    }
    let shown = order.prefix(panelLimit).sorted()
    let drawn = shown.compactMap { place in
      panel(parts[place]).map { Panel($0.name, patients(parts[place]), $0.chart) }
    }
    var chart = panels(drawn, title: title, subtitle: subtitle)
    if shown.count < parts.count {
      chart?.note =
        "\(shown.count) of \(parts.count) \(nouns) are drawn, those of the most patients."
    }
    return chart
  }

  /// A named chart.
  private typealias Panel = (name: String, patients: Int, chart: ChartData)

  /// Returns charts as panels on common axes.
  private static func panels(
    _ panels: [Panel], title: String, subtitle: String
  ) -> ChartData? {
    guard var chart = panels.first?.chart else { return nil }
    chart = ChartData(
      chart.kind, title: title, subtitle: subtitle,
      summary: panels.map { "\($0.name.isolated): \($0.chart.summary)" }.joined(separator: " "),
      x: chart.x, y: chart.y, color: chart.color)
    chart.fields = panels[0].chart.fields
    chart.x.range = ChartAxis.range(of: panels.map(\.chart.x))
    chart.y.range = ChartAxis.range(of: panels.map(\.chart.y))
    for (name, panel) in zip(unique(panels.map(\.name)), panels) {
      var own = panel.chart
      (own.title, own.subtitle) = (name, panel.patients.counted("patient"))
      (own.x, own.y) = (chart.x, chart.y)
      chart.panels.append(own)
    }
    return chart
  }

  /// The maximum number of panels.
  private static let panelLimit = 24

  /// Returns the names, made unique.
  private static func unique(_ names: [String]) -> [String] {
    ChartAxis("", .category, categories: names).uniqueCategories
  }
}

extension ChartAxis {
  /// Returns the union of the visible ranges.
  fileprivate static func range(of axes: [ChartAxis]) -> ClosedRange<Double>? {
    let ranges = axes.compactMap(\.range)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
    else { return nil }
    return low...high
  }
}
