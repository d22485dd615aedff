internal import CGSL

/// A beta distribution of the patients' own proportions, fitted to what was counted of each.
///
/// Each patient's count is binomial with a proportion of their own, and the proportions are
/// Beta(α, β). α and β are those that make the counts most likely. The posterior of a patient draws
/// extreme ratios of few occurrences towards the mean: 1 of 1 is not the best of all (Skellam 1948;
/// Griffiths 1973; Robbins' empirical Bayes).
package struct BetaBinomial: Hashable, Sendable {
  /// α.
  package let alpha: Double
  /// β.
  package let beta: Double
  /// The negative logarithm of the likelihood, without the binomial coefficients.
  package let negativeLogLikelihood: Double

  /// The mean proportion, α/(α + β).
  package var mean: Double { alpha / (alpha + beta) }

  /// The correlation of two occurrences of the same patient, 1/(α + β + 1).
  package var intraclassCorrelation: Double { 1 / (alpha + beta + 1) }

  /// A patient's proportion after their count: (*T* + α)/(*E* + α + β); with nothing counted the mean.
  package func shrunken(_ count: AdherenceCount) -> Double {
    (Double(count.taken) + alpha) / (Double(count.expected) + alpha + beta)
  }

  /// Fits the distribution to counts.
  ///
  /// The search is Nelder's and Mead's, by the logarithms of α and β.
  ///
  /// - Returns: The distribution. It is missing where fewer than two patients have something expected,
  ///   or none has two occurrences; where all or none of the occurrences are taken, or the patients
  ///   differ no more than chance has it, so that no finite α and β are best; or where every patient
  ///   took all or nothing, so that none above 0 are.
  /// - Complexity: O(*m*) for each of some two hundred steps, with *m* different counts.
  package static func fit(_ counts: [AdherenceCount]) -> Estimate<BetaBinomial> {
    let due = counts.lazy.filter { $0.expected > 0 }
    guard due.prefix(2).count > 1, due.contains(where: { $0.expected > 1 }) else {
      return .missing(.tooFew)
    }
    let isMixed = due.contains { $0.taken > 0 } && due.contains { $0.taken < $0.expected }
    guard isMixed else { return .missing(.noVariation) }
    guard due.contains(where: { $0.taken > 0 && $0.taken < $0.expected }) else {
      return .missing(.notConverged)
    }
    let likelihood = BetaBinomialLikelihood(counts)
    guard likelihood.isOverdispersed else { return .missing(.noVariation) }
    let start = [log(3.0), 0]
    let search = NelderMead(dimensions: 2).minimum(from: start) { point in
      -likelihood.logarithm(alpha: exp(point[0]), beta: exp(point[1]))
    }
    guard let search else { return .missing(.notConverged) }
    return .value(
      BetaBinomial(
        alpha: exp(search.point[0]), beta: exp(search.point[1]),
        negativeLogLikelihood: search.value))
  }
}
