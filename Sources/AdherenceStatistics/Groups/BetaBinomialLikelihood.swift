/// How likely counts are, by the parameters of the beta distribution of their proportions.
struct BetaBinomialLikelihood {
  private let taken: [(count: Double, times: Double)]
  private let missed: [(count: Double, times: Double)]
  private let expected: [(count: Double, times: Double)]
  /// Σ *T*(*T* - 1)/*p* + Σ (*E* - *T*)(*E* - *T* - 1)/(1 - *p*) - Σ *E*(*E* - 1), with the pooled *p*.
  private let excess: Double

  /// Reads the counts; those without anything expected play no part.
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

  /// Says whether the counts differ by more than binomial ones with one proportion.
  ///
  /// It is the sign of the likelihood's slope by the correlation, where that is 0 (Tarone 1979): where
  /// it falls from there, no correlation above 0 is best.
  var isOverdispersed: Bool { excess > 0 }

  /// The logarithm of the likelihood without the binomial coefficients.
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

  /// The different counts, and how many patients have each.
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
