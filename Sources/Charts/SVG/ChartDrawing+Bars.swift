/// The corners of a mark in the image.
struct MarkBox {
  var left, top, right, bottom: Double

  /// Returns the box with each coordinate converted.
  func map(_ convert: (Double) -> Double) -> MarkBox {
    MarkBox(
      left: convert(left), top: convert(top), right: convert(right), bottom: convert(bottom))
  }
}

extension PathData {
  mutating func rectangle(_ box: MarkBox) { rectangle(box.left, box.top, box.right, box.bottom) }
}

extension ChartDrawing {
  /// Returns bars from 0 or their other end; bars of equivalent series are grouped side by side.
  func bars(_ series: ChartSeries) -> PathData {
    let box = barBoxes(series)
    var path = PathData()
    for point in series.points where point.y != nil { path.rectangle(box(point)) }
    return path
  }

  /// Returns a function for the box of a bar.
  func barBoxes(_ series: ChartSeries) -> (ChartPoint) -> MarkBox {
    let (lane, lanes) = chart.lane(of: series)
    let width = barWidth(series)
    return { point in
      let sides = sides(of: point, width)
      let breadth = (sides.upperBound - sides.lowerBound) / Double(lanes)
      let from = sides.lowerBound + breadth * Double(lane)
      let base = y.edge(point.yEnd ?? max(0, y.range.lowerBound))
      return MarkBox(left: from, top: y.edge(point.y ?? 0), right: from + breadth, bottom: base)
    }
  }

  /// Returns the sides of a bar, slightly narrower than its interval, to separate neighbours.
  private func sides(of point: ChartPoint, _ width: Double) -> ClosedRange<Double> {
    if let end = point.xEnd {
      let (from, to) = (x.edge(point.x), x.edge(end))
      let gap = min((to - from) * 0.12, 3)
      return from + gap / 2...max(to - gap / 2, from + gap / 2)
    }
    let middle = x.point(point.x)
    return middle - width / 2...middle + width / 2
  }

  /// Returns the width of bars without an end: most of the distance to the nearest neighbour.
  private func barWidth(_ series: ChartSeries) -> Double {
    if chart.x.scale.isDiscrete { return x.length(0.72) }
    let steps = zip(series.points, series.points.dropFirst()).map { $1.x - $0.x }
    let step = steps.filter { $0 > 0 }.min() ?? (x.range.upperBound - x.range.lowerBound) / 8
    return x.length(step) * 0.8
  }
}

extension ChartData {
  /// Returns the index of a series among equivalent ones; background and stacked bars have the full
  /// width.
  func lane(of series: ChartSeries) -> (Int, of: Int) {
    let equals = self.series.filter { $0.mark == .bar && $0.role.isOneOfSeveral }
    let isStacked = equals.contains { $0.points.contains { $0.yEnd != nil } }
    guard !isStacked, let place = equals.firstIndex(where: { $0.name == series.name }) else {
      return (0, 1)
    }
    return (place, equals.count)
  }
}

extension ChartSign {
  /// Draws the marker at a position; all have about the area of a circle.
  func draw(_ x: Double, _ y: Double, radius: Double, to path: inout PathData) {
    let r = radius
    switch self {
    case .circle: path.circle(x, y, radius: r)
    case .square: path.rectangle(x - r * 0.85, y - r * 0.85, x + r * 0.85, y + r * 0.85)
    case .diamond:
      path.polygon([(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)])
    case .triangleUp: path.polygon([(x - r * 1.2, y + r), (x, y - r * 1.2), (x + r * 1.2, y + r)])
    case .triangleDown:
      path.polygon([(x - r * 1.2, y - r), (x, y + r * 1.2), (x + r * 1.2, y - r)])
    case .triangleLeft:
      path.polygon([(x + r, y - r * 1.2), (x - r * 1.2, y), (x + r, y + r * 1.2)])
    case .triangleRight:
      path.polygon([(x - r, y - r * 1.2), (x + r * 1.2, y), (x - r, y + r * 1.2)])
    case .cross: path.lines([(x - r, y - r, x + r, y + r), (x - r, y + r, x + r, y - r)])
    case .plus: path.lines([(x, y - r, x, y + r), (x - r, y, x + r, y)])
    case .tick: path.lines([(x, y - r, x, y + r)])
    }
  }
}

extension PathData {
  /// Draws separate lines.
  mutating func lines(_ lines: [(fromX: Double, fromY: Double, toX: Double, toY: Double)]) {
    for each in lines {
      move(each.fromX, each.fromY)
      line(each.toX, each.toY)
    }
  }
}
