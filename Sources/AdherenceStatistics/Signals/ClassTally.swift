/// What was due and what was taken of it, in one class of occurrences.
package struct ClassTally: Hashable, Sendable {
  /// The occurrences that can be judged.
  package var expected: Int
  /// Those of them that were taken.
  package var taken: Int

  /// Creates a tally.
  package init(expected: Int = 0, taken: Int = 0) {
    self.expected = expected
    self.taken = taken
  }

  /// Those of them that were missed.
  var missed: Int { expected - taken }

  /// The share taken; missing where nothing was due.
  package var share: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }

  /// Both together.
  package static func + (one: ClassTally, other: ClassTally) -> ClassTally {
    ClassTally(expected: one.expected + other.expected, taken: one.taken + other.taken)
  }
}
