import AdherenceAnalytics

/// Control of the false discovery rate of many tests.
///
/// Of *m* tests sorted by *p*, those up to the largest *k* with *p₍ₖ₎* ≤ *q k*/*m* are significant
/// (Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995) 289–300). Tests
/// are added one by one; partial results of a cohort merge to the same value in any order. Only the
/// number of tests and the *p* that may be significant are stored.
package struct FalseDiscoveryRate: Hashable, Sendable, Codable {
  /// The false discovery rate *q*.
  let rate: Double
  /// The number of tests.
  package private(set) var tests = 0
  /// The *p* of tests that may be significant.
  private var candidates: [Double] = []

  /// Creates a rate without tests.
  ///
  /// - Precondition: The rate lies between 0 and 1.
  package init(_ rate: Double = 0.05) {
    precondition(rate > 0 && rate < 1, "a share of \(rate) cannot be false")
    self.rate = rate
  }

  /// Returns whether decoded content is valid and has the rate.
  package func isSound(_ rate: Double = 0.05) -> Bool {
    self.rate == rate && tests.isCount && candidates.allSatisfy { 0...rate ~= $0 }
  }

  package mutating func add(_ p: Double) {
    tests += 1
    if p <= rate { candidates.append(p) }
  }

  /// Merges the tests of another part.
  package mutating func merge(_ other: FalseDiscoveryRate) {
    tests += other.tests
    candidates += other.candidates
  }

  /// The largest significant *p*; `nil` if there is none.
  ///
  /// - Complexity: O(*n* log *n*) for *n* tests with a *p* up to the rate.
  package var threshold: Double? {
    let sorted = candidates.sorted()
    let last = sorted.indices.last { sorted[$0] * Double(tests) <= rate * Double($0 + 1) }
    return last.map { sorted[$0] }
  }
}
