// Invisible shapes over the marks, whose titles browsers show beside the pointer.
extension ChartDrawing {
  /// The number of points above which a chart has no titles: in pages, of which there may be many, sooner than in
  /// files.
  private var hoverLimit: Int { isFile ? 400 : 60 }

  /// Draws a shape with a title over each mark except areas, and except cells in pages.
  mutating func drawHoverTargets() {
    let areas: Set<ChartSeries.Mark> = isFile ? [.area, .stepArea] : [.area, .stepArea, .cell]
    let series = chart.series.filter { !areas.contains($0.mark) }
    let count = series.reduce(0) { $0 + $1.points.count }
    guard 1...hoverLimit ~= count, chart.kind.traits.hasAxes else { return }
    group(["fill": "none", "pointer-events": "all"]) { drawing in
      for own in series {
        for point in own.points where point.y != nil { drawing.target(point, own) }
      }
    }
  }

  private mutating func target(_ point: ChartPoint, _ series: ChartSeries) {
    let (across, along) = box(of: point, series)
    var path = PathData()
    path.rectangle(
      across.lowerBound.rounded(), along.lowerBound.rounded(), across.upperBound.rounded(),
      along.upperBound.rounded())
    let lines = chart.hoverLines(of: point, in: series).prefix(isFile ? 3 : 2)
    svg.element("path", ["d": .path(path)]) {
      $0.element("title", text: lines.joined(separator: "\n"))
    }
  }

  /// Returns the box around a mark, of at least twelve pixels for points.
  private func box(
    of point: ChartPoint, _ series: ChartSeries
  ) -> (ClosedRange<Double>, ClosedRange<Double>) {
    let height = point.y ?? 0
    switch series.mark {
    case .bar:
      let base = y.edge(point.yEnd ?? max(0, y.range.lowerBound))
      return (sides(of: point, barWidth(series)), ordered(y.edge(height), base))
    case .cell:
      let (wide, high) = (
        point.xStretch(chart.x.scale.isDiscrete), point.yStretch(chart.y.scale.isDiscrete)
      )
      return (
        ordered(x.edge(wide.lowerBound), x.edge(wide.upperBound)),
        ordered(y.edge(high?.lowerBound ?? height), y.edge(high?.upperBound ?? height))
      )
    case .span:
      return (
        ordered(x.edge(point.x), x.edge(point.xEnd ?? point.x)), around(y.point(height))
      )
    case .line, .step, .dot, .tick, .area, .stepArea:
      return (around(x.point(point.x)), around(y.point(height)))
    }
  }

  private func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }

  private func around(_ middle: Double) -> ClosedRange<Double> { middle - 6...middle + 6 }
}
