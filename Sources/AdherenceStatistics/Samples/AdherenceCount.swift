/// The counts of one patient: occurrences evaluated, and those taken.
public struct AdherenceCount: Hashable, Sendable, Codable {
  /// The occurrences taken.
  public var taken: Int
  /// The occurrences in the denominator.
  public var expected: Int

  /// Creates a count.
  ///
  /// - Precondition: `taken` is from 0 to `expected`.
  public init(taken: Int, expected: Int) {
    precondition(taken >= 0 && taken <= expected, "\(taken) is not a count of \(expected)")
    (self.taken, self.expected) = (taken, expected)
  }

  /// The ratio; missing if nothing was due.
  public var ratio: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }
}
