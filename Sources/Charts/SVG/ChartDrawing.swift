/// Draws a chart as SVG.
///
/// It contains no colours: elements have the roles of ``ChartRole`` as classes, and ``ChartStyle``
/// defines their colours for light, dark and printed pages.
struct ChartDrawing {
  let chart: ChartData
  let layout: ChartLayout
  let x: ChartScale
  let y: ChartScale
  let legend: ChartLegend
  /// The prefix of ids.
  let prefix: String
  /// Whether the drawing is a file: text outlines are separate elements, because renderers of files do not support
  /// `paint-order`, and all marks have titles.
  let isFile: Bool
  var svg = MarkupWriter()

  /// Creates a drawing for a page, or with the size of a file.
  init(_ chart: ChartData, prefix: String, _ size: ChartSize? = nil) {
    self.chart = chart
    self.prefix = prefix
    isFile = size != nil
    let size = size ?? ChartSize(of: chart.kind)
    legend = ChartLegend(chart, width: size.width)
    layout = ChartLayout(chart, legendLines: legend.lines, size)
    x = ChartScale(chart.x, chart.xRange, from: layout.left, to: layout.right)
    let isDown = chart.y.scale == .category
    y = ChartScale(
      chart.y, chart.yRange, from: isDown ? layout.top : layout.bottom,
      to: isDown ? layout.bottom : layout.top)
  }

  /// Draws the chart.
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

  /// Returns the elements inside the image.
  mutating func contents() -> [UInt8] {
    drawContents()
    return svg.bytes
  }

  private mutating func drawContents() {
    drawBands()
    drawGrid()
    if isOverfull { clip { $0.drawSeries() } } else { drawSeries() }
    drawReferences()
    drawOutsideLabels()
    drawAnnotations()
    drawHoverTargets()
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

  /// Draws contents clipped to the axes.
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

  /// Whether anything lies beyond the axes.
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

  /// Draws contents in a group.
  mutating func group(
    _ attributes: MarkupWriter.Attributes,
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

  /// Draws a path of a class, unless it is empty.
  mutating func path(_ path: PathData, _ mark: String, _ role: ChartRole) {
    guard !path.isEmpty else { return }
    svg.empty("path", ["class": .text(mark + " " + role.rawValue), "d": .path(path)])
  }
}

extension ChartData {
  /// Returns the chart as an SVG element for a page.
  ///
  /// - Parameter prefix: The prefix of ids in it, unique within the page.
  /// - Returns: The element, whose colours require the page's style sheet.
  package func svg(prefix: String) -> String {
    String(decoding: svgBytes(prefix: prefix), as: UTF8.self)
  }

  /// Returns the element as bytes.
  package func svgBytes(prefix: String) -> [UInt8] {
    var drawing = ChartDrawing(self, prefix: prefix)
    return drawing.draw()
  }
}

// Invisible shapes over the marks, whose titles browsers show beside the pointer.
extension ChartDrawing {
  /// The number of points above which a chart in a page has no titles, as there may be many pages.
  private static let pageLimit = 60

  /// Draws a shape with a title over each mark; in pages not over areas and cells.
  mutating func drawHoverTargets() {
    let untitled: Set<ChartSeries.Mark> = isFile ? [] : [.area, .stepArea, .cell]
    let series = chart.series.filter { !untitled.contains($0.mark) }
    let count = series.reduce(0) { $0 + $1.points.count }
    guard count > 0, isFile || count <= ChartDrawing.pageLimit && chart.kind.traits.hasAxes
    else { return }
    group(["fill": "none", "pointer-events": "all"]) { drawing in
      for own in series { drawing.drawTargets(own) }
    }
  }

  private mutating func drawTargets(_ series: ChartSeries) {
    let box = boxes(series)
    for point in series.points where point.y != nil {
      var path = PathData()
      path.rectangle(box(point).map { $0.rounded() })
      let lines = chart.hoverLines(of: point, in: series, withFields: isFile)
      svg.element("path", ["d": .path(path)]) {
        $0.element("title", text: lines.joined(separator: "\n"))
      }
    }
  }

  /// Returns a function for the box around a mark, of twelve pixels for points.
  func boxes(_ series: ChartSeries) -> (ChartPoint) -> MarkBox {
    switch series.mark {
    case .bar: barBoxes(series)
    case .span: spanBox
    case .cell: cellBox
    case .area, .stepArea:
      { point in
        let across = x.point(point.x)
        let ends = [y.point(point.y ?? 0), y.point(point.yEnd ?? point.y ?? 0)].sorted()
        return MarkBox(left: across - 3, top: ends[0], right: across + 3, bottom: ends[1])
      }
    case .line, .step, .dot, .tick:
      { point in
        let (across, down) = (x.point(point.x), y.point(point.y ?? 0))
        return MarkBox(left: across - 6, top: down - 6, right: across + 6, bottom: down + 6)
      }
    }
  }
}
