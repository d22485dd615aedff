import AdherenceStatistics
import Foundation

/// Naive restatements of cohort statistics.
enum CohortWay {
  /// Rounds numbers to digits that do not depend on the order of summation.
  static func answer(_ count: Int, _ numbers: [Double?]) -> Answer {
    let texts = numbers.map { String(format: "%.6f", $0 ?? .nan) }
    return Answer(count: count, checksum: texts.joined(separator: " "))
  }

  /// Returns the survival at each time, counting all patients again for each.
  static func survival(_ followUps: [FollowUp]) -> [Double] {
    var survival = 1.0
    return Set(followUps.map(\.time)).sorted().map { time in
      let atRisk = followUps.count { $0.time >= time }
      let events = followUps.count { $0.time == time && $0.hasEvent }
      survival *= 1 - Double(events) / Double(atRisk)
      return survival
    }
  }

  /// Returns the limits of every count of a total, by bisecting the binomial tail.
  static func clopperPearson(_ total: Int) -> [Double] {
    (0...total).flatMap { count in
      [
        count == 0 ? 0 : halved { tail(count...total, total, $0) < 0.025 },
        count == total ? 1 : halved { tail(0...count, total, $0) > 0.025 },
      ]
    }
  }

  /// Returns the probability of a range of successes.
  private static func tail(_ counts: ClosedRange<Int>, _ total: Int, _ p: Double) -> Double {
    var (ways, sum) = (0.0, 0.0)
    for count in 0...counts.upperBound {
      if count > 0 { ways += log(Double(total - count + 1) / Double(count)) }
      if count >= counts.lowerBound {
        sum += exp(ways + Double(count) * log(p) + Double(total - count) * log1p(-p))
      }
    }
    return sum
  }

  private static func halved(_ isTooLow: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isTooLow(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the number of iterations, and the sum of squares within the clusters.
  static func trajectories(_ rows: [[Double]], _ count: Int) -> (iterations: Int, squares: Double) {
    let center = mean(rows)
    var centroids = [rows.min { squares($0, center) < squares($1, center) } ?? []]
    while centroids.count < count {
      let distances = rows.map { row in centroids.map { squares(row, $0) }.min() ?? 0 }
      let farthest = distances.indices.max { distances[$0] < distances[$1] } ?? 0
      centroids.append(rows[farthest])
    }
    var iterations = 0
    while true {
      let members = Dictionary(grouping: rows) { row in nearest(row, centroids) }
      let moved = centroids.indices.map { members[$0].map(mean) ?? centroids[$0] }
      if moved == centroids {
        return (iterations, rows.reduce(0) { $0 + squares($1, centroids[nearest($1, centroids)]) })
      }
      centroids = moved
      iterations += 1
    }
  }

  private static func nearest(_ row: [Double], _ centroids: [[Double]]) -> Int {
    centroids.indices.min { squares(row, centroids[$0]) < squares(row, centroids[$1]) } ?? 0
  }

  private static func mean(_ rows: [[Double]]) -> [Double] {
    rows[0].indices.map { week in rows.reduce(0) { $0 + $1[week] } / Double(rows.count) }
  }

  private static func squares(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
