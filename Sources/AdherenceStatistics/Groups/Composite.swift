/// The adherence to several parts, such as tasks, as one number.
///
/// Parts of which nothing is due are left out of each figure, and the others' weights count among
/// themselves alone.
package struct Composite: Hashable, Sendable {
  /// What was earned of one part.
  package struct Part: Hashable, Sendable {
    /// The credits earned: 1 for what was done, or the share of a target.
    var earned: Double
    /// The occurrences that are over and not excused.
    var due: Int
    /// How much the part counts.
    var weight: Double

    /// Creates a part.
    ///
    /// - Precondition: The weight is a number from 0 on, and so is what is due.
    package init(earned: Double, due: Int, weight: Double = 1) {
      precondition(weight >= 0 && weight.isFinite && due >= 0, "a part counts \(weight) of \(due)")
      (self.earned, self.due, self.weight) = (earned, due, weight)
    }
  }

  /// The credits of all parts over all that is due: a frequent task counts more.
  package let micro: Estimate<Double>
  /// The mean of the parts' ratios: every part counts the same.
  package let macro: Estimate<Double>
  /// The mean of the parts' ratios by their weights; missing where those with something due weigh
  /// nothing.
  package let weighted: Estimate<Double>

  /// Combines parts, whose order changes no digit.
  package init(_ parts: [Part]) {
    let due = parts.filter { $0.due > 0 }
    let ratios = due.map { $0.earned / Double($0.due) }
    func sum(_ numbers: [Double]) -> Double { numbers.sorted().reduce(0, +) }
    let all = due.reduce(0) { $0 + $1.due }
    micro = Estimate(sum(due.map(\.earned)) / Double(all), else: .nothingDue)
    macro = Estimate(sum(ratios) / Double(ratios.count), else: .nothingDue)
    let weight = sum(due.map(\.weight))
    weighted = Estimate(
      sum(zip(due, ratios).map { $0.weight * $1 }) / weight, else: .nothingDue)
  }
}
