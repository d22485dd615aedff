import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Quotas: credited and required uses by period.
@Suite struct QuotaEvaluationTests {
  static func quota(
    _ count: Int, per text: String, from start: String, until end: String? = nil,
    isRolling: Bool = false, partial: Quota.PartialPeriods = .prorate, id: String = "walk"
  ) throws -> ScheduleElement {
    var element = try element(id, from: start, every: nil, until: end)
    element.recurrence = .quota(
      Quota(count, per: try period(text), isRolling: isRolling, partial: partial))
    return element
  }

  func record(_ elements: ScheduleElement..., done: [String], holds: [Hold] = []) throws
    -> CareRecord
  {
    var walk = task("walk")
    walk.schedule = Schedule(elements)
    return CareRecord(
      patient: try patient(), tasks: [walk],
      outcomes: try done.map { try event("2024-01-\($0)T18:00", of: "walk") }, holds: holds)
  }

  func weeks(_ record: CareRecord, to end: String = "2024-01-29") throws -> [Adherence] {
    record.adherence(AdherenceQuery(try days("2024-01-01", end), by: .week)).total.periods
  }

  /// 3 per week (Monday start), enrolled on a Thursday: required 3·4/7 = 1.714 in the first week; 2 done
  /// → 1.714 of 1.714.
  @Test func twelfthExample() throws {
    let record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-04"), done: ["05", "07"])
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect((week.quota.required * 1000).rounded() == 1714)
    #expect(week.quota.credited == week.quota.required)
    #expect(week.quota.done == 2)
    #expect((week.quota.extra * 1000).rounded() == 286)
    #expect(week.ratio == 1)
    #expect(week.ratioMissing == nil)
    #expect(week.reaches(Share(4, of: 5)))
    #expect(week.unscheduled == 0)
    #expect(week.due == 0)
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var per = "P1W"
    var count = 3
    var start = "2024-01-01"
    var end: String?
    var isRolling = false
    var partial = Quota.PartialPeriods.prorate
    var hold: (String, String)?
    var done: [String] = []
    /// By week from January 1, a Monday: credited, required.
    var weeks: [(credited: Double, required: Double)]
  }

  static let examples = [
    Example(
      testDescription: "as much as asked, and more", done: ["01", "02", "03", "04", "08", "09"],
      weeks: [(3, 3), (2, 3), (0, 3), (0, 3)]),
    Example(
      testDescription: "the end cuts the last week, and its day does not count",
      end: "2024-01-18T12:00", done: ["15", "16", "18", "22"],
      weeks: [(0, 3), (0, 3), (9 / 7, 9 / 7), (0, 0)]),
    Example(
      testDescription: "the day of the start counts, whatever the time", start: "2024-01-07T23:00",
      done: ["07"], weeks: [(3 / 7, 3 / 7), (0, 3), (0, 3), (0, 3)]),
    Example(
      testDescription: "cut weeks are dropped on request", start: "2024-01-04",
      end: "2024-01-24", partial: .drop, done: ["05", "10", "23"],
      weeks: [(0, 0), (1, 3), (0, 3), (0, 0)]),
    Example(
      testDescription: "days in a hold ask for nothing, and count for nothing",
      hold: ("2024-01-03", "2024-01-10"), done: ["01", "05", "09", "10", "12", "14"],
      weeks: [(6 / 7, 6 / 7), (15 / 7, 15 / 7), (0, 3), (0, 3)]),
    Example(
      testDescription: "a hold of a few hours covers no day",
      hold: ("2024-01-03T08:00", "2024-01-03T20:00"), done: ["03"],
      weeks: [(1, 3), (0, 3), (0, 3), (0, 3)]),
    Example(
      testDescription: "a week in a hold is suspended", hold: ("2024-01-08", "2024-01-15"),
      done: ["10"], weeks: [(0, 3), (0, 0), (0, 3), (0, 3)]),
    Example(
      testDescription: "holds cut weeks even where cut weeks are dropped", partial: .drop,
      hold: ("2024-01-08", "2024-01-09"), done: ["10"],
      weeks: [(0, 3), (1, 18 / 7), (0, 3), (0, 3)]),
    Example(
      testDescription: "days of the calendar", per: "P1D", count: 2,
      done: ["01", "01", "01", "02"],
      weeks: [(3, 14), (0, 14), (0, 14), (0, 14)]),
    Example(
      testDescription: "ten days from the anchor", per: "P10D", count: 2, start: "2024-01-03",
      done: ["03", "12", "12", "13"], weeks: [(0, 0), (2, 2), (0, 0), (1, 2)]),
    Example(
      testDescription: "two weeks from the anchor", per: "P2W", count: 2, start: "2024-01-03",
      done: ["03", "17"], weeks: [(0, 0), (0, 0), (1, 2), (0, 0)]),
    Example(
      testDescription: "months of the calendar count in the week of their last day", per: "P1M",
      start: "2023-12-25", done: ["01", "09"], weeks: [(0, 0), (0, 0), (0, 0), (0, 0)]),
    Example(
      testDescription: "any four days, once each week's worth", per: "P4D", count: 1,
      isRolling: true, done: ["02"],
      // Windows that end on the 2nd to the 5th contain it; those of the first three days are partial.
      weeks: [
        (0.5 / 4 + 0.75 / 4 + 0.5, 0.25 / 4 + 0.5 / 4 + 0.75 / 4 + 1), (0, 1.75), (0, 1.75),
        (0, 1.75),
      ]),
    Example(
      testDescription: "any four days, but for cut ones", per: "P4D", count: 1, isRolling: true,
      partial: .drop, done: ["02"], weeks: [(0.5, 1), (0, 1.75), (0, 1.75), (0, 1.75)]),
  ]

