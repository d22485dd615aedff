/// What one patient has: the occurrences evaluated, and those taken.
public struct AdherenceCount: Hashable, Sendable, Codable {
  /// The occurrences taken.
  public var taken: Int
  /// The occurrences in the denominator.
  public var expected: Int

  /// Creates a count.
  ///
  /// - Precondition: The taken ones are from 0 to the expected ones.
  public init(taken: Int, expected: Int) {
    precondition(taken >= 0 && taken <= expected, "\(taken) is not a count of \(expected)")
    (self.taken, self.expected) = (taken, expected)
  }

  /// The taken share; missing where nothing was expected.
  public var ratio: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }
}
