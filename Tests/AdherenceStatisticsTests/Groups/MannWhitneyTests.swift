import AdherenceStatistics
import TestSupport
import Testing

@Suite struct MannWhitneyTests {
  /// 1, 2, 2, 5, 7 against 2, 3, 3, 6, 9, 9: seven pairs are greater and two tied.
  @Test func byHand() throws {
    let test = try #require(MannWhitney.test([1, 2, 2, 5, 7], [2, 3, 3, 6, 9, 9]).value)
    #expect(test.u == 8)
    #expect(isClose(test.cliffsDelta, 7.0 / 30 - 21.0 / 30))
    // Ties of 3, 2 and 2: variance 30/12·(12 - 36/110) = 321/11; (7 - 1/2)/√29.18 = 1.2033.
    #expect(isClose(test.z, -6.5 / (321.0 / 11).squareRoot()))
    #expect(isClose(test.p, 0.22887818446256736))
  }

  @Test func apartAndAlike() throws {
    let apart = try #require(MannWhitney.test([4, 5, 6], [1, 2, 3]).value)
    #expect(apart.u == 9 && apart.cliffsDelta == 1)
    let alike = try #require(MannWhitney.test([1, 2], [1, 2]).value)
    #expect(alike.u == 2 && alike.cliffsDelta == 0 && alike.p == .value(1))
    let same = try #require(MannWhitney.test([3, 3], [3]).value)
    #expect(same.u == 1 && same.cliffsDelta == 0)
    #expect(same.z == .missing(.noVariation) && same.p == .missing(.noVariation))
    #expect(MannWhitney.test([], [1]) == .missing(.tooFew))
  }

  /// Counting all pairs finds the same, and the other way round is the opposite.
  @Test func agreesWithCountingPairs() throws {
    var random = Seeded(state: 42)
    for _ in 0..<200 {
      let a = numbers(&random)
      let b = numbers(&random)
      let pairs = a.flatMap { first in b.map { first - $0 } }
      let (greater, less) = (pairs.count { $0 > 0 }, pairs.count { $0 < 0 })
      let test = try #require(MannWhitney.test(a.shuffled(using: &random), b).value)
      let other = try #require(MannWhitney.test(b, a).value)
      #expect(2 * test.u == Double(pairs.count + greater - less))
      #expect(isClose(test.cliffsDelta, Double(greater - less) / Double(pairs.count)))
      #expect(test.u + other.u == Double(pairs.count))
      #expect(isClose(test.cliffsDelta, -other.cliffsDelta) && isClose(test.p, other.p.value))
    }
  }

  private func numbers(_ random: inout Seeded) -> [Double] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Double(Int.random(in: 0..<6, using: &random))
    }
  }
}
