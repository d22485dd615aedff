/// Groups of patients whose adherence took a like course: *k*-means on their relative weeks.
///
/// The start is the same each time: the row nearest to the mean of all, then each time the row
/// farthest from those chosen. Then rows go to the nearest centroid and centroids to the mean of
/// their rows, until nothing moves (Lloyd 1982; for adherence Franklin 2013). Equal distances go
/// to the earlier cluster or row.
///
/// Weeks without a value count in no distance and no mean: for the start the distance of the weeks
/// that both have is scaled up to all of them, so that a row with few is not near for that.
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
  /// Where nothing differs within clusters, the least such number is best.
  ///
  /// - Precondition: All rows have as many weeks, and there are two clusters or more to find.
  /// - Returns: The clusters; missing where not even the least number can be found.
  static func best(of counts: ClosedRange<Int> = 2...6, in rows: [[Double?]])
    -> Estimate<TrajectoryClusters>
  {
    precondition(counts.lowerBound > 1, "one cluster has no variance ratio")
    let rows = TrajectoryRows(rows)
    var best = clusters(counts.lowerBound, in: rows)
    for count in counts.dropFirst() {
      guard let ratio = best.value?.calinskiHarabasz.value else { break }
      let other = clusters(count, in: rows)
      guard let found = other.value else { break }
      if found.calinskiHarabasz.value ?? (found.withinSquares == 0 ? .infinity : 0) > ratio {
        best = other
      }
    }
    return best
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
