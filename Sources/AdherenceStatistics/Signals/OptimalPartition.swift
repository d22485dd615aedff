/// The cheapest division of a series, for the series that ends at each of its positions.
///
/// The cost of a stretch (i, j] is Σx² − (Sⱼ − Sᵢ)²/(j − i), with the sums S of the first x. The squares are the same in
/// every division, so that they are left out: H(j) = min over i of H(i) − (Sⱼ − Sᵢ)²/(j − i) + β, from H(0) = −β.
struct OptimalPartition {
  let count: Int
  let minimum: Int
  let penalty: Double
  let sums: UnsafeBufferPointer<Double>
  /// H, by the end.
  let costs: UnsafeMutableBufferPointer<Double>
  /// 1/(count − index).
  let reciprocals: UnsafeBufferPointer<Double>

  /// Finds the cost of the cheapest division up to every end that a division can have.
  func fill() {
    costs[0] = -penalty
    for end in minimum...count {
      costs[end] = penalty + min(cost(from: 0, to: end), cheapest(to: end))
    }
  }

  /// The least cost up to an end over all beginnings of the last stretch but the first.
  private func cheapest(to end: Int) -> Double {
    let last = end - minimum
    let sum = sums[end]
    var least = SIMD4<Double>(repeating: .infinity)
    var start = minimum
    while start + 4 <= last + 1 {
      let candidates = costs4(from: start, sum: sum, offset: count - end)
      least.replace(with: candidates, where: candidates .< least)
      start += 4
    }
    var result = least.min()
    while start <= last {
      result = min(result, cost(from: start, to: end))
      start += 1
    }
    return result
  }

  /// The costs of a division whose last stretch begins at each of four positions.
  private func costs4(from start: Int, sum: Double, offset: Int) -> SIMD4<Double> {
    let difference = sum - four(sums.baseAddress, start)
    return four(costs.baseAddress.map { UnsafePointer($0) }, start) - difference * difference
      * four(reciprocals.baseAddress, offset + start)
  }

  private func four(_ numbers: UnsafePointer<Double>?, _ index: Int) -> SIMD4<Double> {
    guard let numbers else { return .zero }
    return UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD4<Double>.self)
  }

  private func cost(from start: Int, to end: Int) -> Double {
    let difference = sums[end] - sums[start]
    return costs[start] - difference * difference * reciprocals[count - end + start]
  }

  /// The beginnings of all stretches but the first, in order.
  func changes() -> [Int] {
    var changes: [Int] = []
    var end = beginning(of: count)
    while end > 0 {
      changes.append(end)
      end = beginning(of: end)
    }
    changes.reverse()
    return changes
  }

  /// The earliest beginning of the last stretch that no later one betters by more than 10⁻¹².
  private func beginning(of end: Int) -> Int {
    var (best, least) = (0, cost(from: 0, to: end))
    guard minimum <= end - minimum else { return 0 }
    for start in minimum...(end - minimum) {
      let cost = cost(from: start, to: end)
      if cost < least - 1e-12 { (best, least) = (start, cost) }
    }
    return best
  }
}
