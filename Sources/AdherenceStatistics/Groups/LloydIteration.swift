/// The iteration of *k*-means: rows are assigned to the nearest centroid, centroids to the mean of
/// their rows.
///
/// No step increases the within-cluster sum of squares: reassigning a row does not increase its
/// share, and the mean minimises it over the present values.
struct LloydIteration {
  private typealias Lane = TrajectoryRows.Lane

  private let rows: TrajectoryRows
  private var centers: [Lane]
  /// The number of rows of a cluster with a value, by week.
  private var weights: [Lane]
  /// The cluster of each row.
  private(set) var labels: [Int32]
  private(set) var sizes: [Int]
  /// The sum of squared distances of rows from their centroids.
  private(set) var withinSquares = 0.0

  init(_ rows: TrajectoryRows, starts: [Int]) {
    self.rows = rows
    labels = Array(repeating: 0, count: rows.places.count)
    sizes = Array(repeating: 0, count: starts.count)
    weights = Array(repeating: .zero, count: starts.count * rows.lanes)
    centers = starts.flatMap { start in
      (0..<rows.lanes).map { lane in
        let index = start * rows.lanes + lane
        // Missing values of the row are replaced by the overall mean.
        return rows.values[index] + (1 - rows.weight(start, lane)) * rows.mean[lane]
      }
    }
  }

  /// Assigns rows to the nearest centroids, and moves these to the means of their rows.
  ///
  /// - Returns: Whether a centroid moved.
  mutating func step() -> Bool {
    assign()
    var sums = [Lane](repeating: .zero, count: centers.count)
    weights = sums
    for row in labels.indices {
      let (from, to) = (row * rows.lanes, Int(labels[row]) * rows.lanes)
      for lane in 0..<rows.lanes {
        sums[to + lane] += rows.values[from + lane]
        weights[to + lane] += rows.weight(row, lane)
      }
    }
    // A week without values keeps its position.
    let missing = weights.map { $0 .== 0 }
    let means = sums.indices.map { index in
      (sums[index] / weights[index]).replacing(with: centers[index], where: missing[index])
    }
    defer { centers = means }
    return means != centers
  }

  private mutating func assign() {
    withinSquares = 0
    for cluster in sizes.indices { sizes[cluster] = 0 }
    for row in labels.indices {
      var (nearest, least) = (0, Double.infinity)
      for cluster in sizes.indices {
        let squares = rows.squares(row, from: centers, at: cluster * rows.lanes)
        if squares < least { (nearest, least) = (cluster, squares) }
      }
      labels[row] = Int32(nearest)
      sizes[nearest] += 1
      withinSquares += least
    }
  }

  /// The centroids by cluster and week; `nil` if no row of the cluster has a value.
  var weeks: [[Double?]] {
    sizes.indices.map { cluster in
      (0..<rows.weeks).map { week in
        let index = cluster * rows.lanes + week / 4
        return weights[index][week % 4] > 0 ? centers[index][week % 4] : nil
      }
    }
  }
}
