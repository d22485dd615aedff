import Formats
import Scheduling

extension ChartData {
  /// Returns the chart as a JSON configuration of Chart.js 3 or 4: `new Chart(canvas, config)`.
  ///
  /// The configuration contains no functions and needs no adapter. Days are labels, or days since
  /// the first one in charts of time lines. Areas are pairs of lines filled between them, spans are
  /// floating bars, cells are squares, a clock is a polar area chart, and missing values are
  /// `null`. Numbers of a table are listed below the title. `description` is the text alternative,
  /// to be set as the label of the canvas, and `background` the background colour to be set on its
  /// container, because Chart.js leaves the canvas transparent. The ``fields`` of a point are in
  /// the `fields` of its item. ``panels`` are not supported; each is a configuration of its own.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows.
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
