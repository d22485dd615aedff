import Formats
import Scheduling

// The layers of all charts except the circular one.
extension VegaLiteSpec {
  /// Bands, series, missing values, references, and annotations on top.
  var layers: [JSONValue] {
    bands(bandArea) + seriesLayers + referenceLayers + bands(bandWords)
      + annotationLayers
  }

  /// The layers of all series as one, which has the channels that they share; none without points,
  /// because Vega-Lite would find no extent.
  private var seriesLayers: [JSONValue] {
    if chart.series.allSatisfy(\.points.isEmpty) { return [] }
    var layers = chart.series.flatMap(layers)
    let channels = ["x", "y", "color", "shape", "tooltip"].compactMap { name in
      layers.share(name).map { (name, $0) }
    }
    return [["transform": [isPart(.point)], "encoding": .object(channels), "layer": .list(layers)]]
  }

  /// Returns the filter for the rows of a kind.
  func isPart(_ part: ChartPart) -> JSONValue {
    ["filter": ["field": "part", "equal": .text(part.rawValue)]]
  }

  /// Returns a layer for the points of a series.
  func layer(
    of series: ChartSeries, mark: JSONValue, encoding: JSONValue, further: [JSONValue] = []
  ) -> JSONValue {
    let isOwn: JSONValue = ["filter": ["field": "series", "equal": .text(series.name)]]
    let filters = (chart.series.count > 1 ? [isOwn] : []) + further
    return .properties([
      ("transform", filters.isEmpty ? nil : .list(filters)), ("mark", mark), ("encoding", encoding),
    ])
  }

  /// Returns a layer for the rows of a kind, optionally restricted to one role.
  func layer(
    _ part: ChartPart, _ role: ChartRole?, mark: JSONValue, encoding: JSONValue,
    further: [JSONValue] = []
  ) -> JSONValue {
    var filters: [JSONValue] = [isPart(part)]
    if let role { filters.append(["filter": ["field": "role", "equal": .text(role.rawValue)]]) }
    return ["transform": .list(filters + further), "mark": mark, "encoding": encoding]
  }

  // MARK: Bands, references, annotations

  /// Returns a layer for the bands of each role and direction.
  private func bands(_ layer: (ChartRole, ChartDirection) -> JSONValue?) -> [JSONValue] {
    unique(chart.bands.map(\.role)).flatMap { role in
      unique(chart.bands.filter { $0.role == role }.map(\.axis)).compactMap { layer(role, $0) }
    }
  }

  private func bandArea(_ role: ChartRole, _ axis: ChartDirection) -> JSONValue? {
    let place = bandPlace(axis)
    return layer(
      .band, role,
      mark: ["type": "rect", "style": [.text(role.rawValue), "band"], "aria": false],
      encoding: .object([
        (axis.rawValue, place.from), (axis.rawValue + "2", ["field": .text(place.to)]),
        ("tooltip", ["field": "label", "type": "nominal", "title": "Band"]),
      ]), further: [["filter": .text("isValid(datum.\(place.to))")]])
  }

  /// Returns the labels of up to four bands; the labels of more are shown as tooltips.
  private func bandWords(_ role: ChartRole, _ axis: ChartDirection) -> JSONValue? {
    if chart.bands.count > 4 { return nil }
    let place = bandPlace(axis)
    return layer(
      .band, role,
      mark: [
        "type": "text", "align": "left", "baseline": axis == .x ? "bottom" : "top", "dx": 2,
        "dy": axis == .x ? -3 : 3,
      ],
      encoding: .object([
        (axis.rawValue, place.from), (axis == .x ? "y" : "x", ["value": 0]),
        ("text", ["field": "label"]),
      ]), further: [["filter": .text("isValid(datum.\(place.to))")]])
  }

  private func bandPlace(_ direction: ChartDirection) -> (from: JSONValue, to: String) {
    (axis(direction).channel(direction.rawValue), direction.rawValue + "End")
  }

  private var referenceLayers: [JSONValue] {
    unique(chart.references.map(\.role)).flatMap { role -> [JSONValue] in
      let lines = chart.references.filter { $0.role == role }
      return unique(lines.map(\.axis)).flatMap { referenceLayers(role, $0) }
    }
  }

