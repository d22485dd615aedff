import Testing

@testable import AdherenceStatistics

@Suite struct MersenneTwisterTests {
  /// The first number of the reference implementation from its seed of 5489, by whole division.
  @Test func theReferencesFirstNumbers() {
    let twister = MersenneTwister(seed: 5489)
    // 3499211612, 581869302, 3890346734 over 2³² - 1 in thousandths.
    #expect((0..<3).map { _ in twister.uniform(below: 1000) } == [814, 135, 905])
  }

  /// The number that the C++ standard names for a check of `std::mt19937` (26.6.5).
  @Test func theTenThousandthNumber() {
    var (count, last): (Int, UInt32) = (0, 0)
    MersenneTwister(seed: 5489).draw { number in
      (count, last) = (count + 1, number)
      return count < 10_000
    }
    #expect(last == 4_123_659_995)
  }

  @Test func aSeedStartsOver() {
    let twister = MersenneTwister(seed: 7)
    let first = (0..<50).map { _ in twister.uniform(below: 1_000_000) }
    twister.restart(seed: 7)
    #expect((0..<50).map { _ in twister.uniform(below: 1_000_000) } == first)
    #expect(MersenneTwister(seed: 8).uniform(below: 1_000_000) != first[0])
  }
}

extension MersenneTwister {
  /// A whole number from 0 up to a bound.
  fileprivate func uniform(below bound: Int) -> Int {
    var drawn = 0
    draw(1, below: bound) { drawn = $0 }
    return drawn
  }
}
