/// The panels of a chart in rows and columns, as one image.
struct PanelGrid {
  private let chart: ChartData
  private let theme: ChartTheme
  private var pictures: [ChartPicture]
  private let columns: Int
  private let width: Double

  /// The margin on each side, and the height of a heading line.
  private static let (margin, headingHeight) = (14.0, 22.0)
  /// The default width of a panel.
  private static let panelWidth = 340.0

  init(_ chart: ChartData, _ look: ChartLook) {
    (self.chart, theme) = (chart, look.theme)
    let columns = Self.columns(of: chart.panels.count)
    let own = look.width.map { max(120, $0 / Double(columns)) } ?? Self.panelWidth
    let rows = (chart.panels.count + columns - 1) / columns
    let height = look.height.map { max(120, ($0 - Self.heading(chart)) / Double(rows)) }
    pictures = chart.panels.enumerated().map { place, panel in
      ChartPicture(
        panel, ChartLook(theme: look.theme, width: own, height: height), prefix: "panel\(place)")
    }
    (self.columns, width) = (columns, own * Double(columns))
  }

  /// Returns the number of panels side by side.
  static func columns(of count: Int) -> Int { count < 5 ? min(count, 2) : 3 }

  private static func heading(_ chart: ChartData) -> Double {
    margin + headingHeight + Double(chart.lines.count) * ChartLayout.line
  }

  /// The SVG document.
  var svg: String {
    let rows = stride(from: 0, to: pictures.count, by: columns).map { first in
      Array(pictures[first..<min(first + columns, pictures.count)])
    }
    let heights = rows.map { row in row.map(\.height).max() ?? 0 }
    let height = Self.heading(chart) + heights.reduce(0, +)
    var whole = MarkupWriter()
    whole.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": .number(width), "height": .number(height),
        "viewBox": .text("0 0 \(Int(width.rounded(.up))) \(Int(height.rounded(.up)))"),
        "role": "img", "aria-labelledby": "chart-t chart-d",
      ]
    ) { svg in
      svg.element("title", ["id": "chart-t"], text: chart.title)
      svg.element("desc", ["id": "chart-d"], text: chart.summary)
      svg.element("style", text: ChartStyle.ofFile(theme))
      svg.empty("rect", ["width": "100%", "height": "100%", "fill": .text(theme.background)])
      drawHeading(to: &svg)
      draw(rows, heights, to: &svg)
    }
    return String(decoding: whole.bytes, as: UTF8.self) + "\n"
  }

  private func drawHeading(to svg: inout MarkupWriter) {
    let x = Self.margin + 2
    svg.element(
      "text", ["class": "heading", "x": .number(x), "y": .number(Self.margin + 13)],
      text: ChartLayout.shortened(chart.title, to: max(8, Int(width / 8))))
    for (place, line) in chart.lines.enumerated() {
      let y = Self.margin + Self.headingHeight + Double(place) * ChartLayout.line + 10
      svg.element(
        "text", ["class": "line", "x": .number(x), "y": .number(y)],
        text: ChartLayout.shortened(line, to: max(8, Int(width / 6))))
    }
  }

  private func draw(
    _ rows: [[ChartPicture]], _ heights: [Double], to svg: inout MarkupWriter
  ) {
    var y = Self.heading(chart)
    for (row, height) in zip(rows, heights) {
      for (column, var picture) in row.enumerated() {
        picture.draw(atX: Double(column) * width / Double(columns), y: y, to: &svg)
      }
      y += height
    }
  }
}

extension ChartData {
  /// Returns the chart as an SVG document: self-contained, opaque, and with plain colours, so that
  /// browsers, word processors and converters render it identically.
  ///
  /// It contains title, subtitle, legend, axes and notes. Numbers have a decimal point and dates
  /// the form `2025-03-09`, independent of the locale.
  ///
  /// - Parameter look: Its theme and size; the font size is fixed.
  /// - Returns: The document, with a trailing line break.
  /// - Complexity: O(*n* log *n*) for *n* points.
  public func svg(_ look: ChartLook = ChartLook()) -> String {
    if !panels.isEmpty { return PanelGrid(self, look).svg }
    var picture = ChartPicture(self, look)
    return String(decoding: picture.draw(), as: UTF8.self) + "\n"
  }
}

