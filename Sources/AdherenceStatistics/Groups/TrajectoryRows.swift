/// Rows of weeks as *k*-means reads them: values without gaps, and which of them count.
struct TrajectoryRows {
  typealias Lane = SIMD4<Double>

  /// How many rows were given.
  let count: Int
  /// The given positions of the rows that have any value.
  let places: [Int]
  /// How many weeks each row has.
  let weeks: Int
  /// How many lanes a row takes.
  let lanes: Int
  /// Row by row; 0 where there is no value.
  let values: [Lane]
  /// Row by row: 1 where there is a value, else 0.
  let weights: [Lane]
  /// The mean of each week; 0 where no row has a value.
  let mean: [Lane]

  init(_ rows: [[Double?]]) {
    let weeks = rows.first?.count ?? 0
    precondition(rows.allSatisfy { $0.count == weeks }, "rows have different weeks")
    self.init(rows.count, weeks: weeks) { rows[$0] }
  }

  /// Takes rows one by one, so that not all of them are there twice.
  init(_ count: Int, weeks: Int, row: (Int) -> [Double?]) {
    self.count = count
    self.weeks = weeks
    lanes = (weeks + 3) / 4
    var filled = FilledLanes(lanes: lanes)
    places = (0..<count).filter { filled.append(row($0)) }
    (values, weights) = (filled.values, filled.weights)
    var (sum, weight) = (
      [Lane](repeating: .zero, count: lanes), [Lane](repeating: .zero, count: lanes)
    )
    for index in values.indices {
      sum[index % lanes] += values[index]
      weight[index % lanes] += weights[index]
    }
    mean = zip(sum, weight).map { $0 / $1.replacing(with: 1, where: $1 .== 0) }
  }

  /// Rows while they are taken.
  private struct FilledLanes {
    let lanes: Int
    var values: [Lane] = []
    var weights: [Lane] = []

    /// Adds a row; one without any value is left out, and `false` says so.
    mutating func append(_ row: [Double?]) -> Bool {
      guard row.contains(where: { $0 != nil }) else { return false }
      let first = values.count
      values += repeatElement(.zero, count: lanes)
      weights += repeatElement(.zero, count: lanes)
      for (week, value) in row.enumerated() {
        guard let value else { continue }
        values[first + week / 4][week % 4] = value
        weights[first + week / 4][week % 4] = 1
      }
      return true
    }
  }

  /// The squared distance of a row's values from a row of lanes.
  func squares(_ row: Int, from center: [Lane], at first: Int = 0) -> Double {
    var sum = Lane.zero
    for lane in 0..<lanes {
      let difference = values[row * lanes + lane] - center[first + lane]
      sum += weights[row * lanes + lane] * difference * difference
    }
    return sum.sum()
  }

  /// The sum of squared distances from the mean.
  var totalSquares: Double { places.indices.reduce(0) { $0 + squares($1, from: mean) } }

  /// The rows to start from: the one nearest to the mean, then each time the one farthest from those
  /// chosen; `nil` where there are not so many different ones.
  func starts(_ count: Int) -> [Int]? {
    let nearest = places.indices.map { scaled($0, from: mean, weights: nil) }
    var chosen = [nearest.indices.reduce(0) { nearest[$1] < nearest[$0] ? $1 : $0 }]
    var distances = [Double](repeating: .infinity, count: places.count)
    while chosen.count < count {
      let last = chosen[chosen.count - 1]
      let center = Array(values[(last * lanes)..<((last + 1) * lanes)])
      let present = Array(weights[(last * lanes)..<((last + 1) * lanes)])
      for row in places.indices {
        distances[row] = min(distances[row], scaled(row, from: center, weights: present))
      }
      let farthest = distances.indices.reduce(0) { distances[$1] > distances[$0] ? $1 : $0 }
      guard distances[farthest] > 0 else { return nil }
      chosen.append(farthest)
    }
    return chosen
  }

  /// The squared distance over the weeks that both have, scaled up to all weeks; 0 where they have
  /// none together, as nothing says that they differ.
  private func scaled(_ row: Int, from center: [Lane], weights other: [Lane]?) -> Double {
    var (sum, common) = (Lane.zero, Lane.zero)
    for lane in 0..<lanes {
      let weight = weights[row * lanes + lane] * (other?[lane] ?? Lane(repeating: 1))
      let difference = values[row * lanes + lane] - center[lane]
      sum += weight * difference * difference
      common += weight
    }
    return common.sum() > 0 ? sum.sum() * (Double(weeks) / common.sum()) : 0
  }
}
