import Scheduling

/// The rows and columns of a grid of cells.
struct CellGrid {
  /// The columns.
  let columns: CellTrack
  /// The rows.
  let rows: CellTrack

  /// Whether columns and rows have uniform sizes, so that a cell takes only a few bytes.
  var isRegular: Bool { columns.isRegular && rows.isRegular }

  /// Determines the rows and columns of the cells; `nil` if cells overlap.
  init?(_ chart: ChartData) {
    let isDiscrete = (chart.x.scale.isDiscrete, chart.y.scale.isDiscrete)
    var (across, down) = (DistinctStretches(), DistinctStretches())
    for series in chart.series where series.mark == .cell {
      // Indexed access avoids copying each point and its strings.
      for place in series.points.indices {
        across.note(series.points[place].xStretch(isDiscrete.0))
        if let stretch = series.points[place].yStretch(isDiscrete.1) { down.note(stretch) }
      }
    }
    guard let columns = CellTrack(across), let rows = CellTrack(down) else { return nil }
    self.columns = columns
    self.rows = rows
  }
}

/// The distinct intervals of a sequence, sorted by start.
private struct DistinctStretches {
  private(set) var sorted: [ClosedRange<Double>] = []
  private var last = 0

  /// Adds an interval; few are distinct, so a known one is found by search.
  mutating func note(_ stretch: ClosedRange<Double>) {
    if sorted.indices.contains(last), sorted[last] == stretch { return }
    last = sorted.partitionPoint { $0.isBefore(stretch) }
    if last == sorted.count || sorted[last] != stretch { sorted.insert(stretch, at: last) }
  }
}

/// One dimension of a grid: the bounds of its cells.
struct CellTrack {
  /// The starts of the cells, and the end of the last.
  private(set) var edges: [Double]
  /// Whether all cells have the same size; the first and the last may be truncated, such as the
  /// first week of a query.
  private(set) var isRegular = false

  /// The number of cells.
  var count: Int { edges.count - 1 }

  /// Determines the edges of intervals; `nil` if they overlap.
  fileprivate init?(_ stretches: DistinctStretches) {
    let sorted = stretches.sorted
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
    guard isApart, first.lowerBound < last.upperBound else { return nil }
    edges = sorted.map(\.lowerBound) + [last.upperBound]
    if let regular = CellTrack.regular(sorted) { (edges, isRegular) = (regular, true) }
  }

  /// Returns the edges of uniform cells of the widest size, if the intervals match.
  private static func regular(_ stretches: [ClosedRange<Double>]) -> [Double]? {
    guard let first = stretches.first, let last = stretches.last,
      let widest = stretches.max(by: { $0.length < $1.length })
    else { return nil }
    let width = widest.length
    let before = ((widest.lowerBound - first.lowerBound) / width - 1e-6).rounded(.up)
    let origin = widest.lowerBound - before * width
    let count = ((last.upperBound - origin) / width - 1e-6).rounded(.up)
    let isAmong = stretches.allSatisfy { stretch in
      let (from, to) = (
        (stretch.lowerBound - origin) / width, (stretch.upperBound - origin) / width
      )
      return (stretch == first || abs(from - from.rounded()) < 1e-6)
        && (stretch == last || abs(to - to.rounded()) < 1e-6)
    }
    guard isAmong, count < 100_000 else { return nil }
    return (0...Int(count)).map { origin + Double($0) * width }
  }

  /// Returns whether a truncated cell is drawn at full size beyond the axis range.
  func goesBeyond(_ range: ClosedRange<Double>) -> Bool {
    edges[0] < range.lowerBound || edges[edges.count - 1] > range.upperBound
  }

  /// Returns the index of the cell with a start.
  func place(_ start: Double) -> Int {
    var (lower, upper) = (0, edges.count)
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if edges[middle] <= start + 1e-9 { lower = middle } else { upper = middle }
    }
    return lower
  }
}

extension ClosedRange<Double> {
  fileprivate var length: Double { upperBound - lowerBound }

  fileprivate func isBefore(_ other: ClosedRange<Double>) -> Bool {
    (lowerBound, upperBound) < (other.lowerBound, other.upperBound)
  }
}

extension ChartPoint {
  /// Returns the horizontal interval of a cell.
  func xStretch(_ isDiscrete: Bool) -> ClosedRange<Double> {
    let end = xEnd ?? (isDiscrete ? x + 1 : x)
    return min(x, end)...max(x, end)
  }

  /// Returns the vertical interval of a cell.
  func yStretch(_ isDiscrete: Bool) -> ClosedRange<Double>? {
    guard let y else { return nil }
    let end = yEnd ?? (isDiscrete ? y + 1 : y)
    return min(y, end)...max(y, end)
  }
}