  private func referenceLayers(_ role: ChartRole, _ axis: ChartDirection) -> [JSONValue] {
    let field = axis.rawValue
    let place: JSONValue = .object([(field, self.axis(axis).channel(field))])
    let here: JSONValue = ["filter": .text("isValid(datum.\(field))")]
    let rule: JSONValue = [
      "type": "rule", "style": .text(role.rawValue), "strokeDash": [4, 3], "strokeWidth": 1.5,
    ]
    // Vertical lines may be close together, so the labels of each role are placed lower than the
    // previous ones.
    let row = unique(chart.references.filter { $0.axis == .x }.map(\.role)).firstIndex(of: role)
    let words: JSONValue = [
      "type": "text", "style": .text(role.rawValue), "align": "left",
      "dx": axis == .y ? 4 : 3, "dy": axis == .y ? 0 : .number(Double(3 + 11 * (row ?? 0))),
      "baseline": axis == .y ? "middle" : "top",
    ]
    let edge: JSONValue = axis == .y ? ["x": ["value": "width"]] : ["y": ["value": 0]]
    return [
      layer(
        .reference, role, mark: rule,
        encoding: place + ["tooltip": ["field": "label", "type": "nominal", "title": "Line"]],
        further: [here]),
      layer(
        .reference, role, mark: words,
        encoding: place + edge + ["text": ["field": "label"]],
        further: [here]),
    ]
  }

  private var annotationLayers: [JSONValue] {
    let rows = annotationRows
    return unique(chart.annotations.map(\.role)).flatMap { role -> [JSONValue] in
      let all = chart.annotations.filter { $0.role == role }
      let atTop = unique(all.filter { $0.y == nil }.map { rows[$0.text] ?? 0 })
      let inside = all.contains { $0.y != nil } ? [annotationLayer(role, row: nil)] : []
      return inside + atTop.map { annotationLayer(role, row: $0) }
    }
  }

  /// The row above the plot for each annotation, so that labels do not overlap.
  private var annotationRows: [String: Int] {
    let all = chart.annotations.filter { $0.y == nil }.sorted { $0.x < $1.x }
    let range = chart.x.range ?? extent(chart.series.flatMap { $0.points.map(\.x) })
    let scale = 640 / max(range.upperBound - range.lowerBound, 1e-9)
    var (rows, ends) = ([String: Int](), [Double](repeating: -.infinity, count: 3))
    for annotation in all {
      let start = annotation.x * scale
      let row = ends.firstIndex { $0 <= start } ?? 0
      rows[annotation.text] = row
      // At a font size of ten pixels, characters are about six pixels wide.
      ends[row] = start + Double(annotation.text.count * 6 + 8)
    }
    return rows
  }

  private func extent(_ values: [Double]) -> ClosedRange<Double> {
    guard let least = values.min(), let most = values.max() else { return 0...1 }
    return least...most
  }

  /// Returns the annotations of a role: inside the plot, or in a row above it.
  private func annotationLayer(_ role: ChartRole, row: Int?) -> JSONValue {
    let height: JSONValue = row == nil ? y.channel("y") : ["value": 0]
    let isHere = row == nil ? "isValid(datum.y)" : "!isValid(datum.y)"
    let texts = annotationRows.filter { $0.value == row }.map(\.key).sorted()
    return layer(
      .annotation, role,
      mark: [
        "type": "text", "style": .text(role.rawValue), "align": "left", "baseline": "bottom",
        "dx": 2, "dy": .number(Double(-3 - 11 * (row ?? 0))),
      ],
      encoding: ["x": x.channel("x"), "y": height, "text": ["field": "label"]],
      further: [["filter": .text(isHere)]]
        + (row == nil ? [] : [["filter": ["field": "label", "oneOf": .texts(texts)]]]))
  }

  // MARK: Helpers

  private func axis(_ direction: ChartDirection) -> VegaAxis { direction == .x ? x : y }

  func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}

extension [JSONValue] {
  /// Removes a channel from the layers that have its most frequent form, and returns that; `nil` if
  /// any layer lacks the channel, which it would inherit.
  fileprivate mutating func share(_ channel: String) -> JSONValue? {
    let forms = compactMap { $0["encoding"]?[channel] }
    guard forms.count == count, let first = forms.first else { return nil }
    let counts = Dictionary(grouping: forms.map(\.bytes)) { $0 }.mapValues(\.count)
    let most = forms.max { (counts[$0.bytes] ?? 0) < (counts[$1.bytes] ?? 0) } ?? first
    for (place, form) in forms.enumerated() where form.bytes == most.bytes {
      self[place] = self[place].removing(channel)
    }
    return most
  }
}

extension JSONValue {
  /// The property of an object.
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let properties) = self else { return nil }
    return properties.first { $0.0 == name }?.1
  }

  /// Returns a layer without a channel.
  fileprivate func removing(_ channel: String) -> JSONValue {
    guard case .object(let channels)? = self["encoding"] else { return self }
    return self + ["encoding": .object(channels.filter { $0.0 != channel })]
  }
}
