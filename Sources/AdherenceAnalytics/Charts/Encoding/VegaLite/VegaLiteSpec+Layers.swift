// The layers of all charts but the circular one.
extension VegaLiteSpec {
  /// Bands first, then the series, what is missing, references, and words on top.
  var layers: [JSONTree] {
    bands(bandArea) + chart.series.flatMap(layers) + referenceLayers + bands(bandWords)
      + annotationLayers
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

  /// A layer for the bands of each role and direction.
  private func bands(_ layer: (ChartRole, ChartDirection) -> JSONTree?) -> [JSONTree] {
    unique(chart.bands.map(\.role)).flatMap { role in
      unique(chart.bands.filter { $0.role == role }.map(\.axis)).compactMap { layer(role, $0) }
    }
  }

  private func bandArea(_ role: ChartRole, _ axis: ChartDirection) -> JSONTree? {
    let place = bandPlace(axis)
    return layer(
      .band, role.rawValue,
      mark: ["type": "rect", "color": .text(role.color), "opacity": 0.16, "aria": false],
      encoding: .object([
        (name: axis.rawValue, value: place.from),
        (name: axis.rawValue + "2", value: ["field": .text(place.to)]),
        (name: "tooltip", value: ["field": "label", "type": "nominal", "title": "Band"]),
      ]), further: [["filter": .text("isValid(datum.\(place.to))")]])
  }

  /// What the bands are, where they are few; else it is to be seen under the pointer.
  private func bandWords(_ role: ChartRole, _ axis: ChartDirection) -> JSONTree? {
    if chart.bands.count > 4 { return nil }
    let place = bandPlace(axis)
    return layer(
      .band, role.rawValue,
      mark: [
        "type": "text", "align": "left", "baseline": axis == .x ? "bottom" : "top", "dx": 2,
        "dy": axis == .x ? -3 : 3, "fontSize": 10,
      ],
      encoding: .object([
        (name: axis.rawValue, value: place.from),
        (name: axis == .x ? "y" : "x", value: ["value": 0]),
        (name: "text", value: ["field": "label"]),
      ]), further: [["filter": .text("isValid(datum.\(place.to))")]])
  }

  private func bandPlace(_ direction: ChartDirection) -> (from: JSONTree, to: String) {
    (axis(direction).channel(direction.rawValue, hasAxis: hasAxes), direction.rawValue + "End")
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
