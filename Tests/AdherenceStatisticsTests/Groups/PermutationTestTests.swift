import AdherenceStatistics
import TestSupport
import Testing

@Suite struct PermutationTestTests {
  /// Of the 20 divisions of 1...6 two differ as much as 1, 2, 3 from 4, 5, 6.
  @Test func aTenthOfTheDivisions() throws {
    var bootstrap = Bootstrap()
    bootstrap.resamples = 20_000
    let test = try #require(bootstrap.permutationTest([1, 2, 3], [4, 5, 6]).value)
    #expect(test.difference == -3 && test.resamples == 20_000)
    #expect(abs(test.p - 0.1) < 0.01)
    bootstrap.jobs = 4
    #expect(bootstrap.permutationTest([1, 2, 3], [4, 5, 6]).value == test)
  }

  @Test func pIsNeverNothing() throws {
    let (low, high) = ((0..<20).map(Double.init), (100..<120).map(Double.init))
    let test = try #require(Bootstrap().permutationTest(low, high).value)
    #expect(test.asExtreme == 0 && isClose(test.p, 1.0 / 2001))
    // Equal means: every division differs at least as much, however the sums are rounded.
    #expect(Bootstrap().permutationTest([0.1, 0.7], [0.7, 0.1]).value?.p == 1)
  }

  @Test func whatIsMissing() {
    #expect(Bootstrap().permutationTest([], [1]) == .missing(.tooFew))
    #expect(Bootstrap().permutationTest([2, 2], [2]) == .missing(.noVariation))
  }

  /// One test in ten, or nearly so, of groups that are alike has a p of 0.1 or less.
  @Test func itIsRightAsOftenAsItSays() throws {
    var random = Seeded(state: 43)
    var bootstrap = Bootstrap()
    bootstrap.resamples = 199
    let small = try (0..<1_000).count { _ in
      let all = (0..<20).map { _ in Double.random(in: 0..<1, using: &random) }
      bootstrap.seed &+= 1
      let test = bootstrap.permutationTest(Array(all[..<8]), Array(all[8...]))
      return try #require(test.value).p <= 0.1
    }
    #expect((70...130).contains(small), "\(small)")
  }
}
