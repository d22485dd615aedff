import Foundation

/// Numbers of other distributions than the uniform one of whole numbers.
extension MersenneTwister {
  /// A number between 0 and 1, neither of them, in steps of 2⁻⁵².
  func share() -> Double {
    var (bits, count): (UInt64, Int) = (0, 0)
    draw { number in
      bits = bits << 32 | UInt64(number)
      count += 1
      return count < 2
    }
    return (Double(bits >> 12) + 0.5) * 0x1p-52
  }

  /// A number of the exponential distribution with a mean of 1.
  func exponential() -> Double { -log(share()) }

  /// A number of the gamma distribution of a shape from 1 on.
  ///
  /// Marsaglia and Tsang, ACM Trans. Math. Softw. 26 (2000) 363.
  func gamma(_ shape: Double) -> Double {
    precondition(shape >= 1, "a shape of \(shape)")
    let d = shape - 1 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = Normal.quantile(share())
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      if log(share()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }

  /// The numbers at a rank, from 0, and at the next one, of so many numbers between 0 and 1 in order.
  ///
  /// They are drawn without the others: the distances between such numbers are as sums of exponential
  /// ones over the sum of all *n* + 1. Of the last rank the next one is 1.
  ///
  /// - Precondition: The rank is one of the numbers'.
  func neighbours(at rank: Int, of count: Int) -> (lower: Double, upper: Double) {
    precondition(rank >= 0 && rank < count, "no rank \(rank) of \(count)")
    let (below, between) = (gamma(Double(rank + 1)), exponential())
    let above = rank + 1 < count ? gamma(Double(count - rank - 1)) : 0
    let sum = below + between + above
    return (below / sum, (below + between) / sum)
  }
}
