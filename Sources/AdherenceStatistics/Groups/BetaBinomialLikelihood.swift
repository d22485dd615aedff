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
