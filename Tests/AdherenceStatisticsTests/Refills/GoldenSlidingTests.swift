import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// AdhereR's sliding windows over two years.
@Suite struct GoldenSlidingTests {
  private struct Golden: Decodable {
    var runs: [Run]
  }

  private struct Run: Decodable {
    var cma: String
    var params: Parameters
    var id: [Int]
    var window: [Int]
    var start: [String]
    var end: [String]
    var value: [GoldenValue]
  }

  /// A step that is not given is AdhereR's default of 60 days, whatever number of steps is asked
  /// for.
  private struct Parameters: Decodable {
    var start: Int
    var dur: Int
    var step: Int?

    func query() -> RefillQuery {
      var query = RefillQuery()
      query.sliding = SlidingWindows(
        start: ISODuration(days: start), length: ISODuration(days: dur),
        step: ISODuration(days: step ?? 60))
      return query
    }
  }

  @Test func agreesWithAdhereR() throws {
    let fills = try GoldenFills()
    var compared = 0
    for run in try golden(Golden.self, "adherer/cma_sliding_window.json").runs {
      let evaluator = RefillEvaluator(run.params.query())
      let measure = try #require(RefillMeasure(rawValue: run.cma.lowercased()))
      let ours = try fills.records.flatMap {
        try #require(evaluator.slidingValues(of: measure, in: $0).value)
      }
      #expect(ours.count == run.id.count)
      for (index, window) in ours.enumerated() {
        let place = "\(run.cma) \(run.id[index]) window \(run.window[index])"
        #expect(window.start.description == run.start[index], "\(place)")
        #expect(window.end.description == run.end[index], "\(place)")
        #expect(isClose(window.value, run.value[index].number), "\(place)")
        compared += 1
      }
    }
    #expect(compared == 15_600)
  }
}
