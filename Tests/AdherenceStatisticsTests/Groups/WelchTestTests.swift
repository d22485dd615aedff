import AdherenceStatistics
import TestSupport
import Testing

@Suite struct WelchTestTests {
  /// Against SciPy 1.17: `ttest_ind(a, b, equal_var=False)`.
  @Test func example() throws {
    let a = [0.91, 0.2, 0.77, 0.98, 0.64, 0.85]
    let b = [0.5, 0.93, 0.88, 0.71, 0.97, 0.4, 0.33]
    let test = try #require(WelchTest.test(a, b).value)
    #expect(isClose(test.t, 0.3319654317367895))
    #expect(isClose(test.degreesOfFreedom, 10.430053601677935))
    #expect(isClose(test.p, 0.7464902486113016))
    #expect(isClose(test.interval.lower, -0.28778511341077445))
    #expect(isClose(test.interval.upper, 0.3892136848393459))
    let other = try #require(WelchTest.test(b, a).value)
    #expect(other.t == -test.t && other.p == test.p)
  }

  /// With equal sizes and variances it is Student's test: 1...5 against 3...7 has t = -2 of 8 degrees.
  @Test func byHand() throws {
    let test = try #require(WelchTest.test([1, 2, 3, 4, 5], [3, 4, 5, 6, 7]).value)
    #expect(isClose(test.t, -2) && isClose(test.degreesOfFreedom, 8))
    #expect(test.difference == -2)
  }

  @Test func whatIsMissing() {
    #expect(WelchTest.test([1], [1, 2]) == .missing(.tooFew))
    #expect(WelchTest.test([0.1, 0.1, 0.1], [2, 2]) == .missing(.noVariation))
    #expect(WelchTest.test([1, 1], [1, 2]).value?.degreesOfFreedom == 1)
  }
}
