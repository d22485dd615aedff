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

  /// Cliff's unbiased variance as a sum over all pairs, in the interval of Feng and Cliff.
  @Test func intervalsAgreeWithCountingPairs() throws {
    var random = Seeded(state: 43)
    var compared = 0
    for _ in 0..<300 {
      let (a, b) = (numbers(&random), numbers(&random))
      guard let interval = MannWhitney.test(a, b).value?.deltaInterval.value else { continue }
      let expected = naiveInterval(a, b)
      #expect(isClose(interval.lower, expected.lower) && isClose(interval.upper, expected.upper))
      compared += 1
    }
    #expect(compared > 150)
  }

  private func naiveInterval(_ a: [Double], _ b: [Double]) -> (lower: Double, upper: Double) {
    func sign(_ x: Double, _ y: Double) -> Double { x > y ? 1 : x < y ? -1 : 0 }
    let (n, m) = (Double(a.count), Double(b.count))
    let delta = a.reduce(0) { sum, x in sum + b.reduce(0) { $0 + sign(x, $1) } } / (n * m)
    func square(_ x: Double) -> Double { x * x }
    let rows = a.reduce(0) { sum, x in
      sum + square(b.reduce(0) { $0 + sign(x, $1) } / m - delta)
    }
    let columns = b.reduce(0) { sum, y in
      sum + square(a.reduce(0) { $0 + sign($1, y) } / n - delta)
    }
    let cells = a.reduce(0) { sum, x in sum + b.reduce(0) { $0 + square(sign(x, $1) - delta) } }
    let unbiased =
      (square(m) * rows + square(n) * columns - cells) / (n * m * (n - 1) * (m - 1))
    let variance = max(unbiased, (1 - square(delta)) / (n * m - 1))
    let (z, rest) = (1.959963984540054, 1 - square(delta))
    let half = z * (variance * (square(rest) + square(z) * variance)).squareRoot()
    let scale = rest + square(z) * variance
    return (
      max(-1, (delta * rest - half) / scale), min(1, (delta * rest + half) / scale)
    )
  }

  @Test func whereDeltaHasNoInterval() {
    #expect(MannWhitney.test([3], [1, 2]).value?.deltaInterval == .missing(.tooFew))
    #expect(MannWhitney.test([3, 4], [1, 2]).value?.deltaInterval == .missing(.noVariation))
  }

  private func numbers(_ random: inout Seeded) -> [Double] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Double(Int.random(in: 0..<6, using: &random))
    }
  }
}
