import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

extension QuotaEvaluationTests {
  struct Lack: CustomTestStringConvertible {
    var testDescription: String
    var asOf = "2024-01-29T00:00:00Z"
    var denominator = Denominator.elapsed
    var excusesDeclined = false
    var done: [String] = []
    var refused: [String] = []
    /// Due, completed, declined, missed and outstanding of three a week from January 1.
    var counts: [Double]
    var streak: Int
  }

  static let lacks: [Lack] = [
    Lack(testDescription: "nothing done", counts: [3, 0, 0, 3, 0], streak: 0),
    Lack(
      testDescription: "one refused", done: ["02"], refused: ["03"], counts: [3, 1, 1, 1, 0],
      streak: 0),
    Lack(
      testDescription: "a refusal that was made up for", done: ["02", "04", "05"], refused: ["03"],
      counts: [3, 3, 0, 0, 0], streak: 1),
    Lack(
      testDescription: "one refused and excused", excusesDeclined: true, done: ["02", "04"],
      refused: ["03"], counts: [2, 2, 0, 0, 0], streak: 1),
    Lack(
      testDescription: "all refused and excused", excusesDeclined: true,
      refused: ["02", "03", "04"], counts: [0, 0, 0, 0, 0], streak: 0),
    Lack(
      testDescription: "pending", asOf: "2024-01-05T00:00:00Z", done: ["02"], refused: ["03"],
      counts: [0, 0, 0, 0, 0], streak: 0),
    Lack(
      testDescription: "outstanding", asOf: "2024-01-05T00:00:00Z", denominator: .offered,
      done: ["02"], refused: ["03"], counts: [3, 1, 1, 0, 1], streak: 0),
    Lack(
      testDescription: "met before its end", asOf: "2024-01-05T00:00:00Z", denominator: .planned,
      done: ["02", "03", "04"], counts: [3, 3, 0, 0, 0], streak: 1),
  ]

  /// The uses missing from a quota are declined, outstanding or missed, as occurrences are.
  @Test(arguments: lacks) func missingUsesHaveStates(_ example: Lack) throws {
    var record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01"), done: example.done)
    record.outcomes += try example.refused.map {
      try event("2024-01-\($0)T09:00", of: "walk", status: .declined)
    }
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    query.asOf = try at(example.asOf)
    (query.denominator, query.excusesDeclined) = (example.denominator, example.excusesDeclined)
    let week = record.adherence(query).total.periods[0]
    let counts = [
      week.dueWithQuotas, week.doneWithQuotas, week.declinedWithQuotas, week.missedWithQuotas,
      week.outstandingWithQuotas,
    ]
    #expect(counts == example.counts)
    let summary = record.summary(query)
    #expect(summary.tasks[0].streaks.longest?.length ?? 0 == example.streak)
    #expect(summary.perfectDays.longest?.length ?? 0 == example.streak)
    let isMissed = week.isResolved && week.dueWithQuotas > week.doneWithQuotas
    #expect(summary.perfectDays.misses == (isMissed ? 1 : 0))
  }

  /// Refusals during a hold are not required in any case.
  @Test func refusalsInAHoldExcuseNothing() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(7, per: "P1W", from: "2024-01-01"), done: [],
      holds: [Hold(from: try moment("2024-01-01"), to: try moment("2024-01-03"))])
    record.outcomes += [try event("2024-01-02T09:00", of: "walk", status: .declined)]
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    query.excusesDeclined = true
    #expect(record.adherence(query).total.periods[0].dueWithQuotas == 5)
  }

  /// A quota is due on the last day of its period: it makes that day imperfect, or perfect.
  @Test(arguments: [(["03", "05"], 2, 13, 13), (["03"], 2, 6, 13)])
  func perfectDaysHaveQuotas(_ done: [String], count: Int, longest: Int, judged: Int) throws {
    let walk = try QuotaEvaluationTests.quota(count, per: "P1W", from: "2024-01-01")
    var record = try record(walk, done: done + ["09", "10"])
    let tablet = try element(from: "2024-01-01T08:00", until: "2024-01-14")
    record.tasks.append(task("tablet", .nearest, tablet))
    record.outcomes += try (1...13).map {
      try event("2024-01-\($0 < 10 ? "0" : "")\($0)T08:00")
    }
    let query = AdherenceQuery(try days("2024-01-01", "2024-01-14"))
    let summary = record.summary(query)
    #expect(summary.perfectDays.longest?.length == longest)
    #expect(summary.perfectDays.successes + summary.perfectDays.misses == judged)
    #expect(summary.dosingDays.perfect == 13)
  }
}
