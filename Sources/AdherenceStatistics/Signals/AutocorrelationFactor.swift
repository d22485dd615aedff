/// The factor by which autocorrelation multiplies the variance of the Mann-Kendall statistic.
///
/// 1 + 2/(*n*(*n* − 1)(*n* − 2)) Σ (*n* − *k*)(*n* − *k* − 1)(*n* − *k* − 2) *r*ₖ, with the
/// autocorrelations *r*ₖ of the ranks of the weeks after subtracting the Theil-Sen slope (Hamed and
/// Rao 1998).
///
/// The sum includes all of the first three lags: omitting those that are not significant, as Hamed
/// and Rao do for long series, rejects in up to 14 % of stable patients, because short series have
/// little power to show their autocorrelation. The factor is at least 1: negative estimates are
/// mostly chance, and would make the test liberal.
enum AutocorrelationFactor {
  private static let lags = 3

  /// Returns the factor of a series; missing with fewer than ``MannKendall/fewestWeeks`` weeks.
  ///
  /// - Complexity: O(*n* log *n*).
  static func factor(
    of ratios: [Double], at positions: [Int32], slope: Double
  ) -> Estimate<Double> {
    let count = ratios.count
    guard count >= MannKendall.fewestWeeks else { return .missing(.tooFew) }
    let ranks = ranks(of: zip(ratios, positions).map { $0 - slope * Double($1) })
    let n = Double(count)
    let squares = ranks.reduce(0) { $0 + $1 * $1 }
    guard squares > 0 else { return .value(1) }
    var sum = 0.0
    for lag in 1...lags {
      let k = Double(lag)
      let products = (lag..<count).reduce(0) { $0 + ranks[$1] * ranks[$1 - lag] }
      sum += (n - k) * (n - k - 1) * (n - k - 2) * products / squares
    }
    return .value(max(1, 1 + 2 * sum / (n * (n - 1) * (n - 2))))
  }

  /// Returns mid-ranks minus their mean.
  private static func ranks(of numbers: [Double]) -> [Double] {
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    var ranks = numbers
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, numbers[order[end]] == numbers[order[first]] { end += 1 }
      let rank = Double(first + end - 1) / 2 - Double(order.count - 1) / 2
      for place in first..<end { ranks[order[place]] = rank }
      first = end
    }
    return ranks
  }
}
