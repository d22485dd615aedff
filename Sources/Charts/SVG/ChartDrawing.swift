/// Draws a chart as SVG.
///
/// Colours are not in it: elements have the roles of ``ChartRole`` as classes, and ``ChartStyle`` says once
/// which colour each has by day, by night and on paper.
struct ChartDrawing {
  let chart: ChartData
  let layout: ChartLayout
  let x: ChartScale
  let y: ChartScale
  let legend: ChartLegend
  /// What the ids of the picture begin with.
  let prefix: String
  /// Whether words have an outline of their own, as renderers of files do not know how to paint it behind them.
  let hasHalos: Bool
  var svg = MarkupWriter()

  /// Prepares to draw a chart: into a page, or in the size that a file asks for.
  init(_ chart: ChartData, prefix: String, _ size: ChartSize? = nil) {
    self.chart = chart
    self.prefix = prefix
    hasHalos = size != nil
    let size = size ?? ChartSize(of: chart.kind)
    legend = ChartLegend(chart, width: size.width)
    layout = ChartLayout(chart, legendLines: legend.lines, size)
    x = ChartScale(chart.x, chart.xRange, from: layout.left, to: layout.right)
    let isDown = chart.y.scale == .category
    y = ChartScale(
      chart.y, chart.yRange, from: isDown ? layout.top : layout.bottom,
      to: isDown ? layout.bottom : layout.top)
  }

  /// Draws all of it.
  mutating func draw() -> [UInt8] {
    let box = "0 0 \(Int(layout.width)) \(Int(layout.height.rounded(.up)))"
    let (title, text) = (prefix + "-t", prefix + "-d")
    var whole = MarkupWriter()
    whole.element(
      "svg",
      [
        "viewBox": .text(box), "class": .text(chart.kind.isWide ? "chart wide" : "chart"),
        "role": "img", "aria-labelledby": .text(title + " " + text),
      ]
    ) { svg in
      svg.element("title", ["id": .text(title)], text: chart.title)
      svg.element("desc", ["id": .text(text)], text: chart.summary)
      swap(&self.svg, &svg)
      drawContents()
      swap(&self.svg, &svg)
    }
    return whole.bytes
  }

  /// What is within the picture.
  mutating func contents() -> [UInt8] {
    drawContents()
    return svg.bytes
  }

  private mutating func drawContents() {
    drawBands()
    drawGrid()
    if isOverfull { clip { $0.drawSeries() } } else { drawSeries() }
    drawReferences()
    drawAnnotations()
    drawLegend()
    drawTable()
    drawWords()
  }

  private mutating func drawSeries() {
    let firstSign = chart.series.firstIndex(where: \.mark.isSign)
    for place in chart.series.indices {
      if place == firstSign { drawOutlines() }
      draw(chart.series[place])
    }
  }

  /// Draws something, and leaves out what lies beyond the axes.
  mutating func clip(_ contents: (inout ChartDrawing) -> Void) {
    let id = prefix + "-c"
    svg.element("clipPath", ["id": .text(id)]) {
      $0.empty(
        "rect",
        [
          "x": .number(layout.left), "y": .number(layout.top - 1),
          "width": .number(layout.right - layout.left),
          "height": .number(layout.bottom - layout.top + 2),
        ])
    }
    group(["clip-path": .text("url(#\(id))")], contents)
  }

  /// Whether something lies beyond the axes.
  var isOverfull: Bool {
    let (xRange, yRange) = (x.range, y.range)
    return chart.series.contains { series in
      series.points.contains { point in
        point.x < xRange.lowerBound || (point.xEnd ?? point.x) > xRange.upperBound
          || point.y.map { !yRange.contains($0) } ?? false
          || point.yEnd.map { !yRange.contains($0) } ?? false
      }
    }
  }

  /// Puts what is drawn into a group.
  mutating func group(
    _ attributes: KeyValuePairs<StaticString, MarkupWriter.AttributeValue>,
    _ contents: (inout ChartDrawing) -> Void
  ) {
    var outer = svg
    svg = MarkupWriter()
    outer.element("g", attributes) { inner in
      swap(&svg, &inner)
      contents(&self)
      swap(&svg, &inner)
    }
    svg = outer
  }

  /// Draws a path of a class, where there is something to draw.
  mutating func path(_ path: PathData, _ mark: String, _ role: ChartRole) {
    guard !path.isEmpty else { return }
    svg.empty("path", ["class": .text(mark + " " + role.rawValue), "d": .path(path)])
  }
}

extension ChartData {
  /// Returns the chart as an SVG element for a page.
  ///
  /// - Parameter prefix: What the ids in it begin with; no other picture of the page has it.
  /// - Returns: The element; it needs the page's style sheet to have colours.
  package func svg(prefix: String) -> String {
    String(decoding: svgBytes(prefix: prefix), as: UTF8.self)
  }

  /// The same as a file holds it.
  package func svgBytes(prefix: String) -> [UInt8] {
    var drawing = ChartDrawing(self, prefix: prefix)
    return drawing.draw()
  }
}
