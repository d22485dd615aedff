import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

/// The cohort of `Datasets/monitoring` against an independent reference, `golden/mems`: every patient, with
/// exact counts.
@Suite struct MonitoringGoldenTests {
  static let expected = Result {
    try JSONDecoder().decode(
      Expected.self,
      from: Data(contentsOf: datasets.appending(path: "golden/mems/expected.json")))
  }

  struct Expected: Decodable {
    var patients: [ExpectedPatient]
    var cohort: Cohort
  }

  struct Cohort: Decodable {
    var all: Summary, A: Summary, B: Summary
    var relativeWeeks: [RelativeWeek]
  }

  struct Summary: Decodable {
    var patients: Int, n: Int, expected: Int, taken: Int, atLeast80: Int
    var pooled: Double, mean: Double, quantiles: [Double], min: Double, max: Double
  }

  struct RelativeWeek: Decodable {
    var week: Int, patients: Int, expected: Int, taken: Int
    var pooled: Double?, mean: Double?, q25: Double?, median: Double?, q75: Double?
  }

  struct ExpectedPatient: Decodable {
    var id: String
    var expected: Int, taken: Int, missed: Int, excusedOcc: Int, pendingOcc: Int
    var rawEvents: Int, keptEvents: Int, extra: Int
    var droppedOutside: Int, droppedExcused: Int, droppedMinWait: Int
    var adherence: Double?
    var weekly: [Period], monthly: [Period]
    var rolling7: Rolling?, rolling7Min: Double?
    var longestTakenStreak: Int, longestMissedRun: Int, currentStreak: Int
    var longestPerfectDayStreak: Int, currentPerfectDayStreak: Int
    var slotAdherence: [Double?], weekday: [Weekday]
    var evaluableDays: Int, overuseDays: Int, underuseDays: Int, zeroDays: Int
    var correctDosingDaysByDate: Double?, correctDosingDays: Double?
    var daysWithAtLeastDue: Double?, perfectDays: Double?
    var composite: Composite
    var walk: Linked, survey: Linked
  }

  struct Rolling: Decodable {
    var from: String
    var values: [Double?]
  }

  struct Weekday: Decodable {
    var expected: Int, taken: Int
    var fraction: Double?
  }

  struct Composite: Decodable {
    var micro: Double?, macro: Double?, dailyMean: Double?
    var days: Int
  }

  /// `["2025-W03", expected, taken]`.
  struct Period: Decodable, Hashable {
    var name: String, expected: Int, taken: Int

    init(name: String, expected: Int, taken: Int) {
      self.name = name
      self.expected = expected
      self.taken = taken
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      expected = try container.decode(Int.self)
      taken = try container.decode(Int.self)
    }
  }

  struct Linked: Decodable {
    var expected: Int
    var outcomeExists: Double?, targetMet: Double?, linearMean: Double?
    var cappedSum: Double?, uncappedSum: Double?
  }

  static func query(by period: CalendarPeriod) throws -> AdherenceQuery {
    try monitoringQuery(by: period, days("2025-01-01", "2026-02-01"))
  }

  /// Pairs every record with its reference results.
  static func pairs() throws -> [(CareRecord, ExpectedPatient)] {
    let pairs = Array(zip(try monitoring().records, try expected.get().patients))
    try #require(pairs.count == 200)
    try #require(pairs.allSatisfy { $0.patient.id == $1.id })
    return pairs
  }

  @Test func everyPatientsDosesAndEvents() throws {
    for (record, expected) in try Self.pairs() {
      let task = try #require(record.tasks.first { $0.id == "med" })
      let evaluation = try record.evaluate(task, try Self.query(by: .all))
      var counts: [Disposition: Int] = [:]
      for disposition in evaluation.dispositions { counts[disposition, default: 0] += 1 }
      let kept = counts[.matched, default: 0] + counts[.extra, default: 0]
      let asOf = try at("2025-12-31T22:00:00Z")
      let evaluable = evaluation.scored.filter {
        $0.state != .onHold && $0.window.expiry <= asOf
      }
      #expect(kept == expected.keptEvents, "\(expected.id)")
      #expect(evaluation.outcomes.count == expected.rawEvents, "\(expected.id)")
      #expect(
        counts[.unmatched, default: 0] + counts[.notYetKnown, default: 0]
          == expected.droppedOutside, "\(expected.id)")
      #expect(counts[.held, default: 0] == expected.droppedExcused, "\(expected.id)")
      #expect(counts[.tooSoon, default: 0] == expected.droppedMinWait, "\(expected.id)")
      #expect(
        evaluable.map { max(0, $0.events - 1) }.reduce(0, +) == expected.extra, "\(expected.id)")
    }
  }

  @Test func everyPatientsCounts() throws {
    for (record, expected) in try Self.pairs() {
      let series = record.adherence(try Self.query(by: .all)).tasks
      let counts = try #require(series.first { $0.task == "med" }).periods[0]
      #expect(counts.due == expected.expected, "\(expected.id)")
      #expect(counts.done == expected.taken, "\(expected.id)")
      #expect(counts.missed == expected.missed, "\(expected.id)")
      #expect(counts.onHold == expected.excusedOcc, "\(expected.id)")
      #expect(counts.pending == expected.pendingOcc, "\(expected.id)")
    }
  }

  @Test(arguments: [CalendarPeriod.week, .month])
  func everyPatientsPeriods(_ period: CalendarPeriod) throws {
    for (record, expected) in try Self.pairs() {
      let adherence = record.adherence(try Self.query(by: period))
      let series = try #require(adherence.tasks.first { $0.task == "med" })
      let periods = zip(adherence.spans, series.periods).filter { $1.due > 0 }.map { span, counts in
        Period(name: span.name, expected: counts.due, taken: counts.done)
      }
      #expect(
        periods == (period == .week ? expected.weekly : expected.monthly), "\(expected.id)")
    }
  }

  @Test(arguments: ["walk", "survey"])
  func everyPatientsSums(_ task: String) throws {
    for (record, expected) in try Self.pairs() {
      let linked = task == "walk" ? expected.walk : expected.survey
      var query = try Self.query(by: .all)
      let recorded = try #require(record.adherence(query).tasks.first { $0.task == task }).periods[
        0]
      query.scoring = .summed
      let summed = try #require(record.adherence(query).tasks.first { $0.task == task }).periods[0]
      #expect(recorded.due == linked.expected, "\(expected.id)")
      #expect(recorded.ratio == linked.outcomeExists, "\(expected.id)")
      #expect(summed.ratio == linked.targetMet, "\(expected.id)")
      #expect(isNear(summed.ratio(.progress), linked.linearMean), "\(expected.id)")
      #expect(
        isNear(share(summed.creditedSum, of: summed.targetSum), linked.cappedSum), "\(expected.id)")
      #expect(
        isNear(share(summed.valueSum, of: summed.targetSum), linked.uncappedSum), "\(expected.id)")
    }
  }

  private func share(_ part: Double, of whole: Double) -> Double? {
    whole == 0 ? nil : part / whole
  }

  /// Whether decimal sums agree to one part in 10⁹, as the reference's definitions require.
  func isNear(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return ours == theirs }
    return abs(ours - theirs) <= 1e-9 * max(1, abs(theirs))
  }
}
