import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ChiSquareTests {
  private func tallies(_ rows: [(Int, Int)]) -> [ClassTally] {
    rows.map { ClassTally(expected: $0.0 + $0.1, taken: $0.0) }
  }

  /// SciPy 1.17.1: `chi2_contingency(table, correction=False)`.
  @Test func agreesWithSciPy() throws {
    let week = tallies([(19, 7), (23, 3), (19, 7), (20, 6), (20, 6), (21, 4), (18, 7)])
    let test = try #require(ChiSquare.test(week).value)
    #expect(isClose(test.statistic, 3.4467032967032964))
    #expect(test.degreesOfFreedom == 6)
    #expect(isClose(test.p, 0.7510465605279212))
    let two = try #require(ChiSquare.test(tallies([(80, 20), (30, 20)])).value)
    #expect(isClose(two.statistic, 6.818181818181818))
    #expect(two.degreesOfFreedom == 1)
    #expect(isClose(two.p, 0.009023438818080326))
  }

  @Test func classesInAnyOrderAreTestedAlike() throws {
    let rows = tallies([(5, 5), (9, 1), (3, 4)])
    let (one, other) = (ChiSquare.test(rows).value, ChiSquare.test(rows.reversed()).value)
    #expect(isClose(one?.statistic, other?.statistic))
    #expect(one?.degreesOfFreedom == 2)
  }

  @Test func emptyMarginsAreMissing() {
    #expect(ChiSquare.test(tallies([(5, 5), (0, 0)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(5, 0), (9, 0)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(0, 5), (0, 9)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(5, 5)])) == .missing(.tooFew))
    #expect(ChiSquare.test([]) == .missing(.tooFew))
  }
}
