extension ChartDrawing {
  /// The size below which cells have no gaps and neighbours of one colour are merged.
  private static let smallest = 5.0

  /// Draws the cells of a series; all series with cells share a grid and are drawn with the first.
  mutating func drawCells(_ series: ChartSeries) {
    let all = chart.series.filter { $0.mark == .cell }
    guard series.name == all.first?.name else { return }
    guard let grid = CellGrid(chart) else {
      for series in all { drawLoose(series) }
      return
    }
    let colors = CellColors(all, grid, ColorSteps(chart))
    if !grid.isRegular {
      drawBoxes(grid, colors)
    } else if grid.columns.goesBeyond(x.range), !isOverfull {
      clip { $0.drawUnits(grid, colors) }
    } else {
      drawUnits(grid, colors)
    }
  }

  /// Draws a regular grid with cells ten units wide and high, or one unit if there is no room for a
  /// shape, so that each takes only a few bytes.
  private mutating func drawUnits(_ grid: CellGrid, _ colors: CellColors) {
    let width = x.edge(grid.columns.edges[1]) - x.edge(grid.columns.edges[0])
    let height = y.edge(grid.rows.edges[1]) - y.edge(grid.rows.edges[0])
    let isSpaced = min(abs(width), abs(height)) >= ChartDrawing.smallest
    let corner = [x.edge(grid.columns.edges[0]), y.edge(grid.rows.edges[0])]
    let units = isSpaced ? 10.0 : 1
    let numbers = (corner + [width / units, height / units]).map(ChartDrawing.decimals)
    let transform = "translate(\(numbers[0]) \(numbers[1]))scale(\(numbers[2]) \(numbers[3]))"
    let paths =
      isSpaced
      ? colors.cells { path, shape, row, columns in
        shape.draw(column: columns.lowerBound, row: row, to: &path)
      }
      : colors.runs { path, _, row, columns in
        let middle = Double(row) + 0.5
        path.lines([(Double(columns.lowerBound), middle, Double(columns.upperBound + 1), middle)])
      }
    group(["class": isSpaced ? "g" : "g f", "transform": .text(transform)]) {
      for (name, path) in paths {
        $0.svg.empty("path", ["class": .text(name), "d": .path(path)])
      }
    }
  }

  /// Formats a factor with three decimals.
  private static func decimals(_ value: Double) -> String {
    let whole = (value * 1000).rounded() / 1000
    return Int(exactly: whole).map(String.init) ?? String(whole)
  }

  /// Draws an irregular grid, each run as a rectangle.
  private mutating func drawBoxes(_ grid: CellGrid, _ colors: CellColors) {
    let columns = grid.columns.edges.map { x.edge($0) }
    let rows = grid.rows.edges.map { y.edge($0) }
    let isSpaced = min(columns.narrowest, rows.narrowest) >= ChartDrawing.smallest
    let gap = isSpaced ? 1.0 : 0
    let box = { (path: inout PathData, _: CellShape, row: Int, run: ClosedRange<Int>) in
      let (from, to) = (columns[run.lowerBound], columns[run.upperBound + 1] - gap)
      let (top, bottom) = (min(rows[row], rows[row + 1]), max(rows[row], rows[row + 1]) - gap)
      path.rectangle(from, top, to, bottom)
    }
    for (name, path) in isSpaced ? colors.cells(box) : colors.runs(box) {
      svg.empty("path", ["class": .text("b " + name), "d": .path(path)])
    }
  }

  /// Returns the box of a cell.
  func cellBox(_ point: ChartPoint) -> MarkBox {
    let along = point.xStretch(chart.x.scale.isDiscrete)
    let across = point.yStretch(chart.y.scale.isDiscrete) ?? 0...0
    return MarkBox(
      left: x.edge(along.lowerBound), top: y.edge(across.upperBound),
      right: x.edge(along.upperBound), bottom: y.edge(across.lowerBound))
  }

  private mutating func drawLoose(_ series: ChartSeries) {
    let steps = ColorSteps(chart)
    var paths: [String: PathData] = [:]
    for point in series.points {
      guard let name = steps.name(of: point, series.role), point.y != nil else { continue }
      paths[name, default: PathData()].rectangle(cellBox(point))
    }
    for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
      svg.empty("path", ["class": .text("b " + name), "d": .path(path)])
    }
  }
}

extension [Double] {
  /// The smallest distance between neighbours.
  fileprivate var narrowest: Double {
    zip(self, dropFirst()).map { abs($1 - $0) }.min() ?? 0
  }
}
