import Formats
import Scheduling

// Sizes and the common style.
extension VegaLiteSpec {
  var size: JSONValue {
    let traits = chart.kind.traits
    if !traits.hasAxes { return ["width": 120, "height": 24] }
    if traits.isCircular { return ["width": 280, "height": 280] }
    if traits.hasRowPerPatient, chart.y.scale == .number {
      // Three pixels per patient, as far as they fit on a page.
      let height = min(600, max(160, 3 * (chart.y.range?.upperBound ?? 0)))
      return ["width": 640, "height": .number(height)]
    }
    return ["width": chart.x.extent(640, step: 14), "height": chart.y.extent(240, step: 18)]
  }

  var config: JSONValue {
    ["background": .text(background)] + VegaLiteSpec.look
  }

  /// The common style.
  private static var look: JSONValue {
    let ink = JSONValue.text(VegaLiteSpec.ink)
    let words: JSONValue = ["labelColor": ink, "titleColor": ink, "titleFontWeight": "normal"]
    return [
      "font": "system-ui, sans-serif", "view": ["stroke": .null],
      "axis": words + [
        "domainColor": ink, "tickColor": ink, "gridColor": ink, "gridOpacity": 0.25,
        "labelOverlap": true,
      ],
      "legend": words + ["orient": "bottom", "titleAlign": "left"],
      "title": [
        "color": ink, "subtitleColor": ink, "anchor": "start", "fontSize": 14, "offset": 10,
      ],
      "text": ["color": ink],
    ]
  }
}

extension ChartAxis {
  /// Returns the length of the axis: a step per category if they are few.
  func extent(_ usual: Double, step: Double) -> JSONValue {
    guard scale == .category, !categories.isEmpty else { return .number(usual) }
    return ["step": .number(max(4, min(step, 960 / Double(categories.count))))]
  }
}
