/// Groups of patients by the course of their adherence: *k*-means on the weeks since the start of treatment.
///
/// The start is deterministic: the row nearest to the mean of all, then each time the row
/// farthest from those chosen. Then rows go to the nearest centroid and centroids to the mean of
/// their rows, until nothing moves (Lloyd 1982; for longitudinal data Genolini and Falissard 2010). Equal
/// distances go to the earlier cluster or row.
///
/// Weeks without a value, in which nothing was due or a patient was no longer observed, count in no distance
/// and no mean, and drop no patient. For the start the distance of the weeks
/// that both have is scaled up to all of them, so that a row with few is not near for that.
///
/// It is not group-based trajectory modelling, which fits a mixture of polynomials. It must not be used as
/// evidence that kinds of patients exist: it divides any patients, also those of one kind.
public struct TrajectoryClusters: Hashable, Sendable {
  /// The cluster of each row; `nil` for a row without any value.
  public let labels: [Int?]
  /// Of each cluster the row that it started from.
  public let starts: [Int]
  /// Of each cluster how many rows it has.
  public let sizes: [Int]
  /// Of each cluster the mean of each week; `nil` where none of its rows has a value.
  public let centroids: [[Double?]]
  /// The sum of squared distances of the values from the centroids of their rows.
  public let withinSquares: Double
  /// The sum of squared distances of the values from the mean of all rows.
  package let totalSquares: Double
  /// How often the centroids moved.
  public let iterations: Int

  /// The variance ratio of Caliński and Harabasz (1974): the squares between the clusters for each of
  /// *k* - 1 over those within for each of *n* - *k*.
  ///
  /// Missing for one cluster, for as many clusters as rows, and where nothing differs within clusters.
  package var calinskiHarabasz: Estimate<Double> {
    let (k, n) = (Double(sizes.count), Double(sizes.reduce(0, +)))
    guard k > 1, n > k else { return .missing(.tooFew) }
    return Estimate(
      (totalSquares - withinSquares) / (k - 1) / (withinSquares / (n - k)), else: .noVariation)
  }

  /// Finds so many clusters.
  ///
  /// - Parameters:
  ///   - count: How many clusters to find.
  ///   - rows: Of each patient the value of each week; `nil` where there is none.
  /// - Precondition: There is a cluster to find, and all rows have as many weeks.
  /// - Returns: The clusters; missing where fewer rows have values, or fewer different ones.
  /// - Complexity: O(*n* *k* *w*) for each of some ten to fifty moves.
  public static func find(_ count: Int, in rows: [[Double?]]) -> Estimate<TrajectoryClusters> {
    precondition(count > 0, "\(count) clusters are not to be found")
    return clusters(count, in: TrajectoryRows(rows))
  }

  /// Finds the number of clusters with the greatest variance ratio, and those clusters.
  ///
  /// Numbers are tried from 2 on, up to the first that cannot be found; of equal ratios the smaller number is
  /// taken, and where nothing differs within clusters the ratio is the greatest.
  ///
  /// - Precondition: All rows have as many weeks, and there are two clusters or more to find.
  /// - Returns: What was found for each number, and the clusters; these are missing where not even two are found.
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

/// How well a number of clusters fits.
package struct ClusterCriterion: Hashable, Sendable {
  /// The number of clusters.
  package let clusters: Int
  /// The variance ratio of Caliński and Harabasz, which is to be great.
  package let calinskiHarabasz: Estimate<Double>
  /// The sum of squared distances of the values from the centroids of their rows.
  package let withinSquares: Double

  init(_ found: TrajectoryClusters) {
    clusters = found.sizes.count
    calinskiHarabasz = found.calinskiHarabasz
    withinSquares = found.withinSquares
  }
}
