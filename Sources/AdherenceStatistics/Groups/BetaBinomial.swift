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

/// The likelihood of counts as a function of the beta parameters.
struct BetaBinomialLikelihood {
  private let taken: [(count: Double, times: Double)]
  private let missed: [(count: Double, times: Double)]
  private let expected: [(count: Double, times: Double)]
  /// Σ *T*(*T* - 1)/*p* + Σ (*E* - *T*)(*E* - *T* - 1)/(1 - *p*) - Σ *E*(*E* - 1), with the pooled *p*.
  private let excess: Double

  /// Aggregates the counts; those with nothing due are ignored.
  init(_ counts: [AdherenceCount]) {
    taken = BetaBinomialLikelihood.tally(counts.map(\.taken))
    missed = BetaBinomialLikelihood.tally(counts.map { $0.expected - $0.taken })
    expected = BetaBinomialLikelihood.tally(counts.map(\.expected))
    let pairs = { (tally: [(count: Double, times: Double)]) in
      tally.reduce(0) { $0 + $1.count * ($1.count - 1) * $1.times }
    }
    let total = { (tally: [(count: Double, times: Double)]) in
      tally.reduce(0) { $0 + $1.count * $1.times }
    }
    let share = total(taken) / total(expected)
    excess = pairs(taken) / share + pairs(missed) / (1 - share) - pairs(expected)
  }

  /// Whether the counts vary by more than binomial counts with one proportion.
  ///
  /// This is the sign of the derivative of the likelihood by the correlation at 0 (Tarone 1979): if
  /// negative, no positive correlation is optimal.
  var isOverdispersed: Bool { excess > 0 }

  /// Returns the log likelihood without the binomial coefficients.
  func logarithm(alpha: Double, beta: Double) -> Double {
    BetaBinomialLikelihood.rises(taken, from: alpha)
      + BetaBinomialLikelihood.rises(missed, from: beta)
      - BetaBinomialLikelihood.rises(expected, from: alpha + beta)
  }

  /// Σ ln Γ(*x* + *k*) - ln Γ(*x*).
  private static func rises(_ tally: [(count: Double, times: Double)], from x: Double) -> Double {
    let base = GammaFunction.log(x)
    return tally.reduce(0) { $0 + $1.times * (GammaFunction.log(x + $1.count) - base) }
  }

  /// Returns the distinct counts and their frequencies.
  private static func tally(_ counts: [Int]) -> [(count: Double, times: Double)] {
    var tally: [(count: Double, times: Double)] = []
    var counts = counts
    counts.sort()
    for count in counts where count > 0 {
      if tally.last?.count == Double(count) {
        tally[tally.count - 1].times += 1
      } else {
        tally.append((Double(count), 1))
      }
    }
    return tally
  }
}
