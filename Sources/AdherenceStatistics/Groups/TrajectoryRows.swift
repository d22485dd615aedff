/// Rows of weekly values for *k*-means, with weights for missing ones.
struct TrajectoryRows {
  typealias Lane = SIMD4<Double>

  /// The number of rows given.
  let count: Int
  /// The indices of the rows with any value.
  let places: [Int]
  /// The number of weeks.
  let weeks: Int
  /// The number of SIMD lanes per row.
  let lanes: Int
  /// The values by row; 0 if missing.
  let values: [Lane]
  /// The weights by row: 1 for a value, otherwise 0; a single shared row if no values are missing.
  private let weights: [Lane]
  /// The stride of the weights.
  private let weightStep: Int
  /// The mean of each week; 0 without values.
  let mean: [Lane]

  init(_ rows: [[Double?]]) {
    let weeks = rows.first?.count ?? 0
    precondition(rows.allSatisfy { $0.count == weeks }, "rows have different weeks")
    self.init(rows.count, weeks: weeks) { rows[$0] }
  }

  /// Creates rows from a closure, so that they are not held in memory twice.
  init(_ count: Int, weeks: Int, row: (Int) -> [Double?]) {
    self.count = count
    self.weeks = weeks
    lanes = (weeks + 3) / 4
    var filled = FilledLanes(weeks: weeks, lanes: lanes)
    filled.values.reserveCapacity(count * lanes)
    places = (0..<count).filter { filled.append(row($0)) }
    (values, weights, weightStep) = (filled.values, filled.weights, filled.weightStep)
    mean = filled.mean
  }

  /// Returns the weights of four weeks of a row.
  @inline(__always)
  func weight(_ row: Int, _ lane: Int) -> Lane { weights[row * weightStep + lane] }

  /// A builder of rows.
  private struct FilledLanes {
    let lanes: Int
    var values: [Lane] = []
    var weights: [Lane]
    var weightStep = 0

    init(weeks: Int, lanes: Int) {
      self.lanes = lanes
      weights = FilledLanes.lanes(of: (0..<weeks).map { _ in 1 })
    }

    /// Appends a row; returns whether it has any value.
    mutating func append(_ row: [Double?]) -> Bool {
      let missing = row.count { $0 == nil }
      guard missing < row.count else { return false }
      if missing > 0, weightStep == 0 {
        weights = (0..<values.count / lanes).flatMap { _ in weights }
        weightStep = lanes
      }
      if weightStep > 0 { weights += FilledLanes.lanes(of: row.map { $0 == nil ? 0 : 1 }) }
      values += FilledLanes.lanes(of: row.map { $0 ?? 0 })
      return true
    }

    /// The mean of each week.
    var mean: [Lane] {
      (0..<lanes).map { lane in
        var (sum, weight) = (Lane.zero, Lane.zero)
        for row in 0..<values.count / lanes {
          sum += values[row * lanes + lane]
          weight += weights[row * weightStep + lane]
        }
        return sum / weight.replacing(with: 1, where: weight .== 0)
      }
    }

    private static func lanes(of row: [Double]) -> [Lane] {
      stride(from: 0, to: row.count, by: 4).map { first in
        var lane = Lane.zero
        for week in first..<min(first + 4, row.count) { lane[week - first] = row[week] }
        return lane
      }
    }
  }

  /// Returns the squared distance of a row's values from a center.
  func squares(_ row: Int, from center: [Lane], at first: Int = 0) -> Double {
    var sum = Lane.zero
    for lane in 0..<lanes {
      let difference = values[row * lanes + lane] - center[first + lane]
      sum += weight(row, lane) * difference * difference
    }
    return sum.sum()
  }

  /// The sum of squared distances from the mean.
  var totalSquares: Double { places.indices.reduce(0) { $0 + squares($1, from: mean) } }

  /// Returns the initial rows: the one nearest to the mean, then repeatedly the one farthest from
  /// those chosen; `nil` if there are not enough distinct rows.
  func starts(_ count: Int) -> [Int]? {
    let nearest = places.indices.map { scaled($0, from: mean, weights: nil) }
    var chosen = [nearest.indices.reduce(0) { nearest[$1] < nearest[$0] ? $1 : $0 }]
    var distances = [Double](repeating: .infinity, count: places.count)
    while chosen.count < count {
      let last = chosen[chosen.count - 1]
      let center = Array(values[(last * lanes)..<((last + 1) * lanes)])
      let present = (0..<lanes).map { weight(last, $0) }
      for row in places.indices {
        distances[row] = min(distances[row], scaled(row, from: center, weights: present))
      }
      let farthest = distances.indices.reduce(0) { distances[$1] > distances[$0] ? $1 : $0 }
      guard distances[farthest] > 0 else { return nil }
      chosen.append(farthest)
    }
    return chosen
  }

  /// Returns the squared distance over common weeks, scaled to all weeks; 0 without common weeks.
  private func scaled(_ row: Int, from center: [Lane], weights other: [Lane]?) -> Double {
    var (sum, common) = (Lane.zero, Lane.zero)
    for lane in 0..<lanes {
      let weight = weight(row, lane) * (other?[lane] ?? Lane(repeating: 1))
      let difference = values[row * lanes + lane] - center[lane]
      sum += weight * difference * difference
      common += weight
    }
    return common.sum() > 0 ? sum.sum() * (Double(weeks) / common.sum()) : 0
  }
}
