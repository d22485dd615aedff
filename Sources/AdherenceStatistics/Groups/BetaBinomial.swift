internal import CGSL

/// A beta distribution of the patients' proportions, fitted to their counts.
///
/// Each patient's count is binomial with an individual proportion, and the proportions are Beta(α,
/// β) with α and β by maximum likelihood. A patient's posterior shrinks extreme ratios of few
/// occurrences towards the mean, so that 1 of 1 is not the best (Skellam 1948; Griffiths 1973;
/// Robbins' empirical Bayes).
package struct BetaBinomial: Hashable, Sendable {
  /// α.
  package let alpha: Double
  /// β.
  package let beta: Double
  /// The negative log likelihood, without the binomial coefficients.
  package let negativeLogLikelihood: Double

  /// The mean proportion, α/(α + β).
  package var mean: Double { alpha / (alpha + beta) }

  /// The correlation of two occurrences of the same patient, 1/(α + β + 1).
  package var intraclassCorrelation: Double { 1 / (alpha + beta + 1) }

  /// Returns a patient's posterior mean: (*T* + α)/(*E* + α + β).
  package func shrunken(_ count: AdherenceCount) -> Double {
    (Double(count.taken) + alpha) / (Double(count.expected) + alpha + beta)
  }

  /// Fits the distribution to counts by Nelder and Mead's method on log α and log β.
  ///
  /// - Returns: The distribution. It is missing if fewer than two patients have anything due or
  ///   none has two occurrences; if all or no occurrences were taken, or the patients do not differ
  ///   by more than chance, so that no finite α and β are optimal; or if every patient took all or
  ///   nothing, so that no positive ones are.
  /// - Complexity: O(*m*) for each of about two hundred steps, with *m* distinct counts.
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