  @Test(arguments: examples) func table(_ example: Example) throws {
    let walk = try QuotaEvaluationTests.quota(
      example.count, per: example.per, from: example.start, until: example.end,
      isRolling: example.isRolling, partial: example.partial)
    let holds = try example.hold.map { [Hold(from: try moment($0.0), to: try moment($0.1))] }
    let weeks = try weeks(try record(walk, done: example.done, holds: holds ?? []))
    #expect(weeks.count == example.weeks.count)
    for (week, expected) in zip(weeks, example.weeks) {
      #expect(abs(week.quota.required - expected.required) < 1e-6)
      #expect(abs(week.quota.credited - expected.credited) < 1e-6)
    }
  }

  @Test func periodsEntirelyOnHoldAreSuspended() throws {
    let walk = try QuotaEvaluationTests.quota(
      3, per: "P1W", from: "2024-01-01", until: "2024-01-15")
    let hold = Hold(from: try moment("2024-01-08"), to: try moment("2024-01-15"))
    let weeks = try weeks(try record(walk, done: ["10"], holds: [hold]))
    #expect(weeks.map(\.quota.onHold) == [0, 1, 0, 0])
    #expect(weeks.map(\.ratioMissing) == [nil, .allOnHold, .noOccurrences, .noOccurrences])
    #expect(weeks[1].unscheduled == 1)
  }

  @Test(arguments: [
    (Denominator.elapsed, [1, 0, 0]), (.offered, [1, 1, 0]), (.planned, [1, 1, 1]),
  ])
  func denominators(_ denominator: Denominator, _ periods: [Int]) throws {
    let record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01"), done: ["09", "11"])
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-22"), by: .week)
    query.asOf = try at("2024-01-10T12:00:00Z")
    query.denominator = denominator
    let weeks = record.adherence(query).total.periods
    #expect(weeks.map(\.quota.periods) == periods)
    #expect(weeks.map(\.quota.pending) == periods.map { 1 - $0 })
    // Outcomes after the moment of the report are unknown.
    #expect(weeks[1].quota.done == periods[1])
    #expect(weeks[1].uses.count == 1)
  }

  @Test func weeksBeginOnTheWeekdayOfTheQuery() throws {
    let record = try record(
      try QuotaEvaluationTests.quota(1, per: "P1W", from: "2024-01-01"), done: ["07", "08"])
    var query = AdherenceQuery(try days("2023-12-31", "2024-01-21"), by: .week)
    query.weekStart = .sunday
    let weeks = record.adherence(query).total.periods
    #expect(weeks.map(\.quota.credited) == [0, 1, 0])
    #expect(weeks.map(\.quota.done) == [0, 2, 0])
  }

