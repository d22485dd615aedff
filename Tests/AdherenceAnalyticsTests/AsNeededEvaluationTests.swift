import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// As-needed elements: no ratio, and a report of uses.
@Suite struct AsNeededEvaluationTests {
  private func spray(_ caps: UseCaps = .none, from start: String = "2024-01-01") throws
    -> ScheduleElement
  {
    var element = try element("spray", from: start, every: nil)
    element.recurrence = .asNeeded(caps)
    return element
  }

  private func record(_ caps: UseCaps = .none, used: [String], in zone: String = "UTC") throws
    -> CareRecord
  {
    CareRecord(
      patient: try patient(in: zone), tasks: [task("spray", .window, try spray(caps))],
      outcomes: try used.map { try event($0, in: zone, of: "spray", value: 2) })
  }

  @Test func hasNoRatioForItsOwnReason() throws {
    let record = try record(used: ["2024-01-02T09:00", "2024-01-10T21:30"])
    let series = record.adherence(AdherenceQuery(try days("2023-12-25", "2024-01-22"), by: .week))
      .total
    #expect(series.periods.map(\.ratio) == [nil, nil, nil, nil])
    #expect(
      series.periods.map(\.ratioMissing) == [.noOccurrences, .asNeeded, .asNeeded, .asNeeded])
    #expect(series.periods.map(\.uses.count) == [0, 1, 1, 0])
    #expect(series.periods.map(\.uses.asNeededAmount) == [0, 2, 2, 0])
    #expect(series.periods.map(\.uses.openDays) == [0, 7, 7, 7])
    #expect(series.periods.map(\.unscheduled) == [0, 0, 0, 0])
    #expect(series.periods[1].uses.first == (try at("2024-01-02T09:00:00Z")))
    #expect(series.periods[2].uses.last == (try at("2024-01-10T21:30:00Z")))
    #expect(series.periods[3].uses.last == nil)
  }

  @Test func changesNoRatioOfOtherTasks() throws {
    var record = try record(used: ["2024-01-02T09:00"])
    record.tasks.append(task("tablet", .window, try element(from: "2024-01-01T08:00")))
    record.outcomes.append(try event("2024-01-02T08:00"))
    let whole = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-05"))).total
      .periods[0]
    #expect(whole.ratio == 0.25)
    #expect(whole.uses.count == 1)
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var caps: UseCaps
    var used: [String]
    var zone = "UTC"
    /// The positions of the uses above the maximum, and of those too soon after another.
    var overMaximum: [Int] = []
    var tooSoon: [Int] = []
  }

  static let examples = [
    Example(
      testDescription: "the fifth within a day",
      caps: UseCaps(maximum: 4, per: ISODuration(seconds: 86_400)),
      used: [
        "2024-01-02T08:00", "2024-01-02T12:00", "2024-01-02T16:00", "2024-01-02T20:00",
        "2024-01-03T07:59", "2024-01-03T08:00",
      ], overMaximum: [4, 5]),
    Example(
      testDescription: "exactly a period later is another period",
      caps: UseCaps(maximum: 1, per: ISODuration(seconds: 86_400)),
      used: ["2024-01-02T08:00", "2024-01-03T08:00", "2024-01-04T07:59"], overMaximum: [2]),
    Example(
      testDescription: "less than the least gap",
      caps: UseCaps(minGap: ISODuration(seconds: 21_600)),
      used: ["2024-01-02T08:00", "2024-01-02T14:00", "2024-01-02T19:59", "2024-01-02T20:00"],
      tooSoon: [2, 3]),
    Example(
      testDescription: "both at once",
      caps: UseCaps(maximum: 1, per: ISODuration(days: 1), minGap: ISODuration(seconds: 3600)),
      used: ["2024-01-02T08:00", "2024-01-02T08:00"], overMaximum: [1], tooSoon: [1]),
    Example(
      testDescription: "a day is one of the calendar",
      caps: UseCaps(maximum: 2, per: ISODuration(days: 1)),
      used: [
        "2024-01-02T20:00", "2024-01-02T23:59", "2024-01-03T00:00", "2024-01-03T08:00",
        "2024-01-03T23:59", "2024-01-04T08:00",
      ], overMaximum: [4]),
    Example(
      testDescription: "24 hours are any",
      caps: UseCaps(maximum: 2, per: ISODuration(seconds: 86_400)),
      used: [
        "2024-01-02T20:00", "2024-01-02T23:59", "2024-01-03T00:00", "2024-01-03T08:00",
        "2024-01-03T23:59", "2024-01-04T08:00",
      ], overMaximum: [2, 3, 4]),
    Example(
      testDescription: "a week of the calendar, from Monday",
      caps: UseCaps(maximum: 1, per: ISODuration(days: 7)),
      used: ["2024-01-07T20:00", "2024-01-08T08:00", "2024-01-14T08:00"], overMaximum: [2]),
    Example(
      testDescription: "three days at a time, from the start",
      caps: UseCaps(maximum: 1, per: ISODuration(days: 3)),
      used: ["2024-01-03T20:00", "2024-01-04T08:00", "2024-01-06T08:00", "2024-01-07T08:00"],
      overMaximum: [2]),
    Example(
      testDescription: "a month of the calendar",
      caps: UseCaps(maximum: 1, per: ISODuration(months: 1)),
      used: ["2024-01-31T20:00", "2024-02-01T08:00", "2024-02-29T23:00"], overMaximum: [2]),
    Example(
      testDescription: "a day and twelve hours roll",
      caps: UseCaps(maximum: 1, per: ISODuration(days: 1, seconds: 43_200)),
      used: ["2024-01-02T08:00", "2024-01-03T19:59", "2024-01-05T08:00"], overMaximum: [1]),
    Example(
      testDescription: "days that change clocks are days",
      caps: UseCaps(maximum: 1, per: ISODuration(days: 1)),
      used: ["2024-03-09T08:00", "2024-03-10T08:00"], zone: "America/New_York"),
    Example(
      testDescription: "24 hours are not",
      caps: UseCaps(maximum: 1, per: ISODuration(seconds: 86_400)),
      used: ["2024-03-09T08:00", "2024-03-10T08:00"], zone: "America/New_York", overMaximum: [1]),
  ]

  @Test(arguments: examples) func caps(_ example: Example) throws {
    let record = try record(example.caps, used: example.used.reversed(), in: example.zone)
    let query = AdherenceQuery(try days("2024-01-01", "2024-04-01"))
    let uses = try #require(try record.evaluate(record.tasks[0], query).flexible).uses
    #expect(uses.indices.filter { uses[$0].exceedsMaximum } == example.overMaximum)
    #expect(uses.indices.filter { uses[$0].breaksGap } == example.tooSoon)
    let counts = record.adherence(query).total.periods[0].uses
    #expect(counts.overMaximum == example.overMaximum.count)
    #expect(counts.tooSoon == example.tooSoon.count)
    #expect(counts.breaches == example.overMaximum.count + example.tooSoon.count)
  }

  /// The definition: for each use, the uses up to it within the period that ends with it.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func capsAgreeWithTheirDefinition(seed: UInt64)
    throws
  {
    var random = Seeded(state: seed)
    for _ in 0..<40 {
      let caps = UseCaps(
        maximum: .random(in: 1...3, using: &random),
        per: ISODuration(seconds: .random(in: 1...6, using: &random) * 3600),
        minGap: ISODuration(seconds: .random(in: 1...4, using: &random) * 3600))
      let start = try at("2024-01-02T00:00:00Z")
      let hours = (0..<12).map { _ in Int.random(in: 0...36, using: &random) }.sorted()
      var record = try record(caps, used: [])
      record.outcomes = OutcomeTable(
        hours.map { Outcome(task: "spray", time: start.adding(seconds: Int64($0) * 3600)) })
      let query = AdherenceQuery(try days("2024-01-01", "2024-02-01"))
      let uses = try #require(try record.evaluate(record.tasks[0], query).flexible).uses
      for index in hours.indices {
        let per = try #require(caps.per).seconds / 3600
        let within = hours[...index].filter { $0 > hours[index] - per }.count
        #expect(uses[index].exceedsMaximum == (within > (try #require(caps.maximum))))
        let gap = index == 0 ? .max : hours[index] - hours[index - 1]
        #expect(uses[index].breaksGap == (gap < (try #require(caps.minGap)).seconds / 3600))
      }
    }
  }

  /// A dose at 02:30 belongs to the previous day if that ends at 03:00.
  @Test(arguments: [("00:00", 0), ("03:00", 1)])
  func aCivilDayEndsAtTheBoundaryOfTheQuery(_ boundary: String, _ over: Int) throws {
    let record = try record(
      UseCaps(maximum: 1, per: ISODuration(days: 1)),
      used: ["2024-01-02T22:00", "2024-01-03T02:30"])
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-10"))
    query.dayBoundary = try #require(CivilTime(boundary))
    #expect(record.adherence(query).total.periods[0].uses.overMaximum == over)
  }

  @Test func weeksBeginOnTheWeekdayOfTheQuery() throws {
    let record = try record(
      UseCaps(maximum: 1, per: ISODuration(days: 7)),
      used: ["2024-01-06T08:00", "2024-01-07T08:00"])
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-10"))
    #expect(record.adherence(query).total.periods[0].uses.overMaximum == 1)
    query.weekStart = .sunday
    #expect(record.adherence(query).total.periods[0].uses.overMaximum == 0)
  }

  @Test func usesOutsideTheQueryCountForTheCaps() throws {
    let record = try record(
      UseCaps(maximum: 1, per: ISODuration(seconds: 86_400)),
      used: ["2024-01-01T20:00", "2024-01-02T08:00", "2024-01-03T20:00"])
    let uses = record.adherence(AdherenceQuery(try days("2024-01-02", "2024-01-03"))).total
      .periods[0].uses
    #expect(uses.count == 1)
    #expect(uses.overMaximum == 1)
  }

  @Test func aHoldSuspendsNoUse() throws {
    var record = try record(used: ["2024-01-02T08:00"])
    record.holds = [Hold(from: try moment("2024-01-01"), to: try moment("2024-01-05"))]
    for matching in [Matching.window, .nearest] {
      record.tasks[0].matching = matching
      let whole = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-05"))).total
        .periods[0]
      #expect(whole.uses.count == 1)
      #expect(whole.unscheduled == 0)
    }
  }

  @Test func outcomesBeforeTheStartAreUnscheduled() throws {
    let record = CareRecord(
      patient: try patient(), tasks: [task("spray", .window, try spray(from: "2024-01-03"))],
      outcomes: [try event("2024-01-02T08:00", of: "spray")])
    let whole = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-05"))).total
      .periods[0]
    #expect(whole.uses.count == 0)
    #expect(whole.uses.openDays == 2)
    #expect(whole.unscheduled == 1)
  }

  @Test func valuesInOtherUnitsAreNoDose() throws {
    var element = try spray()
    element.targets = [ScheduleElement.Target(100, units: "ug")]
    let record = CareRecord(
      patient: try patient(), tasks: [task("spray", .window, element)],
      outcomes: [
        try event("2024-01-02T08:00", of: "spray", value: 100, units: "ug"),
        try event("2024-01-03T08:00", of: "spray", value: 3, units: "mL"),
        try event("2024-01-04T08:00", of: "spray"),
      ])
    let uses = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-05"))).total
      .periods[0].uses
    #expect(uses.count == 3)
    #expect(uses.asNeededAmount == 100)
  }

  @Test func schedulesMatchOneOutcomeAndTheRestIsExtra() throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [
        task("inhaler", .window, try element("basis", from: "2024-01-01T08:00"), try spray())
      ],
      outcomes: try ["2024-01-02T08:05", "2024-01-02T15:00", "2024-01-03T23:00"].map {
        try event($0, of: "inhaler")
      })
    let query = AdherenceQuery(try days("2024-01-01", "2024-01-05"))
    #expect(
      try record.evaluate(record.tasks[0], query).dispositions == [.matched, .used, .matched])
    let whole = record.adherence(query).total.periods[0]
    #expect(whole.ratio == 0.5)
    #expect(whole.uses.count == 1)
  }
}