/// A chart with its heading on a background.
struct ChartPicture {
  private let chart: ChartData
  private let theme: ChartTheme
  private var drawing: ChartDrawing
  /// The lines of the title and of the subtitle.
  private let (titles, lines): ([String], [String])
  /// The prefix of ids.
  private let prefix: String
  /// The height of the heading above the axes and legend.
  private let above: Double

  /// The margin on each side.
  private static let margin = 14.0
  private static let headingHeight = 22.0

  init(_ chart: ChartData, _ look: ChartLook, prefix: String = "chart") {
    let width = look.width ?? ChartSize(of: chart.kind).width + 2 * Self.margin
    titles = chart.title.wrapped(to: max(12, Int((width - 2 * Self.margin) / 8)))
    lines = ChartPicture.lines(of: chart, width: width)
    let above =
      Self.margin + Double(titles.count) * Self.headingHeight
      + Double(lines.count) * ChartLayout.line
    (self.chart, self.above) = (chart, above)
    theme = look.theme
    self.prefix = prefix
    drawing = ChartDrawing(
      chart, prefix: prefix,
      ChartSize(
        width: width - 2 * Self.margin, height: look.height.map { $0 - above - Self.margin }))
  }

  /// Returns the subtitle wrapped to the width.
  private static func lines(of chart: ChartData, width: Double) -> [String] {
    let length = Int((width - 2 * margin) / 6)
    return chart.subtitle.wrapped(to: max(20, length))
  }

  var width: Double { drawing.layout.width + 2 * Self.margin }
  var height: Double {
    (drawing.layout.height + above + Self.margin).rounded(.up)
  }

  mutating func draw() -> [UInt8] {
    let contents = drawing.contents()
    var whole = MarkupWriter()
    whole.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": .number(width), "height": .number(height),
        "viewBox": .text("0 0 \(Int(width.rounded(.up))) \(Int(height))"), "role": "img",
        "aria-labelledby": .text("\(prefix)-t \(prefix)-d"),
      ]
    ) { svg in
      svg.element("title", ["id": .text("\(prefix)-t")], text: chart.title)
      svg.element("desc", ["id": .text("\(prefix)-d")], text: chart.summary)
      svg.element("style", text: ChartStyle.ofFile(theme))
      svg.empty("rect", ["width": "100%", "height": "100%", "fill": .text(theme.background)])
      drawHeading(to: &svg)
      svg.element("g", ["class": "chart", "transform": .text(place)]) { $0.append(contents) }
    }
    return whole.bytes
  }

  /// Draws the chart at a position of an image that contains the style sheet.
  mutating func draw(atX x: Double, y: Double, to svg: inout MarkupWriter) {
    let contents = drawing.contents()
    let corner = "translate(\(Int(x)) \(Int(y)))"
    svg.element("g", ["class": "panel", "transform": .text(corner), "role": "group"]) { svg in
      svg.element("title", text: chart.title)
      svg.element("desc", text: chart.summary)
      drawHeading(to: &svg)
      svg.element("g", ["class": "chart", "transform": .text(place)]) { $0.append(contents) }
    }
  }

  private var place: String { "translate(\(Int(Self.margin)) \(Int(above)))" }

  private func drawHeading(to svg: inout MarkupWriter) {
    var y = Self.margin
    for title in titles {
      svg.element(
        "text", ["class": "heading", "x": .number(Self.margin + 2), "y": .number(y + 13)],
        text: ChartLayout.shortened(title, to: max(12, Int((width - 2 * Self.margin) / 8))))
      y += Self.headingHeight
    }
    for line in lines {
      svg.element(
        "text", ["class": "line", "x": .number(Self.margin + 2), "y": .number(y + 10)], text: line)
      y += ChartLayout.line
    }
  }
}
