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

  @Test func positionsStayInTheirStratum() {
    var positions = [Int32](repeating: -1, count: 40)
    MersenneTwister(seed: 1).fill(&positions, in: 10..<20)
    #expect(positions[..<10].allSatisfy { $0 == -1 } && positions[20...].allSatisfy { $0 == -1 })
    #expect(positions[10..<20].allSatisfy { (10..<20).contains($0) })
    #expect(Set(positions[10..<20]).count < 10)
  }
}
