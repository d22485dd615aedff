extension ChartData {
  /// Puts charts of one kind side by side on the same axes, one of each part; of many parts those of the most
  /// patients are drawn.
  ///
  /// Numbers, shares and days of all panels have the same range. Two panels of one title are told apart by a
  /// number.
  ///
  /// - Parameters:
  ///   - parts: What there are charts of, in their order.
  ///   - nouns: What they are, as in `classes`.
  ///   - patients: How many patients a part has.
  ///   - title: What all of them show.
  ///   - subtitle: Whose, and of which days.
  ///   - panel: The chart of a part by what tells it apart; `nil` where there is none.
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

  /// A chart by what tells it apart.
  private typealias Panel = (name: String, patients: Int, chart: ChartData)

  /// Puts charts side by side on axes that hold them all.
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

  /// The most panels.
  private static let panelLimit = 24

  /// The names, each but once.
  private static func unique(_ names: [String]) -> [String] {
    ChartAxis("", .category, categories: names).uniqueCategories
  }
}

extension ChartAxis {
  /// What is to be seen on several axes together.
  fileprivate static func range(of axes: [ChartAxis]) -> ClosedRange<Double>? {
    let ranges = axes.compactMap(\.range)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
    else { return nil }
    return low...high
  }
}
