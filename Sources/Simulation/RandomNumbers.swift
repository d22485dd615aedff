/// Draws whole numbers from a seed and the number of a stream: SplitMix64.
///
/// There is nothing but integer arithmetic in it, so that every machine draws the same.
///
/// Safe: SplitMix64 adds and multiplies modulo 2⁶⁴; `below` multiplies numbers of 32 bits.
struct RandomNumbers {
  private var state: UInt64

  /// Creates a stream; streams of one seed begin at places that have nothing to do with each other.
  init(seed: UInt64, stream: UInt64) {
    state = RandomNumbers.mixed(RandomNumbers.mixed(seed) ^ RandomNumbers.mixed(~stream))
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return RandomNumbers.mixed(state)
  }

  /// A number from 0 on and below a bound of at most 2³¹, each as likely as the others to within 2⁻³².
  mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }

  /// A number of a range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Whether something happens that happens so often in a thousand times.
  mutating func happens(_ rate: Int) -> Bool { below(1000) < rate }

  /// One of so many things, each as likely as its weight says.
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
