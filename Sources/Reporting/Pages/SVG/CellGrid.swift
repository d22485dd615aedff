import AdherenceAnalytics

/// Cells that lie in rows and columns of equal width, by the places of their row and column.
///
/// Such cells need but a few bytes each. At the ends of the horizontal axis a column may be cut short,
/// as the first week of a query is.
struct CellGrid {
  /// Where the columns lie.
  let columns: CellTrack
  /// Where the rows lie.
  let rows: CellTrack

  /// Finds the rows and columns of the cells; `nil` where they have none.
  init?(_ chart: ChartData) {
    let cells = chart.series.lazy.filter { $0.mark == .cell }.flatMap(\.points)
    let isPlaced = (chart.x.scale.hasPlaces, chart.y.scale.hasPlaces)
    guard
      let columns = CellTrack(cells.lazy.map { $0.x...$0.xLimit(isPlaced.0) }),
      let rows = CellTrack(cells.lazy.compactMap { $0.yStretch(isPlaced.1) })
    else { return nil }
    self.columns = columns
    self.rows = rows
  }
}

/// One direction of a grid: where the first cell begins, and how wide each is.
struct CellTrack {
  /// Where the first begins.
  let origin: Double
  /// How wide each is.
  let width: Double
  /// How many there are.
  let count: Int

  /// Finds the widest cells and sees whether all others fit among them.
  init?(_ stretches: some Sequence<ClosedRange<Double>>) {
    var (width, start, lower, upper) = (0.0, 0.0, Double.infinity, -Double.infinity)
    for stretch in stretches {
      let length = stretch.upperBound - stretch.lowerBound
      if length > width { (width, start) = (length, stretch.lowerBound) }
      lower = min(lower, stretch.lowerBound)
      upper = max(upper, stretch.upperBound)
    }
    guard width > 0, (upper - lower) / width < 100_000 else { return nil }
    let before = ((start - lower) / width - 1e-6).rounded(.up)
    let origin = start - before * width
    for stretch in stretches {
      let place = ((stretch.lowerBound - origin) / width + 1e-6).rounded(.down)
      let end = (stretch.upperBound - origin) / width
      guard end <= place + 1 + 1e-6 else { return nil }
    }
    self.origin = origin
    self.width = width
    count = max(1, Int(((upper - origin) / width - 1e-6).rounded(.up)))
  }

  /// The place of the cell that begins there.
  func place(_ start: Double) -> Int { Int(((start - origin) / width + 1e-6).rounded(.down)) }
}

extension ChartPoint {
  /// Where a cell ends horizontally.
  func xLimit(_ isPlaced: Bool) -> Double { max(x, xEnd ?? (isPlaced ? x + 1 : x)) }

  /// From where to where a cell goes vertically.
  func yStretch(_ isPlaced: Bool) -> ClosedRange<Double>? {
    guard let y else { return nil }
    let end = yEnd ?? (isPlaced ? y + 1 : y)
    return min(y, end)...max(y, end)
  }
}
