import Scheduling

/// The rows and columns in which cells lie.
struct CellGrid {
  /// Where the columns lie.
  let columns: CellTrack
  /// Where the rows lie.
  let rows: CellTrack

  /// Whether columns and rows have one width each, so that a cell needs but a few bytes.
  var isRegular: Bool { columns.isRegular && rows.isRegular }

  /// Finds the rows and columns of the cells; `nil` where cells overlap.
  init?(_ chart: ChartData) {
    let isPlaced = (chart.x.scale.hasPlaces, chart.y.scale.hasPlaces)
    var (across, down) = (DistinctStretches(), DistinctStretches())
    for series in chart.series where series.mark == .cell {
      // By place: a copy of each point would be one of its words too.
      for place in series.points.indices {
        across.note(series.points[place].xStretch(isPlaced.0))
        if let stretch = series.points[place].yStretch(isPlaced.1) { down.note(stretch) }
      }
    }
    guard let columns = CellTrack(across), let rows = CellTrack(down) else { return nil }
    self.columns = columns
    self.rows = rows
  }
}

/// Stretches that come any number of times, each once and in order of where it begins.
private struct DistinctStretches {
  private(set) var sorted: [ClosedRange<Double>] = []
  private var last = 0

  /// Adds a stretch; there are few different ones, so that one that is known costs a search.
  mutating func note(_ stretch: ClosedRange<Double>) {
    if sorted.indices.contains(last), sorted[last] == stretch { return }
    last = sorted.partitionPoint { $0.isBefore(stretch) }
    if last == sorted.count || sorted[last] != stretch { sorted.insert(stretch, at: last) }
  }
}

/// One direction of a grid: between which positions each of its cells lies.
struct CellTrack {
  /// Where the cells begin, and where the last ends.
  private(set) var edges: [Double]
  /// Whether all cells are as wide; the first and the last may be cut short, as the first week of a
  /// query is.
  private(set) var isRegular = false

  /// How many there are.
  var count: Int { edges.count - 1 }

  /// Finds the edges of some stretches; `nil` where they overlap.
  fileprivate init?(_ stretches: DistinctStretches) {
    let sorted = stretches.sorted
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
    guard isApart, first.lowerBound < last.upperBound else { return nil }
    edges = sorted.map(\.lowerBound) + [last.upperBound]
    if let regular = CellTrack.regular(sorted) { (edges, isRegular) = (regular, true) }
  }

  /// The edges of cells that are as wide as the widest, where the stretches lie among such.
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

  /// Whether a cell that was cut short is drawn whole, and thereby beyond an axis.
  func goesBeyond(_ range: ClosedRange<Double>) -> Bool {
    edges[0] < range.lowerBound || edges[edges.count - 1] > range.upperBound
  }

  /// The place of the cell that begins there.
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
  /// From where to where a cell goes horizontally.
  func xStretch(_ isPlaced: Bool) -> ClosedRange<Double> {
    let end = xEnd ?? (isPlaced ? x + 1 : x)
    return min(x, end)...max(x, end)
  }

  /// From where to where a cell goes vertically.
  func yStretch(_ isPlaced: Bool) -> ClosedRange<Double>? {
    guard let y else { return nil }
    let end = yEnd ?? (isPlaced ? y + 1 : y)
    return min(y, end)...max(y, end)
  }
}
