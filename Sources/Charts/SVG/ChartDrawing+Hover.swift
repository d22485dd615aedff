// Invisible shapes over the marks, whose titles browsers show beside the pointer.
extension ChartDrawing {
  /// The number of points above which a chart has no titles: in pages, of which there may be many, sooner than in
  /// files.
  private var hoverLimit: Int { isFile ? 400 : 60 }

  /// Draws a shape with a title over each mark except areas, and except cells in pages.
  mutating func drawHoverTargets() {
    let untitled: Set<ChartSeries.Mark> = isFile ? [.area, .stepArea] : [.area, .stepArea, .cell]
    let series = chart.series.filter { !untitled.contains($0.mark) }
    let count = series.reduce(0) { $0 + $1.points.count }
    guard 1...hoverLimit ~= count, chart.kind.traits.hasAxes else { return }
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
  private func boxes(_ series: ChartSeries) -> (ChartPoint) -> MarkBox {
    switch series.mark {
    case .bar: barBoxes(series)
    case .span: spanBox
    case .cell: cellBox
    case .line, .step, .dot, .tick, .area, .stepArea:
      { point in
        let (across, down) = (x.point(point.x), y.point(point.y ?? 0))
        return MarkBox(left: across - 6, top: down - 6, right: across + 6, bottom: down + 6)
      }
    }
  }
}
