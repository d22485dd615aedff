/// A seeded SplitMix64 generator of integers with independent streams.
///
/// It uses integer arithmetic only, so that all machines draw the same numbers.
///
/// Safe: SplitMix64 adds and multiplies modulo 2⁶⁴; `below` multiplies numbers of 32 bits.
struct RandomNumbers {
  private var state: UInt64

  /// Creates a stream; streams of one seed start at unrelated states.
  init(seed: UInt64, stream: UInt64) {
    state = RandomNumbers.mixed(RandomNumbers.mixed(seed) ^ RandomNumbers.mixed(~stream))
  }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return RandomNumbers.mixed(state)
  }

  /// Returns a number in `0..<bound` for a bound of at most 2³¹, uniform to within 2⁻³².
  mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }

  /// Returns a number in a range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns `true` with a probability of `rate` per thousand.
  mutating func happens(_ rate: Int) -> Bool { below(1000) < rate }

  /// Returns an index drawn with the given weights.
  mutating func choice(weights: [Int]) -> Int {
    var left = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if left < weight { return index }
      left -= weight
    }
    return weights.count - 1
  }

  private static func mixed(_ bits: UInt64) -> UInt64 {
    var mixed = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
