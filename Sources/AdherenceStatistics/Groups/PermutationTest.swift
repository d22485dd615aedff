/// A test of whether two groups have the same mean that takes no distribution for granted.
///
/// Were the groups alike, any division of all numbers into groups of these sizes would be as likely.
/// *p* is (1 + *k*)/(1 + *B*), with *k* of *B* divisions whose means differ at least as much in either
/// direction (Fisher 1935; Phipson and Smyth 2010 for the ones).
package struct PermutationTest: Hashable, Sendable {
  /// The mean of the first group less that of the second.
  package let difference: Double
  /// How many of the divisions differ at least as much.
  package let asExtreme: Int
  /// How many divisions were drawn.
  package let resamples: Int

  /// The probability of such a difference, were the groups alike; never 0.
  package var p: Double { Double(1 + asExtreme) / Double(1 + resamples) }
}
