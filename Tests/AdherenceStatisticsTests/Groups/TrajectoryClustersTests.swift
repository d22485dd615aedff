import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct TrajectoryClustersTests {
  /// Two rows that stay, two that fall, and one without a value.
  @Test func simple() throws {
    let found = try #require(
      TrajectoryClusters.find(
        2, in: [[1, 1, 1], [1, 0.5, 0], [nil, nil, nil], [0.8, 1, 1], [1, 0.25, nil]]
      ).value)
    #expect(found.labels[0] == found.labels[3] && found.labels[1] == found.labels[4])
    #expect(found.labels[0] != found.labels[1] && found.labels[2] == nil)
    #expect(found.sizes == [2, 2])
    let falling = try #require(found.labels[1])
    #expect(found.centroids[falling] == [1, 0.375, 0])
    // 2·0.1² of those that stay and 2·0.125² of those that fall.
    #expect(isClose(found.withinSquares, 0.02 + 0.03125))
  }

  /// No move makes the squares within clusters greater, and the last leaves all where they are.
  @Test func noMoveMakesItWorse() throws {
    var random = Seeded(state: 47)
    for _ in 0..<40 {
      let rows = TrajectoryRows(weeks(60, &random))
      var lloyd = LloydIteration(rows, starts: try #require(rows.starts(5)))
      var last = Double.infinity
      while lloyd.step() {
        #expect(lloyd.withinSquares <= last * (1 + 1e-12))
        last = lloyd.withinSquares
      }
      #expect(lloyd.sizes.reduce(0, +) == rows.places.count)
      #expect(lloyd.withinSquares <= rows.totalSquares)
    }
  }

  /// The definition with no thought for speed: each row is nearest to its own centroid, which is
  /// the mean of its rows.
  @Test func aFixedPoint() throws {
    var random = Seeded(state: 48)
    for _ in 0..<20 {
      let rows = weeks(50, &random)
      let found = try #require(TrajectoryClusters.find(4, in: rows).value)
      for (row, label) in zip(rows, found.labels) {
        guard let label else { continue }
        let distances = found.centroids.map { squares(row, $0) }
        #expect(isClose(distances[label], distances.min(), within: 1e-12))
      }
      for (cluster, centroid) in found.centroids.enumerated() {
        let members = zip(rows, found.labels).filter { $0.1 == cluster }.map(\.0)
        #expect(members.count == found.sizes[cluster])
        for (week, value) in centroid.enumerated() {
          let values = members.compactMap { $0[week] }
          #expect(isClose(value, Samples.mean(values).value))
        }
      }
    }
  }

  @Test func theSameEachTime() throws {
    var random = Seeded(state: 49)
    let rows = weeks(80, &random)
    #expect(TrajectoryClusters.find(3, in: rows) == TrajectoryClusters.find(3, in: rows))
  }

  /// Three far groups: three have the greatest variance ratio.
  @Test func theBestNumber() throws {
    var random = Seeded(state: 50)
    let rows = (0..<60).map { row in
      (0..<8).map { week -> Double? in
        let level = [0.9, 0.1, week < 4 ? 0.9 : 0.1][row % 3]
        return level + Double.random(in: -0.05..<0.05, using: &random)
      }
    }
    let (criteria, clusters) = TrajectoryClusters.best(upTo: 6, in: TrajectoryRows(rows))
    let best = try #require(clusters.value)
    #expect(best.sizes == [20, 20, 20])
    #expect(criteria.map(\.clusters) == [2, 3, 4, 5, 6])
    for criterion in criteria {
      let other = try #require(TrajectoryClusters.find(criterion.clusters, in: rows).value)
      #expect(criterion.calinskiHarabasz == other.calinskiHarabasz)
      #expect(criterion.withinSquares == other.withinSquares)
      #expect((other.calinskiHarabasz.value ?? 0) <= (best.calinskiHarabasz.value ?? 0))
    }
  }

  /// 0 and 1 against 10 and 11: squares of 1 within, 101 in all; (100/1)/(1/2).
  @Test func varianceRatioByHand() throws {
    let found = try #require(TrajectoryClusters.find(2, in: [[0], [1], [10], [11]]).value)
    #expect(isClose(found.withinSquares, 1) && isClose(found.totalSquares, 101))
    #expect(isClose(found.calinskiHarabasz, 200))
    #expect(
      TrajectoryClusters.find(1, in: [[0], [1]]).value?.calinskiHarabasz == .missing(.tooFew))
    let (criteria, clusters) = TrajectoryClusters.best(
      upTo: 4, in: TrajectoryRows([[0], [0], [1], [1]]))
    let exact = try #require(clusters.value)
    #expect(exact.sizes == [2, 2] && exact.calinskiHarabasz == .missing(.noVariation))
    #expect(criteria.map(\.clusters) == [2])
  }

  @Test func whatIsMissing() {
    #expect(TrajectoryClusters.find(3, in: [[1], [2], [nil]]) == .missing(.tooFew))
    #expect(TrajectoryClusters.find(1, in: []) == .missing(.tooFew))
    #expect(TrajectoryClusters.find(2, in: [[1], [1], [1]]) == .missing(.noVariation))
    let (criteria, clusters) = TrajectoryClusters.best(upTo: 6, in: TrajectoryRows([[1], [nil]]))
    #expect(criteria.isEmpty && clusters == .missing(.tooFew))
  }

  private func squares(_ row: [Double?], _ centroid: [Double?]) -> Double {
    zip(row, centroid).reduce(0) { sum, pair in
      guard let value = pair.0, let mean = pair.1 else { return sum }
      return sum + (value - mean) * (value - mean)
    }
  }

  private func weeks(_ count: Int, _ random: inout Seeded) -> [[Double?]] {
    (0..<count).map { _ in
      let level = Double.random(in: 0..<1, using: &random)
      return (0..<10).map { _ in
        Int.random(in: 0..<8, using: &random) == 0
          ? nil : level + Double.random(in: -0.3..<0.3, using: &random)
      }
    }
  }
}
