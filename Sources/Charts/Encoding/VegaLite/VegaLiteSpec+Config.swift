import Formats
import Scheduling

// Colours, fonts and sizes of text, all of which are in the configuration, where a user can change
// them.
extension VegaLiteSpec {
  /// The configuration: the background, the palettes, and the styles of marks.
  var config: JSONValue {
    ["background": .text(background)] + look
      + ["range": .properties([("category", palette), ("ramp", ramp)]), "style": styles]
  }

  /// The colours of the legend, in the order of the series.
  private var palette: JSONValue? {
    let series = drawn.flatMap { own in own.hasLegend ? own.legendSeries : [] }
    var known: Set<String> = []
    let colors = series.filter { known.insert($0.name).inserted }.map(shade)
    return colors.isEmpty ? nil : .texts(colors)
  }

  private var ramp: JSONValue? {
    drawn.lazy.compactMap(\.color).first.map { .texts(ChartTheme.light.ramp(of: $0)) }
  }

  /// The chart, or its panels.
  private var drawn: [ChartData] { chart.panels.isEmpty ? [chart] : chart.panels }

  /// The styles of marks: of roles, of series without a legend, and of other parts.
  private var styles: JSONValue {
    let roles = drawn.flatMap { own in
      own.bands.map(\.role) + own.references.map(\.role) + own.annotations.map(\.role)
    }
    let series = drawn.flatMap { own in own.hasLegend ? [] : own.series }
    var styles = unique(roles).map { ($0.rawValue, VegaLiteSpec.color($0.color)) }
    for own in series where !styles.contains(where: { $0.0 == own.styleName }) {
      styles.append((own.styleName, VegaLiteSpec.color(shade(own))))
    }
    return .object(styles) + VegaLiteSpec.partStyles
  }

  private static func color(_ color: String) -> JSONValue { ["color": .text(color)] }

  private static var partStyles: JSONValue {
    [
      "band": ["opacity": 0.16], "missing": color(ChartRole.nothingDue.shade()),
      "sign": color("#FFFFFF"), "ring": ["color": .text(gray), "opacity": 0.4],
      "note": ["fontSize": 12],
    ]
  }

  /// The common style.
  private var look: JSONValue {
    let (ink, gray) = (JSONValue.text(ink), JSONValue.text(VegaLiteSpec.gray))
    let words: JSONValue = ["labelColor": ink, "titleColor": ink, "titleFontWeight": "normal"]
    return [
      "font": "system-ui, sans-serif", "view": ["stroke": .null],
      "axis": words + [
        "domainColor": gray, "tickColor": gray, "gridColor": gray, "gridOpacity": 0.25,
        "labelOverlap": true,
      ],
      "legend": words + ["orient": "bottom", "titleAlign": "left"],
      "title": [
        "color": ink, "subtitleColor": ink, "anchor": "start", "fontSize": 14, "offset": 10,
      ],
      "text": ["color": ink, "fontSize": 10],
    ]
  }
}

extension ChartSeries {
  /// The name of its style in a specification of Vega-Lite.
  var styleName: String { role.rawValue + "-series" }
}
