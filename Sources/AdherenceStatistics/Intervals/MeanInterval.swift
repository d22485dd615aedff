extension Interval {
  /// Returns the interval for the population mean: mean ± *t*·*s*/√*n*, with the quantile of
  /// Student's *t* with *n* - 1 degrees of freedom (Student 1908).
  ///
  /// - Precondition: The level is between 0 and 1.
  /// - Returns: The interval; missing with fewer than two values.
  public static func mean(of values: [Double], level: Double = 0.95) -> Estimate<Interval> {
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    let n = Double(values.count)
    guard let mean = Samples.mean(values).value,
      let deviation = Samples.standardDeviation(values).value
    else { return .missing(.tooFew) }
    guard let t = StudentT.halfWidth(level: level, degrees: n - 1) else {
      return .missing(.notConverged)
    }
    let half = t * deviation / n.squareRoot()
    return .value(Interval(lower: mean - half, upper: mean + half))
  }
}
