/// Clusters of patients by their weekly adherence since the start of treatment, by *k*-means.
///
/// The initialisation is deterministic: the row nearest to the overall mean, then repeatedly the
/// row farthest from those chosen. Rows are assigned to the nearest centroid and centroids moved to
/// the mean of their rows until convergence (Lloyd 1982; for longitudinal data Genolini and
/// Falissard 2010). Ties are resolved to the earlier cluster or row.
///
/// Weeks without a value, with nothing due or after the end of observation, are excluded from
/// distances and means without dropping the patient. In the initialisation the distance over common
/// weeks is scaled to all weeks, so that rows with few values are not favoured.
///
/// This is not group-based trajectory modelling, which fits a mixture of polynomials. It must not
/// be used as evidence that kinds of patients exist: it divides any patients, including homogeneous
/// ones.
public struct TrajectoryClusters: Hashable, Sendable {
  /// The cluster of each row; `nil` for a row without values.
  public let labels: [Int?]
  /// The initial row of each cluster.
  public let starts: [Int]
  /// The number of rows of each cluster.
  public let sizes: [Int]
  /// The weekly means of each cluster; `nil` if none of its rows has a value.
  public let centroids: [[Double?]]
  /// The sum of squared distances of the values from the centroids of their rows.
  public let withinSquares: Double
  /// The sum of squared distances of the values from the mean of all rows.
  package let totalSquares: Double
  /// The number of iterations.
  public let iterations: Int

  /// The variance ratio of Caliński and Harabasz (1974).
  ///
  /// It is the between-cluster sum of squares over *k* - 1, divided by the within-cluster sum over
  /// *n* - *k*.
  ///
  /// Missing for one cluster, for as many clusters as rows, and if the clusters are homogeneous.
  package var calinskiHarabasz: Estimate<Double> {
    let (k, n) = (Double(sizes.count), Double(sizes.reduce(0, +)))
    guard k > 1, n > k else { return .missing(.tooFew) }
    return Estimate(
      (totalSquares - withinSquares) / (k - 1) / (withinSquares / (n - k)), else: .noVariation)
  }

  /// Finds a number of clusters.
  ///
  /// - Parameters:
  ///   - count: The number of clusters.
  ///   - rows: The weekly values of each patient; `nil` if missing.
  /// - Precondition: `count` is positive, and all rows have the same number of weeks.
  /// - Returns: The clusters; missing if there are fewer distinct rows with values.
  /// - Complexity: O(*n* *k* *w*) for each of about ten to fifty iterations.
  public static func find(_ count: Int, in rows: [[Double?]]) -> Estimate<TrajectoryClusters> {
    precondition(count > 0, "\(count) clusters are not to be found")
    return clusters(count, in: TrajectoryRows(rows))
  }

  /// Finds the number of clusters with the largest variance ratio, and those clusters.
  ///
  /// Numbers are tried from 2 up to the first that cannot be found; of equal ratios the smaller
  /// number is used, and homogeneous clusters have the largest ratio.
  ///
  /// - Precondition: All rows have the same number of weeks, and `most` is at least 2.
  /// - Returns: The criteria for each number, and the clusters; missing if not even two are found.
  static func best(
    upTo most: Int, in rows: TrajectoryRows
  ) -> (criteria: [ClusterCriterion], clusters: Estimate<TrajectoryClusters>) {
    precondition(most > 1, "one cluster has no variance ratio")
    var best = Estimate<TrajectoryClusters>.missing(.tooFew)
    var (criteria, greatest) = ([ClusterCriterion](), -Double.infinity)
    for count in 2...most {
      let found = clusters(count, in: rows)
      guard let clusters = found.value else { return (criteria, count == 2 ? found : best) }
      criteria.append(ClusterCriterion(clusters))
      let ratio =
        clusters.calinskiHarabasz.value ?? (clusters.withinSquares == 0 ? .infinity : 0)
      if ratio > greatest { (greatest, best) = (ratio, found) }
    }
    return (criteria, best)
  }

  static func clusters(_ count: Int, in rows: TrajectoryRows) -> Estimate<
    TrajectoryClusters
  > {
    guard rows.places.count >= count else { return .missing(.tooFew) }
    guard let starts = rows.starts(count) else { return .missing(.noVariation) }
    var lloyd = LloydIteration(rows, starts: starts)
    var iterations = 0
    while lloyd.step() {
      iterations += 1
      guard iterations < 10_000 else { return .missing(.notConverged) }
    }
    return .value(TrajectoryClusters(rows, lloyd, starts: starts, iterations: iterations))
  }

  private init(
    _ rows: TrajectoryRows, _ lloyd: LloydIteration, starts: [Int], iterations: Int
  ) {
    var labels = [Int?](repeating: nil, count: rows.count)
    for (row, place) in rows.places.enumerated() { labels[place] = Int(lloyd.labels[row]) }
    self.labels = labels
    self.starts = starts.map { rows.places[$0] }
    sizes = lloyd.sizes
    centroids = lloyd.weeks
    withinSquares = lloyd.withinSquares
    totalSquares = rows.totalSquares
    self.iterations = iterations
  }
}

/// The quality of a number of clusters.
package struct ClusterCriterion: Hashable, Sendable {
  /// The number of clusters.
  package let clusters: Int
  /// The variance ratio of Caliński and Harabasz, to be maximised.
  package let calinskiHarabasz: Estimate<Double>
  /// The sum of squared distances of the values from the centroids of their rows.
  package let withinSquares: Double

  init(_ found: TrajectoryClusters) {
    clusters = found.sizes.count
    calinskiHarabasz = found.calinskiHarabasz
    withinSquares = found.withinSquares
  }
}

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
