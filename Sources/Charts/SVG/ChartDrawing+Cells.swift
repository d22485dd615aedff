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

/// The colour classes of the cells of a grid.
struct CellColors {
  private let columns: Int
  private let rows: Int
  /// The classes, the most frequent first.
  private let names: [String]
  /// For each cell by row, the index of its class in ``names``; -1 without a cell.
  private let colors: [Int16]

  /// Assigns the cells of all series to the grid; a later series covers an earlier one.
  init(_ series: [ChartSeries], _ grid: CellGrid, _ steps: ColorSteps) {
    columns = grid.columns.count
    rows = grid.rows.count
    var names = steps.names
    var cells = [Int16](repeating: -1, count: columns * rows)
    for series in series {
      if !steps.isByValue { names.append(series.role.rawValue) }
      for index in series.points.indices {
        guard let y = series.points[index].yStart else { continue }
        let place =
          grid.rows.place(y) * columns + grid.columns.place(series.points[index].xStart)
        let color = steps.isByValue ? steps.step(of: series.points[index]) : names.count - 1
        if let color { cells[place] = Int16(color) }
      }
    }
    (self.names, colors) = CellColors.byFrequency(names, cells)
  }

  /// Sorts the classes by number of cells.
  private static func byFrequency(_ names: [String], _ cells: [Int16]) -> ([String], [Int16]) {
    var counts = [Int](repeating: 0, count: names.count)
    for cell in cells where cell >= 0 { counts[Int(cell)] += 1 }
    let order = names.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    var places = [Int16](repeating: 0, count: names.count)
    for (place, name) in order.enumerated() { places[name] = Int16(place) }
    return (order.map { names[$0] }, cells.map { $0 < 0 ? -1 : places[Int($0)] })
  }

  /// Draws the cells of neighbouring columns, in the shape of their class.
  typealias CellDrawing = (
    inout PathData, CellShape, _ row: Int, _ columns: ClosedRange<Int>
  ) -> Void

  /// Returns a path for each class with separate cells.
  func cells(_ draw: CellDrawing) -> [(String, PathData)] {
    paths { path, color, shape, row in
      for column in 0..<columns where self[row, column] == color {
        draw(&path, shape, row, column...column)
      }
    }
  }

  /// Returns a path for each class with merged neighbouring cells; the paths are drawn on top of
  /// each other in order.
  ///
  /// Runs continue below cells that a later path covers, which halves the size.
  func runs(_ draw: CellDrawing) -> [(String, PathData)] {
    paths { path, color, shape, row in
      var run: ClosedRange<Int>?
      for column in 0..<columns {
        let cell = self[row, column]
        if cell == color {
          run = (run?.lowerBound ?? column)...column
        } else if cell < color, let ended = run {
          draw(&path, shape, row, ended)
          run = nil
        }
      }
      if let run { draw(&path, shape, row, run) }
    }
  }

  private subscript(row: Int, column: Int) -> Int16 { colors[row * columns + column] }

  private func paths(
    _ fill: (inout PathData, _ color: Int16, _ shape: CellShape, _ row: Int) -> Void
  ) -> [(String, PathData)] {
    names.enumerated().compactMap { color, name in
      var path = PathData()
      let shape = CellShape(name)
      for row in 0..<rows { fill(&path, Int16(color), shape, row) }
      return path.isEmpty ? nil : (name, path)
    }
  }
}

extension ChartPoint {
  /// The horizontal start of a cell.
  fileprivate var xStart: Double { min(x, xEnd ?? x) }

  /// The vertical start of a cell.
  fileprivate var yStart: Double? { y.map { min($0, yEnd ?? $0) } }
}

/// The colour classes of cells: by role, or eleven steps by value.
struct ColorSteps {
  /// The number of value colours.
  static let count = 11

  private let range: ClosedRange<Double>?
  private let ofShares: Bool

  /// Determines whether a chart's cells are coloured by value.
  init(_ chart: ChartData) {
    range = chart.color == nil ? nil : chart.colorRange
    ofShares = chart.color?.scale == .share
  }

  /// Whether cells are coloured by value.
  var isByValue: Bool { range != nil }

  /// The classes of the value colours; empty if cells are coloured by role.
  var names: [String] {
    isByValue ? (0..<ColorSteps.count).map { ColorSteps.name($0, ofShares: ofShares) } : []
  }

  /// Returns the class of a value colour: `q0` to `q10` of shares, `v0` to `v10` of other values.
  static func name(_ step: Int, ofShares: Bool) -> String { "\(ofShares ? "q" : "v")\(step)" }

  /// Returns the class of a cell; `nil` if its value is missing.
  func name(of point: ChartPoint, _ role: ChartRole) -> String? {
    guard range != nil else { return role.rawValue }
    return step(of: point).map { ColorSteps.name($0, ofShares: ofShares) }
  }

  /// Returns the step of a cell's value; `nil` if it is missing.
  func step(of point: ChartPoint) -> Int? {
    guard let range, let value = point.value else { return nil }
    // Halved, because the difference of large numbers may overflow to infinity.
    let length = range.upperBound / 2 - range.lowerBound / 2
    guard length > 0 else { return ColorSteps.count - 1 }
    let share = min(max((value / 2 - range.lowerBound / 2) / length, 0), 1)
    return Int((share * Double(ColorSteps.count - 1)).rounded())
  }
}

extension ChartData {
  /// The range of the colour scale.
  var colorRange: ClosedRange<Double> {
    if let range = color?.range { return range }
    let values = series.lazy.flatMap(\.points).compactMap(\.value)
    guard let least = values.min(), let greatest = values.max() else { return 0...1 }
    return min(0, least)...max(greatest, min(0, least))
  }
}
