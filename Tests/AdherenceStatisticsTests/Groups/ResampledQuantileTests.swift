import TestSupport
import Testing

@testable import AdherenceStatistics

/// A quantile that is drawn alone, held against resamples whose every number is drawn.
@Suite struct ResampledQuantileTests {
  /// The ranks at a place and the next come as often as in all 5⁵ resamples of five numbers.
  @Test(arguments: 0..<4)
  func ranksOfAllResamples(_ place: Int) {
    var expected = [Double](repeating: 0, count: 25)
    for number in 0..<3125 {
      let drawn = [1, 5, 25, 125, 625].map { number / $0 % 5 }.sorted()
      expected[5 * drawn[place] + drawn[place + 1]] += 1.0 / 3125
    }
    let twister = MersenneTwister(seed: 20_250_101)
    var quantile = ResampledQuantile(0.5, of: [1, 2, 3, 4, 5], many: 5)
    var counts = [Double](repeating: 0, count: 25)
    for _ in 0..<40_000 {
      let ranks = quantile.ranks(at: place, from: twister)
      counts[5 * ranks.lower + ranks.upper] += 1
    }
    let pairs = expected.indices.filter { expected[$0] > 0 }
    #expect(pairs.reduce(0) { $0 + counts[$1] } == 40_000)
    let statistic = pairs.reduce(0) { sum, pair in
      let mean = expected[pair] * 40_000
      return sum + (counts[pair] - mean) * (counts[pair] - mean) / mean
    }
    #expect(UpperTail.chiSquare(statistic, degreesOfFreedom: pairs.count - 1) ?? 0 > 0.001)
  }

  /// Quantiles of 400 numbers, many of them the same, are distributed alike either way.
  @Test(arguments: [0, 0.03, 0.5, 0.9, 1])
  func quantilesOfBothWays(_ share: Double) throws {
    var random = Seeded(state: 6)
    let values = (0..<400).map { _ in Double(Int.random(in: 0..<365, using: &random)) / 365 }
    func draws(many: Int, seed: UInt32) -> [Double] {
      let twister = MersenneTwister(seed: seed)
      var quantile = ResampledQuantile(share, of: values, many: many)
      return (0..<3000).map { _ in quantile.next(from: twister) }
    }
    let test = KolmogorovSmirnov.test(draws(many: 401, seed: 1), draws(many: 400, seed: 2))
    #expect(try #require(test.value).p > 0.01)
  }

  /// Of groups beyond the bound the limits are those of naive resamples, but for chance.
  @Test func intervalsOfManyNumbers() throws {
    var random = Seeded(state: 17)
    let first = (0..<ResampledQuantile.many).map { _ in Double.random(in: 0..<1, using: &random) }
    let second = (0..<ResampledQuantile.many + 50).map { _ in
      Double.random(in: 0.1..<1, using: &random)
    }
    let found = try #require(Bootstrap().quantileDifference(0.5, first, second).value)
    let (one, other) = (first.sorted(), second.sorted())
    let naive = (0..<400).map { _ in
      median(of: one, using: &random) - median(of: other, using: &random)
    }
    let sorted = naive.sorted()
    let error = found.standardError
    #expect(abs(error / (try #require(Samples.standardDeviation(naive).value)) - 1) < 0.12)
    #expect(abs(found.percentile.lower - sorted[10]) < 0.4 * error)
    #expect(abs(found.percentile.upper - sorted[389]) < 0.4 * error)
    #expect(abs(found.bca.lower - sorted[10]) < 0.5 * error)
    #expect(abs(found.bca.upper - sorted[389]) < 0.5 * error)
  }

  private func median(of sorted: [Double], using random: inout Seeded) -> Double {
    var counts = [Int](repeating: 0, count: sorted.count)
    for _ in sorted { counts[Int.random(in: 0..<sorted.count, using: &random)] += 1 }
    let drawn = zip(sorted, counts).flatMap { repeatElement($0, count: $1) }
    return (drawn[(sorted.count - 1) / 2] + drawn[sorted.count / 2]) / 2
  }

  /// Groups below the bound keep their draws: as many random numbers as they have.
  @Test func fewNumbersAreDrawnOneByOne() {
    let values = (0..<ResampledQuantile.many - 1).map(Double.init)
    let (twister, other) = (MersenneTwister(seed: 4), MersenneTwister(seed: 4))
    var quantile = ResampledQuantile(0.5, of: values)
    let drawn = values.map { _ in Double(other.uniform(below: values.count)) }
    #expect(.value(quantile.next(from: twister)) == Samples.median(drawn))
  }

  @Test(arguments: [100, 999, 1000, 100_000])
  func aResampleAndAllJackknivesTakeAFewStepsANumber(_ count: Int) {
    var random = Seeded(state: 5)
    let values = (0..<count).map { _ in Double.random(in: 0..<1, using: &random) }
    var quantile = ResampledQuantile(0.5, of: values)
    _ = quantile.valuesWithout()
    #expect(quantile.steps == count)
    _ = quantile.next(from: MersenneTwister(seed: 1))
    #expect(quantile.steps <= count + (count < ResampledQuantile.many ? 3 * count + 1 : 2))
  }
}
