/// Which patients or sites differ from all by more than chance, given how much each has.
///
/// *z* = (*p* - *p̄*)/√(*p̄*(1 - *p̄*)/*n*) with the pooled proportion *p̄*; the limits of a funnel plot
/// are *p̄* ± *z*√(*p̄*(1 - *p̄*)/*n*) (Spiegelhalter, Statistics in Medicine 2005).
public struct FunnelPlot: Hashable, Sendable {
  /// The pooled proportion.
  public let center: Double
  /// Of each count, in their order: how many standard errors it is from the center.
  ///
  /// Missing where nothing is expected, and for all where everything or nothing was taken.
  public let z: [Estimate<Double>]

  /// Compares counts with all of them together.
  ///
  /// - Returns: The plot; missing where nothing is expected of any.
  public static func of(_ counts: [AdherenceCount]) -> Estimate<FunnelPlot> {
    let expected = counts.reduce(0) { $0 + $1.expected }
    guard expected > 0 else { return .missing(.nothingDue) }
    let center = Double(counts.reduce(0) { $0 + $1.taken }) / Double(expected)
    let spread = (center * (1 - center)).squareRoot()
    let z = counts.map { count in
      count.ratio.flatMap { ratio in
        Estimate(
          (ratio - center) * Double(count.expected).squareRoot() / spread, else: .noVariation)
      }
    }
    return .value(FunnelPlot(center: center, z: z))
  }

  /// The limits for so many occurrences: those between which proportions lie so often by chance.
  ///
  /// - Precondition: Something is expected, and the level is between 0 and 1.
  public func limits(expected: Int, level: Double = 0.95) -> Interval {
    precondition(expected > 0 && level > 0 && level < 1, "no limits for \(expected), \(level)")
    let half =
      Normal.halfWidth(level: level) * (center * (1 - center) / Double(expected)).squareRoot()
    return Interval(lower: max(0, center - half), upper: min(1, center + half))
  }
}
