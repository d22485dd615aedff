import AdherenceAnalytics

// Cells of one colour are one path. In a grid, its units are columns and rows, and a cell is a dot with
// square ends.
extension ChartDrawing {
  /// Draws the cells of a series; the others of a chart that share its grid are drawn with the first.
  mutating func drawCells(_ series: ChartSeries) {
    let all = chart.series.filter { $0.mark == .cell }
    guard series.name == all.first?.name else { return }
    if let grid = CellGrid(chart) {
      drawGrid(grid, all)
    } else {
      for series in all { drawLoose(series) }
    }
  }

  private mutating func drawGrid(_ grid: CellGrid, _ all: [ChartSeries]) {
    let table = CellColors(all, grid, ColorSteps(chart))
    let (width, height) = (x.length(grid.columns.width), y.length(grid.rows.width))
    let isDown = y.to > y.from
    let top = y.edge(grid.rows.origin) + height / 2 * (isDown ? 1 : -1)
    let isSpaced = min(width, height) >= 5
    let move = "translate(\(ChartDrawing.decimals(x.edge(grid.columns.origin) + width / 2)) "
    let scale = "scale(\(ChartDrawing.decimals(width)) "
    let down = ChartDrawing.decimals(isDown ? height : -height)
    let transform = move + ChartDrawing.decimals(top) + ")" + scale + down + ")"
    group(["class": isSpaced ? "g" : "g f", "transform": .text(transform)]) {
      for (name, path) in isSpaced ? table.cells() : table.runs() {
        $0.svg.empty("path", ["class": .text(name), "d": .path(path)])
      }
    }
  }

  /// Three decimals, for factors.
  private static func decimals(_ value: Double) -> String {
    let whole = (value * 1000).rounded() / 1000
    return whole == whole.rounded() ? String(Int(whole)) : String(whole)
  }

  private mutating func drawLoose(_ series: ChartSeries) {
    let steps = ColorSteps(chart)
    var paths: [String: PathData] = [:]
    for point in series.points {
      guard let name = steps.name(of: point, series.role),
        let stretch = point.yStretch(chart.y.scale.hasPlaces)
      else { continue }
      let (from, to) = (x.edge(point.x), x.edge(point.xLimit(chart.x.scale.hasPlaces)))
      let gap = to - from > 5 ? 1.0 : 0
      paths[name, default: PathData()].rectangle(
        from, y.edge(stretch.upperBound), to - gap, y.edge(stretch.lowerBound))
    }
    for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
      svg.empty("path", ["class": .text("b " + name), "d": .path(path)])
    }
  }
}
