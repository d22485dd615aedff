/// Welch's test of whether two groups have the same mean, without taking their variances for equal.
///
/// *t* is the difference of the means over √(*s*₁²/*n*₁ + *s*₂²/*n*₂), with the degrees of freedom of
/// Satterthwaite (Welch, Biometrika 1947).
public struct WelchTest: Hashable, Sendable {
  /// The mean of the first group less that of the second.
  public let difference: Double
  /// The interval of the difference.
  public let interval: Interval
  /// The difference over its standard error.
  public let t: Double
  /// The degrees of freedom, not a whole number as a rule.
  public let degreesOfFreedom: Double
  /// The probability of a *t* so far from 0 on either side, were the means the same.
  public let p: Double

  /// Compares two groups.
  ///
  /// - Precondition: The level is between 0 and 1.
  /// - Returns: The test; missing where a group has fewer than two numbers, or where neither varies.
  public static func test(_ first: [Double], _ second: [Double], level: Double = 0.95)
    -> Estimate<WelchTest>
  {
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    guard first.count > 1, second.count > 1 else { return .missing(.tooFew) }
    let (one, other) = (CentralMoments(first.span), CentralMoments(second.span))
    guard one.varies || other.varies else { return .missing(.noVariation) }
    let (n, m) = (Double(first.count), Double(second.count))
    let (a, b) = (one.squares / (n - 1) / n, other.squares / (m - 1) / m)
    let degrees = (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1))
    let (difference, error) = (one.mean - other.mean, (a + b).squareRoot())
    guard let p = StudentT.beyond(difference / error, degrees: degrees),
      let width = StudentT.halfWidth(level: level, degrees: degrees)
    else { return .missing(.notConverged) }
    return .value(
      WelchTest(
        difference: difference,
        interval: Interval(lower: difference - width * error, upper: difference + width * error),
        t: difference / error, degreesOfFreedom: degrees, p: p))
  }
}
