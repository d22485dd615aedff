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
    var names = steps.isByValue ? (0..<ColorSteps.count).map(ColorSteps.name) : []
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
