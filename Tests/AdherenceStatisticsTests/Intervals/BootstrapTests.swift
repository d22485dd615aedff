import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BootstrapTests {
  private static let values = [0.91, 0.2, 0.77, 0.98, 0.64, 0.85, 0.5, 0.93, 0.88, 0.71, 0.97, 0.4]

  @Test func moreJobsDrawTheSame() throws {
    var bootstrap = Bootstrap()
    bootstrap.resamples = 7_001
    let one = bootstrap.mean(of: Self.values)
    for jobs in [2, 3, 16] {
      bootstrap.jobs = jobs
      #expect(bootstrap.mean(of: Self.values) == one)
    }
    #expect(one.value?.resamples == 7_001)
  }

  /// Each block is the stream of its own seed.
  @Test func blocksAreSeedsOfTheirOwn() throws {
    var long = Bootstrap()
    long.resamples = 2 * Bootstrap.blockSize
    var second = Bootstrap()
    second.seed += 1
    let means = [Bootstrap(), second].compactMap { $0.mean(of: Self.values).value?.mean }
    let both = try #require(long.mean(of: Self.values).value?.mean)
    #expect(isClose(both, (means[0] + means[1]) / 2, within: 1e-12))
  }

  @Test func whatDoesNotVaryHasThePercentileInterval() throws {
    let found = try #require(Bootstrap().mean(of: [0.75, 0.75, 0.75]).value)
    #expect(found.bias == .missing(.noVariation) && found.acceleration == .missing(.noVariation))
    #expect(found.bca == found.percentile && found.bca == Interval(lower: 0.75, upper: 0.75))
  }

  @Test func whatIsMissing() {
    #expect(Bootstrap().mean(of: []) == .missing(.tooFew))
    #expect(Bootstrap().mean(of: [1]) == .missing(.tooFew))
  }

  /// About 90 % of intervals with a level of 0.9 contain the mean of the sampled distribution.
  @Test func coverage() throws {
    var random = Seeded(state: 21)
    var bootstrap = Bootstrap()
    (bootstrap.resamples, bootstrap.level) = (400, 0.9)
    var covered = (percentile: 0, bca: 0)
    for _ in 0..<500 {
      // The larger of two uniform numbers has a mean of 2/3.
      let values = (0..<40).map { _ in
        max(Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
      }
      bootstrap.seed &+= 1
      let found = try #require(bootstrap.mean(of: values).value)
      if found.percentile.contains(2.0 / 3) { covered.percentile += 1 }
      if found.bca.contains(2.0 / 3) { covered.bca += 1 }
    }
    #expect((425...475).contains(covered.percentile), "\(covered)")
    #expect((425...475).contains(covered.bca), "\(covered)")
  }
}
