import AdherenceAnalytics

/// Which of many tests to believe, so that of those that are believed no more than a share is false on
/// average.
///
/// Of *m* tests in order of their *p* those up to the greatest *k* with *p₍ₖ₎* ≤ *q k*/*m* are believed
/// (Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995) 289–300). Tests are added
/// one by one; parts of a cohort that were tested apart merge to the same, in any order. What is kept are
/// the *p* that may be believed at all, and how many tests there were.
package struct FalseDiscoveryRate: Hashable, Sendable, Codable {
  /// The share *q* of those believed that may be false.
  let rate: Double
  /// How many tests there were.
  package private(set) var tests = 0
  /// The *p* of those that may be believed.
  private var candidates: [Double] = []

  /// Creates the rate of no test.
  ///
  /// - Precondition: The rate lies between 0 and 1.
  package init(_ rate: Double = 0.05) {
    precondition(rate > 0 && rate < 1, "a share of \(rate) cannot be false")
    self.rate = rate
  }

  /// Whether it can be added to others of one rate, wherever it was read.
  package func isSound(_ rate: Double = 0.05) -> Bool {
    self.rate == rate && tests.isCount && candidates.allSatisfy { 0...rate ~= $0 }
  }

  /// Adds a test.
  package mutating func add(_ p: Double) {
    tests += 1
    if p <= rate { candidates.append(p) }
  }

  /// Adds the tests of another part.
  package mutating func merge(_ other: FalseDiscoveryRate) {
    tests += other.tests
    candidates += other.candidates
  }

  /// The greatest *p* that is believed; `nil` where none is.
  ///
  /// - Complexity: O(*n* log *n*) for *n* tests with a *p* up to the rate.
  package var threshold: Double? {
    let sorted = candidates.sorted()
    let last = sorted.indices.last { sorted[$0] * Double(tests) <= rate * Double($0 + 1) }
    return last.map { sorted[$0] }
  }
}
