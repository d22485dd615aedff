/// Pearson's test of whether classes of occurrences are taken alike.
///
/// χ² = Σ (observed − expected)²/expected over the doses taken and missed of each class, without
/// correction for continuity; the degrees of freedom are the classes less one.
///
/// Reference: K. Pearson, Philosophical Magazine 50 (1900) 157–175.
package struct ChiSquare: Hashable, Sendable {
  /// χ².
  package var statistic: Double
  /// The classes less one.
  package var degreesOfFreedom: Int
  /// How probable so great a difference is where there is none.
  package var p: Double

  /// The test of two classes or more.
  ///
  /// Missing where a class has no occurrences, where everything was taken, and where nothing was.
  package static func test(_ classes: [ClassTally]) -> Estimate<ChiSquare> {
    guard classes.count > 1 else { return .missing(.tooFew) }
    let all = classes.reduce(ClassTally(), +)
    guard all.taken > 0, all.missed > 0, classes.allSatisfy({ $0.expected > 0 }) else {
      return .missing(.emptyMargin)
    }
    let (taken, whole) = (Double(all.taken), Double(all.expected))
    // Taken and missed deviate by the same, so that a class needs one square only.
    var sum = 0.0
    for tally in classes {
      let deviation = Double(tally.taken) - Double(tally.expected) * taken / whole
      sum += deviation * deviation / Double(tally.expected)
    }
    let statistic = sum * whole * whole / (taken * Double(all.missed))
    let freedom = classes.count - 1
    guard let p = UpperTail.chiSquare(statistic, degreesOfFreedom: freedom) else {
      return .missing(.notConverged)
    }
    return .value(ChiSquare(statistic: statistic, degreesOfFreedom: freedom, p: p))
  }
}
