extension ChartData {
  /// The chart as a configuration of Chart.js, version 3 or 4, as JSON: `new Chart(canvas, config)`.
  ///
  /// It holds no functions and needs no adapter: days are labels, or where lines of time are drawn, the
  /// days since the first. Areas are pairs of lines of which the upper is filled down to the lower, spans
  /// are floating bars, cells are squares, a clock is a polar area chart, and what is missing is `null`.
  /// Numbers of a table stand below the title. Its `description` is the text alternative, which a page
  /// has to give the canvas as its label, and its `background` the colour that it has to give what is behind
  /// the canvas, which Chart.js leaves clear. Items have the ``fields`` of their points as `fields`;
  /// ``panels`` have no place in it, each is a configuration of its own.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public func chartJS() -> String {
    (kind == .clock ? polarArea : ChartJSPlot(self).config).document.text
  }

  /// A circular chart: its first series.
  private var polarArea: JSONTree {
    let points = series.first?.points ?? []
    return [
      "type": "polarArea", "description": .text(summary), "background": ChartJSPlot.background,
      "data": [
        "labels": .list(points.map { .text(AxisTicks.time(x.scale == .clock ? $0.x : 0)) }),
        "datasets": [
          [
            "label": .text(series.first?.name ?? ""),
            "data": .list(points.map { $0.y.map(JSONTree.number) ?? .null }),
            "backgroundColor": .text((series.first?.role ?? .primary).shade(0.7)),
          ]
        ],
      ],
      "options": [
        "animation": false,
        "plugins": ["legend": ["display": false]] + ChartJSPlot.titles(self, further: []),
      ],
    ]
  }
}
