/// The due and taken counts of a class of occurrences.
package struct ClassTally: Hashable, Sendable {
  /// The number of evaluable occurrences.
  package var expected: Int
  /// The number of evaluable occurrences that were taken.
  package var taken: Int

  package init(expected: Int = 0, taken: Int = 0) {
    self.expected = expected
    self.taken = taken
  }

  /// The number of those missed.
  var missed: Int { expected - taken }

  /// The share taken; missing if nothing was due.
  package var share: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }

  /// Returns the sum of both.
  package static func + (one: ClassTally, other: ClassTally) -> ClassTally {
    ClassTally(expected: one.expected + other.expected, taken: one.taken + other.taken)
  }
}
