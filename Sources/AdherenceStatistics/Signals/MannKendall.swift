/// The Mann-Kendall test of a trend in one direction.
///
/// S is the number of pairs of weeks that rise minus that of pairs that fall. Without a trend it
/// has mean 0 and variance (n(n − 1)(2n + 5) − Σ t(t − 1)(2t + 5))/18, t the sizes of groups of
/// equal weeks; z = (S − sign S)/√variance.
package struct MannKendall: Hashable, Sendable {
  /// Pairs that rise minus pairs that fall.
  package var s: Int
  /// The test's statistic, corrected for ties and continuity; missing where all weeks are the same.
  package var z: Estimate<Double>
  /// How probable so great an S is without a trend, in both directions, by the normal distribution.
  package var p: Estimate<Double>

  /// The test of so many weeks.
  ///
  /// - Parameters:
  ///   - s: Pairs that rise minus pairs that fall.
  ///   - count: The weeks.
  ///   - ties: Σ t(t − 1)(2t + 5) over the groups of equal weeks.
  init(s: Int, count: Int, ties: Int) {
    self.s = s
    let variance = Double(count * (count - 1) * (2 * count + 5) - ties) / 18
    guard variance > 0 else {
      (z, p) = (.missing(.noVariation), .missing(.noVariation))
      return
    }
    let z = Double(s - s.signum()) / variance.squareRoot()
    self.z = .value(z)
    p = .value(Normal.beyond(z))
  }
}
