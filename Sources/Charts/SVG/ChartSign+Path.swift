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
