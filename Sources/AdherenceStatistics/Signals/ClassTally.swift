/// What was due and what was taken of it, in one class of occurrences.
public struct ClassTally: Hashable, Sendable {
  /// The occurrences that can be judged.
  public var expected: Int
  /// Those of them that were taken.
  public var taken: Int

  /// Creates a tally.
  public init(expected: Int = 0, taken: Int = 0) {
    self.expected = expected
    self.taken = taken
  }

  /// Those of them that were missed.
  public var missed: Int { expected - taken }

  /// The share taken; missing where nothing was due.
  public var share: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }

  /// Both together.
  public static func + (one: ClassTally, other: ClassTally) -> ClassTally {
    ClassTally(expected: one.expected + other.expected, taken: one.taken + other.taken)
  }
}
