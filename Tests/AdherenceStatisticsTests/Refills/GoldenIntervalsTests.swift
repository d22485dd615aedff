import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// AdhereR's event rows: the interval of each fill, its gap, and the supply carried over to it.
@Suite struct GoldenIntervalsTests {
  private struct Golden: Decodable {
    var runs: [Run]
  }

  private struct Run: Decodable {
    var window: String
    var onlyForSameDrug: Bool
    var considersDose: Bool
    var row: [Int]
    var interval: [Double?]
    var gap: [Double?]
    var carry: [Double?]
    var fu_start: [String]
    var fu_end: [String]
    var ow_start: [String]
    var ow_end: [String]
    var id: [Int]

    private enum CodingKeys: String, CodingKey {
      case window, row, interval, gap, carry, fu_start, fu_end, ow_start, ow_end, id
      case onlyForSameDrug = "carry.only.for.same.medication"
      case considersDose = "consider.dosage.change"
    }

    func query() throws -> RefillQuery {
      var query = RefillQuery()
      query.carryOver = CarryOver(
        onlyForSameDrug: onlyForSameDrug, considersDose: considersDose)
      switch window {
      case "W1": break
      case "W2":
        query.observation = RefillWindow(
          .after(ISODuration(days: 182)), length: ISODuration(days: 365))
      case "W3":
        query.followUp.length = ISODuration(days: 365)
        query.observation = RefillWindow(
          .after(ISODuration(days: 90)), length: ISODuration(days: 180))
      case "W4":
        query.followUp.length = ISODuration(months: 24)
        query.observation = RefillWindow(
          .after(ISODuration(months: 3)), length: ISODuration(months: 12))
      default: try #require(Bool(false), "what is '\(window)'?")
      }
      return query
    }
  }

  private let fills: GoldenFills
  private let runs: [Run]

  init() throws {
    fills = try GoldenFills()
    runs = try golden(Golden.self, "adherer/event_gaps.json").runs
  }

  @Test func rowsAgreeWithAdhereR() throws {
    #expect(runs.count == 16)
    for run in runs {
      let evaluator = RefillEvaluator(try run.query())
      let theirs = zip(zip(run.row, run.interval), zip(run.gap, run.carry)).filter { $0.0.1 != nil }
      let ours = try fills.records.flatMap {
        try #require(evaluator.intervals(of: $0).value)
      }
      let rows = zip(fills.records, fills.rows).flatMap { record, rows in
        zip(record.fills, rows).map { (fill: $0, row: $1) }
      }
      let fillsByRow = Dictionary(uniqueKeysWithValues: rows.map { ($0.row, $0.fill) })
      #expect(ours.count == theirs.count, "\(run.window)")
      for (row, interval) in zip(theirs, ours) {
        #expect(fillsByRow[row.0.0] == interval.fill, "\(run.window) row \(row.0.0)")
        #expect(interval.days == row.0.1)
        #expect(isClose(interval.gap, row.1.0), "\(run.window) row \(row.0.0)")
        #expect(isClose(interval.carriedOver, row.1.1), "\(run.window) row \(row.0.0)")
      }
    }
  }

  @Test func windowsAgreeWithAdhereR() throws {
    for run in runs {
      let evaluator = RefillEvaluator(try run.query())
      for (index, patient) in run.id.enumerated() {
        let windows = try #require(evaluator.windows(of: fills.record(patient)).value)
        #expect(
          [windows.followUp, windows.observation].flatMap {
            [$0.lowerBound.description, $0.upperBound.description]
          } == [run.fu_start, run.fu_end, run.ow_start, run.ow_end].map { $0[index] })
      }
    }
  }
}
