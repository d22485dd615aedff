import TestSupport

/// A straight line by Tukey's biweight, by the formulas of the article on measures.
struct Biweight {
  private(set) var slope = 0.0
  private(set) var intercept = 0.0
  private(set) var slopeError = 0.0

  /// The line through points; `nil` where the weights never settle.
  init?(_ x: [Double], _ y: [Double]) {
    let n = Double(x.count)
    let mean = x.reduce(0, +) / n
    let spread = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let leverages = x.map { 1 / n + ($0 - mean) * ($0 - mean) / spread }
    fit(x, y, Array(repeating: 1, count: x.count))
    let residuals = residuals(x, y)
    let ofSquares = (residuals.reduce(0) { $0 + $1 * $1 } / (n - 2)).squareRoot()
    guard settle(x, y, leverages) else { return nil }
    let last = self.residuals(x, y)
    let robust = Biweight.sigma(last, leverages, scale: Biweight.scale(last))
    let all = ((4 * ofSquares * ofSquares + n * robust * robust) / (4 + n)).squareRoot()
    slopeError = max(robust, all) / spread.squareRoot()
  }

  private mutating func settle(_ x: [Double], _ y: [Double], _ leverages: [Double]) -> Bool {
    for _ in 0..<100 {
      let adjusted = zip(residuals(x, y), leverages).map { $0 / (1 - $1).squareRoot() }
      let scale = 4.685 * Biweight.scale(adjusted)
      let before = self
      fit(x, y, adjusted.map { abs($0) < scale ? Biweight.weight($0 / scale) : 0 })
      if isClose(slope, before.slope, within: 1e-8),
        isClose(intercept, before.intercept, within: 1e-8)
      {
        return true
      }
    }
    return false
  }

  private mutating func fit(_ x: [Double], _ y: [Double], _ weights: [Double]) {
    let sum = weights.reduce(0, +)
    let (meanX, meanY) = (dot(weights, x) / sum, dot(weights, y) / sum)
    let (dx, dy) = (x.map { $0 - meanX }, y.map { $0 - meanY })
    slope = dot(weights, zip(dx, dy).map(*)) / dot(weights, zip(dx, dx).map(*))
    intercept = meanY - slope * meanX
  }

  private func residuals(_ x: [Double], _ y: [Double]) -> [Double] {
    zip(x, y).map { $1 - intercept - slope * $0 }
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func weight(_ u: Double) -> Double { (1 - u * u) * (1 - u * u) }

  /// The median distance without the least one, over 0.6745.
  private static func scale(_ residuals: [Double]) -> Double {
    let sizes = residuals.map(abs).sorted().dropFirst()
    let (low, high) = (sizes.startIndex + (sizes.count - 1) / 2, sizes.startIndex + sizes.count / 2)
    return (sizes[low] + sizes[high]) / 2 / 0.6745
  }

  private static func sigma(_ residuals: [Double], _ leverages: [Double], scale: Double) -> Double {
    let (n, tuned) = (Double(residuals.count), 4.685 * scale)
    let u = zip(residuals, leverages).map { $0 / (1 - $1).squareRoot() / tuned }
    let inside = u.map { abs($0) < 1 }
    let slopes = zip(u, inside).map { $1 ? (1 - $0 * $0) * (1 - 5 * $0 * $0) : 0 }
    let mean = slopes.reduce(0, +) / n
    let squares = zip(zip(u, inside), leverages).reduce(0.0) { sum, next in
      let psi = next.0.1 ? next.0.0 * weight(next.0.0) : 0
      return sum + (1 - next.1) * psi * psi
    }
    return (1 + 2 / n * (1 - mean) / mean) * (squares / (n - 2)).squareRoot() * tuned / mean
  }
}
