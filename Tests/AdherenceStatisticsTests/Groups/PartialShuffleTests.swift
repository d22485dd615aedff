import Testing

@testable import AdherenceStatistics

@Suite struct PartialShuffleTests {
  /// Fisher's and Yates' exchanges one by one, of the same random numbers, order after order.
  @Test(arguments: [(2, 1), (7, 3), (100, 99), (1500, 40)])
  func exchangesOneByOne(_ size: Int, _ first: Int) {
    var values = (0..<size).map { Double($0) / 7 }
    var shuffle = PartialShuffle(values, first: first)
    let (twister, other) = (MersenneTwister(seed: 3), MersenneTwister(seed: 3))
    for _ in 0..<5 {
      for place in 0..<first {
        values.swapAt(place, place + other.uniform(below: size - place))
      }
      #expect(shuffle.next(from: twister) == values[..<first].reduce(0, +))
      #expect(shuffle.values == values)
    }
  }
}
