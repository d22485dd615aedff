import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// AdhereR's treatment episodes, and its measures over each of them.
@Suite struct TreatmentEpisodeTests {
  private struct Golden<Run: Decodable>: Decodable {
    var runs: [Run]
  }

  private struct Run: Decodable {
    var params: Parameters
    var id: [Int]
    var start: [String]
    var end: [String]
    var gap: [Double]
    var duration: [Double]
  }

  private struct Parameters: Decodable {
    var max_gap: Int
    var max_gap_unit: String
    var med_change_new_episode: Bool
    var dose_change_new_episode: Bool
    var append_gap: Bool
    var carry_only_same_med: Bool

    func query() throws -> RefillQuery {
      var query = RefillQuery()
      query.episodes.permissibleGap =
        max_gap_unit == "percent"
        ? .percent(Double(max_gap)) : .length(try length(max_gap, max_gap_unit))
      query.episodes.drugChangeBegins = med_change_new_episode
      query.episodes.doseChangeBegins = dose_change_new_episode
      query.episodes.appendsGap = append_gap
      query.carryOver.onlyForSameDrug = carry_only_same_med
      return query
    }
  }

  private struct EpisodeRun: Decodable {
    var cma: String
    var max_gap_days: Double
    var med_change_new_episode: Bool
    var id: [Int]
    var start: [String]
    var end: [String]
    var duration: [Double]
    var gap: [Double]
    var value: [GoldenValue]
  }

  /// Where the only episode of a patient ends before the follow-up, AdhereR subtracts the
  /// permissible gap from it instead of appending it.
  @Test func episodesAgreeWithAdhereR() throws {
    let fills = try GoldenFills()
    var (compared, subtracted) = (0, 0)
    for run in try golden(Golden<Run>.self, "adherer/treatment_episodes.json").runs {
      let evaluator = RefillEvaluator(try run.params.query())
      var index = 0
      for record in fills.records {
        let episodes = try #require(evaluator.episodes(of: record).value)
        let followUp = try #require(evaluator.windows(of: record).value?.followUp)
        for episode in episodes {
          let place = "\(run.params) \(run.id[index])"
          #expect(String(run.id[index]) == record.patient, "\(place)")
          #expect(episode.start.description == run.start[index], "\(place)")
          #expect(isClose(episode.gap, run.gap[index]), "\(place)")
          let isAlone = episodes.count == 1 && run.params.append_gap
          let endsEarly = episode.end < followUp.upperBound
          if isAlone && endsEarly {
            let appended = try appended(to: record, run.params.query())
            #expect(run.duration[index] == episode.days - 2 * appended, "\(place)")
            subtracted += 1
          } else {
            #expect(isClose(episode.days, run.duration[index]), "\(place)")
            #expect(episode.end.description == run.end[index], "\(place)")
            compared += 1
          }
          index += 1
        }
      }
      #expect(index == run.id.count)
    }
    #expect(compared == 11_416)
    #expect(subtracted == 20)
  }

  /// The days that our rule appends to a patient's only episode.
  private func appended(to record: RefillRecord, _ query: RefillQuery) throws -> Double {
    var plain = query
    plain.episodes.appendsGap = false
    let with = try #require(RefillEvaluator(query).episodes(of: record).value?.first)
    let without = try #require(RefillEvaluator(plain).episodes(of: record).value?.first)
    return with.days - without.days
  }

  @Test func measuresOfEpisodesAgreeWithAdhereR() throws {
    let fills = try GoldenFills()
    var compared = 0
    for run in try golden(Golden<EpisodeRun>.self, "adherer/cma_per_episode.json").runs {
      var query = RefillQuery()
      query.episodes.permissibleGap = .days(run.max_gap_days)
      query.episodes.drugChangeBegins = run.med_change_new_episode
      let measure = try #require(RefillMeasure(rawValue: run.cma.lowercased()))
      let evaluator = RefillEvaluator(query)
      let ours = try fills.records.flatMap {
        try #require(evaluator.episodeValues(of: measure, in: $0).value)
      }
      #expect(ours.count == run.id.count, "\(run.cma)")
      for (index, value) in ours.enumerated() {
        let place = "\(run.cma) \(run.max_gap_days) \(run.id[index])"
        #expect(value.episode.start.description == run.start[index], "\(place)")
        #expect(value.episode.end.description == run.end[index], "\(place)")
        #expect(value.episode.days == run.duration[index], "\(place)")
        #expect(value.episode.gap == run.gap[index], "\(place)")
        #expect(isClose(value.value, run.value[index].number), "\(place)")
        compared += 1
      }
    }
    #expect(compared == 4_299)
  }
}
