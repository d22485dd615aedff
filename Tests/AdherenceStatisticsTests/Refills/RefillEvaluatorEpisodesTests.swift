import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

@Suite struct RefillEvaluatorEpisodesTests {
  /// Fills of 30 days on days 0, 40, 100 (of another class) and 130 (with another dose).
  private func record() throws -> RefillRecord {
    let start = try day("2030-01-01")
    return RefillRecord(
      patient: "1",
      fills: [
        Fill(start, days: 30, dose: 1, drugClass: "a"),
        Fill(start.adding(days: 40), days: 30, dose: 1, drugClass: "a"),
        Fill(start.adding(days: 100), days: 30, dose: 1, drugClass: "b"),
        Fill(start.adding(days: 130), days: 30, dose: 2, drugClass: "b"),
      ])
  }

  private func query(_ gap: PermissibleGap) -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 365)
    query.observation.length = ISODuration(days: 365)
    query.episodes.permissibleGap = gap
    return query
  }

  private func days(_ query: RefillQuery) throws -> [[Double]] {
    let episodes = try #require(RefillEvaluator(query).episodes(of: record()).value)
    let start = try day("2030-01-01")
    return episodes.map { [Double($0.start - start), $0.days, $0.gap] }
  }

  @Test func gapsEndEpisodes() throws {
    #expect(try days(query(.days(9))) == [[0, 30, 10], [40, 30, 30], [100, 60, 205]])
    #expect(try days(query(.days(10))) == [[0, 70, 30], [100, 60, 205]])
    #expect(try days(query(.days(30))) == [[0, 160, 205]])
    #expect(try days(query(.days(205))) == [[0, 365, 205]])
    #expect(try days(query(.percent(40))) == [[0, 70, 30], [100, 60, 205]])
    #expect(try days(query(.length(ISODuration(months: 1)))) == [[0, 160, 205]])
    #expect(try days(query(.length(ISODuration(months: 12)))) == [[0, 365, 205]])
  }

  @Test func changesBeginEpisodes() throws {
    var query = query(.days(30))
    query.episodes.drugChangeBegins = true
    #expect(try days(query) == [[0, 70, 30], [100, 60, 205]])
    query.episodes.doseChangeBegins = true
    #expect(try days(query) == [[0, 70, 30], [100, 30, 0], [130, 30, 205]])
    query.episodes.drugChangeBegins = false
    #expect(try days(query) == [[0, 130, 0], [130, 30, 205]])
  }

  /// No more than the gap is appended.
  @Test func gapsAreAppended() throws {
    var query = query(.days(20))
    query.episodes.appendsGap = true
    #expect(try days(query) == [[0, 90, 30], [100, 80, 205]])
    query.episodes.permissibleGap = .days(30)
    query.episodes.drugChangeBegins = true
    #expect(try days(query) == [[0, 100, 30], [100, 90, 205]])
  }

  @Test func supplyMayEndWithinADay() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(patient: "1", fills: [Fill(start, days: 7.5)])
    let episode = try #require(
      RefillEvaluator(query(.days(30))).episodes(of: record).value?.first)
    #expect((episode.days, episode.gap) == (7.5, 357.5))
    #expect(episode.end == start.adding(days: 7))
  }

  /// Episodes are measured within the observation window only.
  @Test func episodesAreMeasuredWithinTheWindow() throws {
    var query = query(.days(10))
    query.observation = RefillWindow(.after(ISODuration(days: 20)), length: ISODuration(days: 90))
    let values = try #require(
      RefillEvaluator(query).episodeValues(of: .cma7, in: record()).value)
    #expect(values.map(\.episode.days) == [70, 60])
    // Ten days of 50 without supply; then none of 10.
    #expect(values.map(\.value) == [.value(0.8), .value(1)])
    query.observation.length = ISODuration(days: 60)
    let first = try #require(
      RefillEvaluator(query).episodeValues(of: .cma7, in: record()).value)
    #expect(first.map(\.value) == [.value(0.8)])
  }

  /// An episode with no permissible gap is covered on all its days.
  @Test(arguments: 0..<100 as Range<UInt64>) func withoutGapsAllIsCovered(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    let evaluator = RefillEvaluator(query(.days(0)))
    let values = try #require(evaluator.episodeValues(of: .cma7, in: record).value)
    #expect(values.allSatisfy { isClose($0.value, 1) })
    // The episodes and the gaps between them add up to the follow-up.
    let episodes = try #require(evaluator.episodes(of: record).value)
    #expect(episodes.reduce(0) { $0 + $1.days + $1.gap } == 365)
    let covered = episodes.reduce(0) { $0 + $1.days } / 365
    #expect(isClose(evaluator.value(of: .cma7, in: record), covered))
  }
}
