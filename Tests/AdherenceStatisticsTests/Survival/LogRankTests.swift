import AdherenceStatistics
import TestSupport
import Testing

@Suite struct LogRankTests {
  /// 9 events and 19.25 expected against 21 and 10.75: χ² = 16.79.
  @Test func leukaemia() throws {
    let test = try #require(
      LogRank.test([LeukaemiaTrial.treated, LeukaemiaTrial.placebo]).value)
    #expect(test.groups.map(\.observed) == [9, 21])
    #expect(abs(test.groups[0].expected - 19.25) < 0.005)
    #expect(abs(test.groups[1].expected - 10.75) < 0.005)
    #expect(abs(test.statistic - 16.79) < 0.005)
    #expect(test.degreesOfFreedom == 1 && abs(test.p - 4.17e-5) < 1e-6)
  }

  /// Deaths at 1 and 3 against 2 and 4, by hand.
  @Test func byHand() throws {
    let test = try #require(
      LogRank.test([
        LeukaemiaTrial.followUps([1, 3]), LeukaemiaTrial.followUps([2, 4]),
      ]).value)
    // At 1: 1/2; at 2: 1/3; at 3: 1/2; at 4 none is left of the first.
    let (expected, variance): (Double, Double) = (8.0 / 6, 26.0 / 36)
    #expect(isClose(test.groups[0].expected, expected))
    #expect(isClose(test.groups[0].variance, variance))
    #expect(isClose(test.statistic, (2 - expected) * (2 - expected) / variance))
  }

  @Test func theOrderOfGroupsAndPatientsDoesNotMatter() throws {
    var random = Seeded(state: 33)
    let groups = (0..<4).map { _ in randomGroup(&random) }
    let test = try #require(LogRank.test(groups).value)
    #expect(test.degreesOfFreedom == 3)
    let other = try #require(
      LogRank.test(groups.reversed().map { $0.shuffled(using: &random) }).value)
    #expect(isClose(test.statistic, other.statistic) && isClose(test.p, other.p))
    #expect(isClose(test.groups[0].expected, other.groups[3].expected))
    let all = test.groups.reduce(0) { $0 + $1.observed }
    #expect(isClose(test.groups.reduce(0) { $0 + $1.expected }, Double(all)))
  }

  /// A stratum of one group compares nothing, and one stratum is no stratum.
  @Test func strata() throws {
    let (a, b) = (LeukaemiaTrial.treated, LeukaemiaTrial.placebo)
    let plain = try #require(LogRank.test([a, b]).value)
    let padded = try #require(LogRank.test(strata: [[a, b], [b, []], [[], a]]).value)
    #expect(isClose(padded.statistic, plain.statistic))
    #expect(padded.groups.map(\.count) == [42, 42])
    let twice = try #require(LogRank.test(strata: [[a, b], [a, b]]).value)
    #expect(isClose(twice.statistic, 2 * plain.statistic))
  }

  /// Groups that are never at risk with others have no part in it.
  @Test func groupsThatMeetNobodyDoNotCount() throws {
    let (a, b) = (LeukaemiaTrial.treated, LeukaemiaTrial.placebo)
    let test = try #require(
      LogRank.test([a, LeukaemiaTrial.followUps([0, 0], hasEvent: false), [], b]).value)
    #expect(test.degreesOfFreedom == 1)
    #expect(isClose(test.statistic, try #require(LogRank.test([a, b]).value).statistic))
  }

  @Test func whatIsMissing() {
    let a = LeukaemiaTrial.treated
    #expect(LogRank.test([]) == .missing(.tooFew))
    #expect(LogRank.test([a]) == .missing(.tooFew))
    #expect(LogRank.test([a, []]) == .missing(.tooFew))
    let censored = LeukaemiaTrial.followUps([1, 2], hasEvent: false)
    #expect(LogRank.test([censored, censored]) == .missing(.noVariation))
  }

  /// One test in twenty, or nearly so, of groups with the same rates has a p below 0.05.
  @Test func itIsRightAsOftenAsItSays() throws {
    var random = Seeded(state: 34)
    let small = try (0..<1_000).count { _ in
      let groups = (0..<3).map { _ in randomGroup(&random) }
      return try #require(LogRank.test(groups).value).p < 0.05
    }
    #expect((30...70).contains(small), "\(small)")
  }

  private func randomGroup(_ random: inout Seeded) -> [FollowUp] {
    (0..<30).map { _ in
      let (event, end) = (
        Int.random(in: 1..<60, using: &random), Int.random(in: 20..<90, using: &random)
      )
      return FollowUp(time: Double(min(event, end)), hasEvent: event <= end)
    }
  }
}
