import Testing

@testable import AdherenceStatistics

@Suite struct DeviatesTests {
  /// Mean and variance of a gamma distribution are its shape.
  @Test(arguments: [1, 2.5, 40, 10_000])
  func gammaNumbers(_ shape: Double) {
    let twister = MersenneTwister(seed: 11)
    let numbers = (0..<20_000).map { _ in twister.gamma(shape) }
    let moments = CentralMoments(numbers.span)
    let n = Double(numbers.count)
    // Four standard errors of either.
    #expect(abs(moments.mean - shape) < 4 * (shape / n).squareRoot())
    #expect(abs(moments.squares / n / shape - 1) < 4 * ((2 + 6 / shape) / n).squareRoot())
  }

  @Test func sharesLieInTheirDeciles() {
    let twister = MersenneTwister(seed: 12)
    let histogram = Histogram((0..<20_000).map { _ in twister.share() }, bins: 10)
    #expect(histogram.outside == 0)
    let statistic = histogram.counts.reduce(0) { $0 + Double(($1 - 2000) * ($1 - 2000)) / 2000 }
    #expect(UpperTail.chiSquare(statistic, degreesOfFreedom: 9) ?? 0 > 0.001)
  }

  /// The number of a rank among so many uniform ones is of Beta(rank + 1, count - rank).
  @Test(arguments: [(0, 1), (0, 7), (3, 7), (6, 7), (500, 1001)])
  func ranksAreBeta(_ rank: Int, _ count: Int) {
    let twister = MersenneTwister(seed: 13)
    var deciles = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 {
      let drawn = twister.neighbours(at: rank, of: count)
      #expect(drawn.lower < drawn.upper && drawn.upper <= 1)
      let below = BetaDistribution.below(drawn.lower, Double(rank + 1), Double(count - rank)) ?? 0
      deciles[min(9, Int(below * 10))] += 1
    }
    let statistic = deciles.reduce(0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
    #expect(UpperTail.chiSquare(statistic, degreesOfFreedom: 9) ?? 0 > 0.001)
  }
}
