// The layers of all charts but the circular one.
extension VegaLiteSpec {
  /// Bands first, then the series, what is missing, references, and words on top.
  var layers: [JSONTree] {
    bandLayers + chart.series.flatMap(layers) + referenceLayers + annotationLayers
  }

  /// A layer of the rows of a part, and of one series or role where a name is given.
  func layer(
    _ part: ChartPart, _ series: String?, mark: JSONTree, encoding: JSONTree,
    further: [JSONTree] = []
  ) -> JSONTree {
    var filters: [JSONTree] = [["filter": ["field": "part", "equal": .text(part.rawValue)]]]
    if let series { filters.append(["filter": ["field": "series", "equal": .text(series)]]) }
    return ["transform": .list(filters + further), "mark": mark, "encoding": encoding]
  }

  // MARK: Bands, references, annotations

  private var bandLayers: [JSONTree] {
    unique(chart.bands.map(\.role)).flatMap { role -> [JSONTree] in
      let bands = chart.bands.filter { $0.role == role }
      return unique(bands.map(\.axis)).flatMap { bandLayers(role, $0, bands) }
    }
  }

  private func bandLayers(_ role: ChartRole, _ axis: ChartDirection, _ bands: [ChartBand])
    -> [JSONTree]
  {
    let (from, to) = axis == .x ? ("x", "xEnd") : ("y", "yEnd")
    let first = self.axis(axis).channel(from, hasAxis: hasAxes)
    let place: JSONTree =
      axis == .x
      ? ["x": first, "x2": ["field": .text(to)]] : ["y": first, "y2": ["field": .text(to)]]
    let here: JSONTree = ["filter": .text("isValid(datum.\(to))")]
    let mark: JSONTree = [
      "type": "rect", "color": .text(role.color), "opacity": 0.16, "aria": false,
    ]
    let rect = layer(
      .band, role.rawValue, mark: mark,
      encoding: place + ["tooltip": ["field": "label", "type": "nominal", "title": "Band"]],
      further: [here])
    let words = layer(
      .band, role.rawValue,
      mark: ["type": "text", "align": "left", "baseline": "top", "dx": 3, "dy": 3, "fontSize": 10],
      encoding: (axis == .x ? ["x": first, "y": ["value": 0]] : ["y": first, "x": ["value": 0]])
        + ["text": ["field": "label"]], further: [here])
    return bands.count > 4 ? [rect] : [rect, words]
  }

  private var referenceLayers: [JSONTree] {
    unique(chart.references.map(\.role)).flatMap { role -> [JSONTree] in
      let lines = chart.references.filter { $0.role == role }
      return unique(lines.map(\.axis)).flatMap { referenceLayers(role, $0) }
    }
  }

  private func referenceLayers(_ role: ChartRole, _ axis: ChartDirection) -> [JSONTree] {
    let field = axis.rawValue
    let place: JSONTree = .object([
      (name: field, value: self.axis(axis).channel(field, hasAxis: hasAxes))
    ])
    let here: JSONTree = ["filter": .text("isValid(datum.\(field))")]
    let rule: JSONTree = [
      "type": "rule", "color": .text(role.color), "strokeDash": [4, 3], "strokeWidth": 1.5,
    ]
    let words: JSONTree = [
      "type": "text", "color": .text(role.color), "fontSize": 10, "dy": axis == .y ? -4 : 3,
      "dx": axis == .y ? -2 : 3, "align": axis == .y ? "right" : "left",
      "baseline": axis == .y ? "bottom" : "top",
    ]
    let edge: JSONTree = axis == .y ? ["x": ["value": "width"]] : ["y": ["value": 0]]
    return [
      layer(
        .reference, role.rawValue, mark: rule,
        encoding: place + ["tooltip": ["field": "label", "type": "nominal", "title": "Line"]],
        further: [here]),
      layer(
        .reference, role.rawValue, mark: words,
        encoding: place + edge + ["text": ["field": "label"]],
        further: [here]),
    ]
  }

  private var annotationLayers: [JSONTree] {
    unique(chart.annotations.map(\.role)).flatMap { role -> [JSONTree] in
      let all = chart.annotations.filter { $0.role == role }
      let isAtTop = unique(all.map { $0.y == nil })
      return isAtTop.map { annotationLayer(role, isAtTop: $0) }
    }
  }

  private func annotationLayer(_ role: ChartRole, isAtTop: Bool) -> JSONTree {
    let y: JSONTree = isAtTop ? ["value": 0] : chart.y.channel("y", hasAxis: hasAxes)
    return layer(
      .annotation, role.rawValue,
      mark: [
        "type": "text", "color": .text(role.color), "align": "left", "baseline": "bottom", "dx": 2,
        "dy": -3, "fontSize": 10,
      ],
      encoding: ["x": chart.x.channel("x", hasAxis: hasAxes), "y": y, "text": ["field": "label"]],
      further: [["filter": .text(isAtTop ? "!isValid(datum.y)" : "isValid(datum.y)")]])
  }

  // MARK: Helpers

  var hasAxes: Bool { chart.kind != .sparkline }

  func axis(_ direction: ChartDirection) -> ChartAxis { direction == .x ? chart.x : chart.y }

  func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
