/// The shape of a calendar cell, which distinguishes day states without colour.
enum CellShape {
  case square, smallSquare, triangle, half, cross, dash, frame

  /// Determines the shape of a class; value classes are squares.
  init(_ name: String) {
    self = ChartRole(rawValue: name)?.cellShape ?? .square
  }

  /// Draws the shape of a cell ten units wide and high.
  ///
  /// A square is drawn as a line as wide as it is long, which takes the fewest bytes.
  func draw(column: Int, row: Int, to path: inout PathData) {
    let (x, y) = (Double(column * 10), Double(row * 10))
    switch self {
    case .square: path.lines([(x + 0.7, y + 5, x + 9.3, y + 5)])
    case .smallSquare: path.lines([(x + 3.3, y + 5, x + 6.7, y + 5)])
    case .triangle, .half, .cross, .dash, .frame: draw(x, y, scale: 1, to: &path)
    }
  }

  /// Draws the shape into a square with sides of ten scaled units.
  func draw(_ x: Double, _ y: Double, scale: Double, to path: inout PathData) {
    let (near, far) = (0.7 * scale, 9.3 * scale)
    func box(_ from: Double, _ to: Double) {
      path.rectangle(x + from * scale, y + from * scale, x + to * scale, y + to * scale)
    }
    switch self {
    case .square: box(0.7, 9.3)
    case .smallSquare: box(3.3, 6.7)
    case .frame: box(1.7, 8.3)
    case .triangle:
      path.polygon([(x + near, y + near), (x + far, y + 5 * scale), (x + near, y + far)])
    case .half: path.polygon([(x + near, y + near), (x + far, y + far), (x + near, y + far)])
    case .cross:
      let (from, to) = (1.7 * scale, 8.3 * scale)
      path.lines([(x + from, y + from, x + to, y + to), (x + from, y + to, x + to, y + from)])
    case .dash: path.lines([(x + 1 * scale, y + 5 * scale, x + 9 * scale, y + 5 * scale)])
    }
  }
}

extension ChartRole {
  /// The shape of its cells.
  fileprivate var cellShape: CellShape {
    switch self {
    case .late: .triangle
    case .partial: .half
    case .missed: .cross
    case .declined: .dash
    case .onHold: .frame
    case .nothingDue: .smallSquare
    case .primary, .secondary, .due, .interval, .outerInterval, .done, .early, .pending,
      .unscheduled, .signal, .reference, .first, .second, .third, .fourth, .fifth, .sixth,
      .seventh, .eighth:
      .square
    }
  }
}
