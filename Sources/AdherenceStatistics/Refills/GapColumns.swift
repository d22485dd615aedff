/// The gaps between fills, and the supply carried over.
///
/// The interval of a fill ends with the next fill, that of the last one with the window. The fill's
/// supply and the carried-over supply are used in it; the remainder is carried over to the next.
struct GapColumns {
  /// The supply carried over to each fill, in days.
  var carried: [Double] = []
  /// The days without supply in the interval of each.
  var gaps: [Double] = []

  /// Computes the gaps of some fills, with nothing carried over to the first.
  mutating func find(
    _ range: Range<Int>, of supply: SupplyColumns, until end: Double, _ rule: CarryOver
  ) {
    makeRoom(supply.count)
    var left = 0.0
    for index in range {
      carried[index] = left
      let next = index + 1 < range.upperBound ? supply.dates[index + 1] : end
      let balance = next - supply.dates[index] - supply.days[index] - left
      gaps[index] = max(0, balance)
      left = max(0, -balance)
      if left > 0, index + 1 < range.upperBound {
        left *= supply.factor(from: index, to: index + 1, rule)
      }
    }
  }

  private mutating func makeRoom(_ count: Int) {
    guard gaps.count < count else { return }
    gaps = Array(repeating: 0, count: count)
    carried = gaps
  }
}

extension SupplyColumns {
  /// Returns the factor by which carried-over supply changes between two fills.
  func factor(from index: Int, to next: Int, _ rule: CarryOver) -> Double {
    if rule.onlyForSameDrug, drugs[index] != drugs[next] { return 0 }
    guard rule.considersDose, doses[index] > 0, doses[next] > 0 else { return 1 }
    return doses[index] / doses[next]
  }
}
