import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

// Quotas of plans with exclusions, versions and holds.
extension QuotaEvaluationTests {
  @Test func excludedDaysAskForNothing() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(7, per: "P1W", from: "2024-01-01"), done: ["02"])
    record.tasks[0].schedule.exclusions = [
      Schedule.Exclusion(try day("2024-01-02")),
      Schedule.Exclusion(at: try local("2024-01-04T18:00")),
    ]
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect(week.quota.required == 6)
    #expect(week.quota.done == 0)
    #expect(week.unscheduled == 1)
  }

  @Test func aTaskHoldsFromADay() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(7, per: "P1W", from: "2024-01-01"), done: ["03", "04"])
    record.tasks[0].effectiveFrom = try moment("2024-01-04T12:00")
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect(week.quota.required == 4)
    #expect(week.quota.done == 1)
  }

  @Test func anEditCutsNoWeekUnlessItChangesTheQuota() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01"), done: ["11", "12", "13"])
    var edited = record.tasks[0]
    edited.effectiveFrom = try moment("2024-01-10T12:00")
    edited.schedule.elements[0].text = "Wear shoes"
    record.tasks.append(edited)
    #expect(try weeks(record)[1].quota.credited == 3)
    #expect(try weeks(record)[1].quota.periods == 1)
    record.tasks[1].schedule.elements = [
      try QuotaEvaluationTests.quota(5, per: "P1W", from: "2024-01-01")
    ]
    let week = try weeks(record)[1].quota
    #expect(week.periods == 2)
    #expect(abs(week.required - (2.0 * 3 + 5 * 5) / 7) < 1e-6)
    #expect(week.credited == 3)
  }

  static let modes: [(Hold.Mode, [Double], Int)] = [
    (.exclude, [18.0 / 7, 3], 0), (.extend, [18.0 / 7, 3], 0), (.truncate, [6.0 / 7, 0], 3),
    (.annotate, [3, 3], 0),
  ]

  @Test(arguments: modes)
  func holds(_ mode: Hold.Mode, _ required: [Double], _ unscheduled: Int) throws {
    var hold = Hold(from: try moment("2024-01-03T12:00"), to: try moment("2024-01-04T10:00"))
    hold.mode = mode
    let record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01"), done: ["04", "05", "09"],
      holds: [hold])
    let weeks = try weeks(record, to: "2024-01-15")
    for (week, required) in zip(weeks, required) {
      #expect(abs(week.quota.required - required) < 1e-6)
    }
    #expect(weeks.reduce(0) { $0 + $1.unscheduled } == unscheduled)
  }

  @Test func aPauseMovesPeriodsThatAreCountedFromTheStart() throws {
    var hold = Hold(from: try moment("2024-01-03"), to: try moment("2024-01-06"))
    hold.mode = .extend
    let record = try record(
      try QuotaEvaluationTests.quota(4, per: "P4D", from: "2024-01-01", until: "2024-01-09"),
      done: [],
      holds: [hold])
    let evaluation = try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-01", "2024-02-01")))
    let periods = try #require(evaluation.flexible).quotas
    // Two days before the pause, then the remainder of the eight days.
    #expect(periods.map(\.required) == [2, 2, 4])
    #expect(periods.map(\.day.description) == ["2024-01-02", "2024-01-07", "2024-01-11"])
  }

  @Test func oneQuotaAfterTheOther() throws {
    let record = try record(
      try QuotaEvaluationTests.quota(
        2, per: "P1W", from: "2024-01-01", until: "2024-01-11", id: "few"),
      try QuotaEvaluationTests.quota(5, per: "P1W", from: "2024-01-11", id: "many"),
      done: ["09", "10", "12", "13"])
    let week = try weeks(record)[1]
    #expect(abs(week.quota.required - (2.0 * 3 + 5 * 4) / 7) < 1e-6)
    #expect(abs(week.quota.credited - (6.0 / 7 + 2)) < 1e-6)
    #expect(week.quota.periods == 2)
    #expect(week.quota.met == 1)
  }

  /// Two quotas in one task: each is credited with its own uses, by key, by kind and by units.
  @Test func twoElementsCreditEachItsOwn() throws {
    var walk = try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01", id: "walk")
    var swim = try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01", id: "swim")
    var record = try record(walk, swim, done: [])
    record.outcomes = [
      try outcome("walk/2024-01-02T18:00", of: "walk"),
      try outcome("swim/2024-01-03T18:00", of: "walk"),
      try outcome("swim/2024-01-04T18:00", of: "walk"),
      try outcome("swim/2024-01-05T18:00", of: "walk"),
    ]
    #expect(try credited(record) == ["walk": 1, "swim": 2])
    walk.targets = [ScheduleElement.Target(30, units: "min")]
    swim.targets = [ScheduleElement.Target(500, units: "m")]
    record.tasks[0].schedule = Schedule([walk, swim])
    record.outcomes = [
      try event("2024-01-02T18:00", of: "walk", value: 40, units: "min"),
      try event("2024-01-03T18:00", of: "walk", value: 600, units: "m"),
      try event("2024-01-04T18:00", of: "walk"),
    ]
    #expect(try credited(record) == ["walk": 2, "swim": 1])
  }

  private func credited(_ record: CareRecord) throws -> [String: Double] {
    let query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    let flexible = try record.evaluate(record.tasks[0], query).flexible
    let pairs = try #require(flexible).quotas.map { ($0.element, $0.credited) }
    return Dictionary(pairs) { $0 + $1 }
  }

  /// Four uses of a quota of 2 on Monday and Tuesday, which changes on Thursday: the two in excess are not
  /// carried over, and the new quota has none.
  @Test func aChangedQuotaCarriesNothingOver() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01"),
      done: ["01", "01", "02", "02"])
    var changed = record.tasks[0]
    changed.effectiveFrom = try moment("2024-01-04")
    changed.schedule = Schedule([try QuotaEvaluationTests.quota(5, per: "P1W", from: "2024-01-01")])
    record.tasks.append(changed)
    let query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    let quotas = try #require(try record.evaluate(changed, query).flexible).quotas
    #expect(quotas.map(\.done) == [4, 0])
    #expect(quotas.map { ($0.credited * 1000).rounded() } == [857, 0])
    #expect(quotas.map { ($0.required * 1000).rounded() } == [857, 2857])
  }
}
