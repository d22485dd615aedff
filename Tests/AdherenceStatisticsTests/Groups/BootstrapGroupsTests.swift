import Synchronization
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BootstrapGroupsTests {
  @Test func differencesOfQuantiles() throws {
    var random = Seeded(state: 44)
    let first = (0..<60).map { _ in Double.random(in: 0..<1, using: &random) }
    let second = first.map { $0 + 0.5 }
    let found = try #require(Bootstrap().quantileDifference(0.5, first, second).value)
    #expect(isClose(found.estimate, -0.5))
    #expect(found.percentile.contains(-0.5) && !found.percentile.contains(0))
    #expect(found.bca.contains(-0.5) && !found.bca.contains(0))
  }

  /// Quantiles that are read off counts are those of numbers drawn one by one, to the last digit.
  @Test(arguments: [0, 0.1, 0.5, 0.9, 1])
  func quantilesByTheDefinition(_ share: Double) throws {
    var random = Seeded(state: 9)
    for (n, m) in [(2, 2), (2, 5), (7, 6), (40, 31)] {
      // Steps of a tenth, so that many are the same.
      let all = (0..<n + m).map { _ in Double(Int.random(in: 0...10, using: &random)) / 10 }
      var bootstrap = Bootstrap()
      bootstrap.resamples = 200
      let naive = bootstrap.statistic(of: n + m, strata: [0..<n, n..<n + m]) { places in
        let values = places.indices.map { (places[$0] < n, all[Int(places[$0])]) }
        let one = Samples.quantile(share, of: values.filter(\.0).map(\.1)).value
        let other = Samples.quantile(share, of: values.filter { !$0.0 }.map(\.1)).value
        return one.flatMap { one in other.map { one - $0 } }
      }
      let found = bootstrap.quantileDifference(share, Array(all[..<n]), Array(all[n...]))
      #expect(found == naive && found.value != nil, "\(n), \(m)")
    }
  }

  /// The sample without each of its observations costs no other look at all of them.
  @Test func jackknivesOfTheCallerAskForNothingElse() throws {
    let calls = Mutex(0)
    var bootstrap = Bootstrap()
    bootstrap.resamples = 30
    let found = bootstrap.statistic(of: 500, without: { Double($0) }) { places in
      calls.withLock { $0 += 1 }
      return Double(places[0])
    }
    #expect(found.value != nil && calls.withLock { $0 } == 31)
  }

  @Test func pooledRatiosByTheDefinition() throws {
    var random = Seeded(state: 12)
    let counts = (0..<50).map { _ in
      AdherenceCount(taken: Int.random(in: 0...9, using: &random), expected: 9)
    }
    let naive = Bootstrap().statistic(of: counts.count) { places in
      let drawn = places.indices.map { counts[Int(places[$0])] }
      return Double(drawn.reduce(0) { $0 + $1.taken })
        / Double(drawn.reduce(0) { $0 + $1.expected })
    }
    #expect(Bootstrap().pooledRatio(of: counts) == naive && naive.value != nil)
  }

  /// Occurrences of a patient that are all alike leave as much doubt as one of each.
  @Test func patientsAreDrawnAndNotOccurrences() throws {
    func counts(of expected: Int) -> [AdherenceCount] {
      (0..<40).map { AdherenceCount(taken: $0 < 30 ? expected : 0, expected: expected) }
    }
    let few = try #require(Bootstrap().pooledRatio(of: counts(of: 1)).value)
    let many = try #require(Bootstrap().pooledRatio(of: counts(of: 180)).value)
    #expect(many == few && many.estimate == 0.75)
    #expect(abs(many.standardError - (0.75 * 0.25 / 40).squareRoot()) < 0.005)
  }

  @Test func patientsWithNothingExpectedHaveNoPart() throws {
    let counts = [(3, 4), (0, 0), (1, 2), (5, 5)].map {
      AdherenceCount(taken: $0.0, expected: $0.1)
    }
    let found = try #require(Bootstrap().pooledRatio(of: counts).value)
    #expect(isClose(found.estimate, 9.0 / 11))
    #expect(found == Bootstrap().pooledRatio(of: counts.filter { $0.expected > 0 }).value)
  }

  @Test func whatIsMissing() {
    #expect(Bootstrap().quantileDifference(0.5, [1], [1, 2]) == .missing(.tooFew))
    #expect(Bootstrap().pooledRatio(of: []) == .missing(.tooFew))
    let one = [AdherenceCount(taken: 1, expected: 2), AdherenceCount(taken: 0, expected: 0)]
    #expect(Bootstrap().pooledRatio(of: one) == .missing(.tooFew))
  }
}