  @Test func monthsOfThirtyOneDaysFromAnAnchor() throws {
    let walk = try QuotaEvaluationTests.quota(
      1, per: "P2M", from: "2024-01-31", until: "2024-08-01")
    let record = try record(walk, done: [])
    let evaluation = try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-01", "2025-01-01")))
    let periods = try #require(evaluation.flexible).quotas
    #expect(
      periods.map(\.days.lowerBound.description) == [
        "2024-01-31", "2024-03-31", "2024-05-31", "2024-07-31",
      ])
    #expect(periods.map(\.length) == [60, 61, 61, 61])
    #expect(periods.map(\.activeDays) == [60, 61, 61, 1])
  }

  @Test func refusalsAreNotDone() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01"), done: ["02"])
    record.outcomes.append(try event("2024-01-03T18:00", of: "walk", status: .declined))
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect(week.quota.credited == 1)
    #expect(week.unscheduled == 1)
  }

  @Test func eventsTooSoonAfterAnotherAreDropped() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01"), done: ["02"])
    record.outcomes.append(try event("2024-01-02T18:05", of: "walk"))
    record.tasks[0].minWait = 900
    for matching in [Matching.window, .nearest] {
      record.tasks[0].matching = matching
      let week = try weeks(record, to: "2024-01-08")[0]
      #expect(week.quota.credited == 1)
      #expect(week.eventsTooSoon == 1)
    }
  }

  @Test func summedAmountsBelowTheTargetAreNotCompleted() throws {
    var walk = try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01")
    walk.targets = [ScheduleElement.Target(30, units: "min")]
    var record = try record(walk, done: [])
    record.outcomes = [
      try event("2024-01-02T18:00", of: "walk", value: 20, units: "min"),
      try event("2024-01-03T18:00", of: "walk", value: 35, units: "min"),
    ]
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    #expect(record.adherence(query).total.periods[0].quota.credited == 2)
    query.scoring = .summed
    #expect(record.adherence(query).total.periods[0].quota.credited == 1)
    #expect(record.adherence(query).total.periods[0].uses.asNeededAmount == 55)
    query.scoring = .reached
    #expect(record.adherence(query).total.periods[0].quota.credited == 1)
  }

  @Test func keysMatchLocalTimesOfTheElement() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-04"), done: [])
    record.outcomes = [
      try outcome("walk/2024-01-05T10:00:00", of: "walk", value: 1),
      // Two values of one walk.
      try outcome("walk/2024-01-06T10:00:00", of: "walk", value: 2),
      try outcome("walk/2024-01-06T10:00:00", of: "walk", value: 3),
      try outcome("walk/2024-01-03T10:00:00", of: "walk"),
      try outcome("run/2024-01-05T10:00:00", of: "walk"),
    ]
    #expect(record.orphans == [3, 4])
    for matching in Matching.allCases {
      record.tasks[0].matching = matching
      let query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
      let evaluation = try record.evaluate(record.tasks[0], query)
      #expect(evaluation.dispositions == [.used, .used, .used, .orphaned, .orphaned])
      #expect(evaluation.unscheduled.map(\.disposition) == evaluation.dispositions)
      let whole = record.adherence(query).total.periods[0]
      #expect(whole.uses.count == 2)
      #expect(whole.uses.asNeededAmount == 6)
      #expect(whole.quota.done == 2)
      #expect(whole.unscheduled == 2)
    }
  }

  @Test func eventsOfTasksMatchedByKeyAreNotTaken() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(3, per: "P1W", from: "2024-01-01"), done: ["02"])
    record.tasks[0].matching = .keyed
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect(week.quota.done == 0)
    #expect(week.unscheduled == 1)
  }

  @Test func scheduledElementsTakeTheirOutcomesFirst() throws {
    let record = try record(
      try element("morning", from: "2024-01-01T18:00", window: window(closes: "PT1H")),
      try QuotaEvaluationTests.quota(2, per: "P1W", from: "2024-01-01"), done: ["02", "02", "03"])
    let week = try weeks(record, to: "2024-01-08")[0]
    #expect(week.due == 7)
    #expect(week.done == 2)
    #expect(week.quota.credited == 1)
    #expect(week.ratio == 3.0 / 9)
    #expect(week.reaches(Share(1, of: 3)))
    #expect(!week.reaches(Share(34, of: 100)))
    #expect(week.unscheduled == 0)
  }

  @Test func daysEndAtTheBoundaryOfTheQuery() throws {
    var record = try record(
      try QuotaEvaluationTests.quota(1, per: "P1W", from: "2024-01-01"), done: [])
    record.outcomes = [try event("2024-01-15T01:00", of: "walk")]
    var query = AdherenceQuery(try days("2024-01-08", "2024-01-22"), by: .week)
    #expect(record.adherence(query).total.periods.map(\.quota.credited) == [0, 1])
    query.dayBoundary = try #require(CivilTime("04:00"))
    #expect(record.adherence(query).total.periods.map(\.quota.credited) == [1, 0])
  }
}
