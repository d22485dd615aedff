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

  /// Returns the layers for the bands of each role and direction.
  private func bands(_ layers: (ChartRole, ChartDirection) -> [JSONValue]) -> [JSONValue] {
    unique(chart.bands.map(\.role)).flatMap { role in
      unique(chart.bands.filter { $0.role == role }.map(\.axis)).flatMap { layers(role, $0) }
    }
  }

  private func bandArea(_ role: ChartRole, _ axis: ChartDirection) -> [JSONValue] {
    let place = bandPlace(axis)
    let area = layer(
      .band, role,
      mark: ["type": "rect", "style": [.text(role.rawValue), "band"], "aria": false],
      encoding: .object([
        (axis.rawValue, place.from), (axis.rawValue + "2", ["field": .text(place.to)]),
        ("tooltip", ["field": "label", "type": "nominal", "title": "Band"]),
      ]), further: [["filter": .text("isValid(datum.\(place.to))")]])
    return [area]
  }

  /// Returns the labels of up to four bands; the labels of more are shown as tooltips.
  private func bandWords(_ role: ChartRole, _ axis: ChartDirection) -> [JSONValue] {
    if chart.bands.count > 4 { return [] }
    if axis == .x {
      let own = chart.bands.filter { $0.role == role && $0.axis == .x }
      return upperLabels(.band, role, own.map(\.label))
    }
    let place = bandPlace(axis)
    let words = layer(
      .band, role,
      mark: ["type": "text", "align": "left", "baseline": "top", "dx": 2, "dy": 3],
      encoding: ["y": place.from, "x": ["value": 0], "text": ["field": "label"]],
      further: [["filter": .text("isValid(datum.\(place.to))")]])
    return [words]
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
    let line = layer(
      .reference, role, mark: rule,
      encoding: place + ["tooltip": ["field": "label", "type": "nominal", "title": "Line"]],
      further: [here])
    if axis == .x {
      let labels = chart.references.filter { $0.role == role && $0.axis == .x }.map(\.label)
      return [line] + upperLabels(.reference, role, labels)
    }
    let words = layer(
      .reference, role,
      mark: ["type": "text", "align": "left", "dx": 4, "baseline": "middle"],
      encoding: place + ["x": ["value": "width"], "text": ["field": "label"]], further: [here])
    return [line, words]
  }

  private var annotationLayers: [JSONValue] {
    unique(chart.annotations.map(\.role)).flatMap { role -> [JSONValue] in
      let all = chart.annotations.filter { $0.role == role }
      let inside = layer(
        .annotation, role,
        mark: ["type": "text", "align": "left", "baseline": "bottom", "dx": 2, "dy": -3],
        encoding: ["x": x.channel("x"), "y": y.channel("y"), "text": ["field": "label"]],
        further: [["filter": "isValid(datum.y)"]])
      return (all.contains { $0.y != nil } ? [inside] : [])
        + upperLabels(.annotation, role, all.filter { $0.y == nil }.map(\.text))
    }
  }

  /// Returns layers of labels above the plot, one for each row and alignment, so that they cover neither marks nor
  /// one another.
  private func upperLabels(
    _ part: ChartPart, _ role: ChartRole, _ labels: [String]
  ) -> [JSONValue] {
    let own = LabelRows(chart, width: 640).labels.filter { labels.contains($0.text) }
    return unique(own.map { [$0.shift, $0.isEnd ? 1 : 0] }).map { place in
      let isEnd = place[1] == 1
      return layer(
        part, role,
        mark: [
          "type": "text", "align": isEnd ? "right" : "left", "baseline": "bottom",
          "dx": isEnd ? -2 : 2, "dy": .number(-3 - place[0]),
        ],
        encoding: ["x": x.channel("x"), "y": ["value": 0], "text": ["field": "label"]],
        further: [
          ["filter": "!isValid(datum.y)"],
          isOne(of: own.filter { $0.shift == place[0] && $0.isEnd == isEnd }.map(\.text)),
        ])
    }
  }

  private func isOne(of labels: [String]) -> JSONValue {
    ["filter": ["field": "label", "oneOf": .texts(unique(labels))]]
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
