import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct HoldTests {
  struct Example: CustomTestStringConvertible {
    var mode: Hold.Mode
    /// The days of the month that are expected.
    var expected: [Int]
    var onHold: [Int] = []

    var testDescription: String { mode.rawValue }
  }

  // Example 13 of the semantics: days 4 to 6 of a ten-day daily course.
  static let examples = [
    Example(mode: .exclude, expected: [1, 2, 3, 7, 8, 9, 10], onHold: [4, 5, 6]),
    Example(mode: .notMonitored, expected: [1, 2, 3, 7, 8, 9, 10], onHold: [4, 5, 6]),
    Example(mode: .extend, expected: [1, 2, 3, 7, 8, 9, 10, 11, 12, 13]),
    Example(mode: .truncate, expected: [1, 2, 3]),
    Example(mode: .annotate, expected: Array(1...10)),
  ]

  @Test(arguments: examples) func daysFourToSixOfTenDays(_ example: Example) throws {
    var record = try course()
    record.holds = [try hold("2024-01-04", "2024-01-07", example.mode)]
    let scored = try evaluated(record).scored
    let onHold = scored.filter { $0.state == .onHold }.map(\.day.dayOfMonth)
    #expect(scored.filter { $0.state != .onHold }.map(\.day.dayOfMonth) == example.expected)
    #expect(onHold == example.onHold)
    let closed = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-02-01"))).total
    #expect(closed.periods[0].due == example.expected.count)
  }

  @Test func movedOccurrencesHaveNewKeysAndTheirOrdinals() throws {
    var record = try course()
    record.holds = [try hold("2024-01-04", "2024-01-07", .extend)]
    let evaluation = try evaluated(record)
    let rows = evaluation.scored.map(\.occurrence)
    #expect(rows.map(\.ordinal) == Array(0..<10))
    #expect(evaluation.plan.key(of: rows[3]) == (try key("tablet/2024-01-07T08:00")))
    for row in rows {
      #expect(evaluation.plan.occurrence(for: evaluation.plan.key(of: row)) == row)
    }
    #expect(evaluation.plan.occurrence(for: try key("tablet/2024-01-04T08:00")) == nil)
  }

  @Test func anOutcomeOfAMovedOccurrenceIsFoundByItsNewKey() throws {
    var record = try course()
    record.holds = [try hold("2024-01-04", "2024-01-07", .extend)]
    record.outcomes = [
      try outcome("tablet/2024-01-13T08:00"), try outcome("tablet/2024-01-05T08:00"),
    ]
    let evaluation = try evaluated(record)
    #expect(evaluation.dispositions == [.matched, .orphaned])
    #expect(evaluation.scored.last?.state == .done)
  }

  struct Extension: CustomTestStringConvertible {
    var testDescription: String
    var holds: [(String, String?)]
    /// The local starts of a course of five days at 08:00 from January 1.
    var starts: [String]
  }

  static let extensions = [
    Extension(
      testDescription: "over before the course starts moves nothing",
      holds: [("2023-12-20", "2023-12-28")],
      starts: ["01T08", "02T08", "03T08", "04T08", "05T08"]),
    Extension(
      testDescription: "after its end moves nothing", holds: [("2024-01-06", "2024-01-09")],
      starts: ["01T08", "02T08", "03T08", "04T08", "05T08"]),
    Extension(
      testDescription: "under way as the course starts: by whole days, so that mornings stay",
      holds: [("2023-12-30", "2024-01-03")],
      starts: ["03T08", "04T08", "05T08", "06T08", "07T08"]),
    Extension(
      testDescription: "part of a day", holds: [("2024-01-03T00:00", "2024-01-03T12:00")],
      starts: ["01T08", "02T08", "03T20", "04T20", "05T20"]),
    Extension(
      testDescription: "two add up, the second at its calendar time",
      holds: [("2024-01-02", "2024-01-03"), ("2024-01-04", "2024-01-06")],
      starts: ["01T08", "03T08", "06T08", "07T08", "08T08"]),
    Extension(
      testDescription: "overlapping ones join",
      holds: [("2024-01-02", "2024-01-04"), ("2024-01-03", "2024-01-05")],
      starts: ["01T08", "05T08", "06T08", "07T08", "08T08"]),
    Extension(
      testDescription: "one within another adds nothing",
      holds: [("2024-01-02", "2024-01-05"), ("2024-01-03", "2024-01-04")],
      starts: ["01T08", "05T08", "06T08", "07T08", "08T08"]),
    Extension(
      testDescription: "open ended, the course is over", holds: [("2024-01-03", nil)],
      starts: ["01T08", "02T08"]),
  ]

  @Test(arguments: extensions) func extending(_ example: Extension) throws {
    var record = try course(days: 5)
    record.holds = try example.holds.map { try hold($0.0, $0.1, .extend) }
    let starts = try example.starts.map { try local("2024-01-\($0):00") }
    #expect(try nominals(record) == starts)
  }

  @Test func aPlanOfMondaysGoesOnOnThursday() throws {
    var element = try element("tablet", from: "2024-01-01T08:00")
    element.recurrence = .rule(
      RecurrenceRule(.weekly, weekdays: [.every(.monday)]))
    var record = CareRecord(patient: try patient(), tasks: [task("tablet", .keyed, element)])
    record.holds = [try hold("2024-01-09", "2024-01-12", .extend)]
    let expected = try ["2024-01-01", "2024-01-08", "2024-01-18", "2024-01-25"].map(day)
    #expect(try nominals(record).map(\.date) == expected)
  }

  @Test func allDayElementsMoveByWholeDays() throws {
    var walk = ScheduleElement("walk", on: try day("2024-01-01"))
    walk.recurrence = .every(try period("P1D"))
    walk.count = 4
    var record = try course(days: 4)
    record.tasks[0].schedule.elements.append(walk)
    record.holds = [try hold("2024-01-02T10:00", "2024-01-03T22:00", .extend)]
    let plan = try evaluated(record).plan
    let rows = plan.starting(in: try at("2024-01-01T00:00Z")..<at("2024-02-01T00:00Z"))
    let texts = rows.map { plan.key(of: $0).description }
    #expect(
      texts == [
        "walk/2024-01-01T00:00:00", "tablet/2024-01-01T08:00:00", "walk/2024-01-02T00:00:00",
        "tablet/2024-01-02T08:00:00", "tablet/2024-01-04T20:00:00", "walk/2024-01-05T00:00:00",
        "tablet/2024-01-05T20:00:00", "walk/2024-01-06T00:00:00",
      ])
    #expect(plan.end(of: rows[5]) == (try at("2024-01-06T00:00Z")))
  }

  @Test func aSeriesByElapsedTimeKeepsItsDistance() throws {
    var record = CareRecord(
      patient: try patient(in: "America/New_York"),
      tasks: [
        task("tablet", .keyed, try element(from: "2024-03-08T20:00", every: "PT36H"))
      ])
    record.holds = [try hold("2024-03-09", "2024-03-12", .extend)]
    let plan = try evaluated(record).plan
    let starts = plan.starting(in: try at("2024-03-08T00:00Z")..<at("2024-03-17T00:00Z"))
    // The clock runs during the hold, so three days are 71 hours.
    let expected = try [
      "2024-03-08T20:00-05:00", "2024-03-13T08:00-04:00", "2024-03-14T20:00-04:00",
      "2024-03-16T08:00-04:00",
    ].map(at)
    #expect(starts.map(\.start) == expected)
    #expect(starts.map(\.ordinal) == [0, 1, 2, 3])
  }

  @Test func exclusionsAndOverridesMoveWithThePlan() throws {
    var record = try course()
    record.tasks[0].schedule = record.tasks[0].schedule
      .excluding([.init(try day("2024-01-05"))])
      .cancelled(try key("tablet/2024-01-08T08:00"))
      .moved(try key("tablet/2024-01-09T08:00"), to: try moment("2024-01-09T10:00"))
      .added(try key("tablet/2024-01-02T12:00"))
      .added(try key("tablet/2024-01-06T12:00"))
    record.holds = [try hold("2024-01-04", "2024-01-07", .extend)]
    let evaluation = try evaluated(record)
    let plan = evaluation.plan
    let live = evaluation.scored.filter { $0.state != .cancelled }.map(\.occurrence)
    let expected = try [
      "01T08", "02T08", "02T12", "03T08", "07T08", "09T08", "09T12", "10T08", "12T08", "13T08",
    ].map { try local("2024-01-\($0):00") }
    #expect(live.map { plan.key(of: $0).nominal } == expected)
    #expect(live[8].start == (try at("2024-01-12T10:00Z")))
    #expect(
      evaluation.scored.filter { $0.state == .cancelled }.map { plan.key(of: $0.occurrence) }
        == [try key("tablet/2024-01-11T08:00")])
  }

  @Test func gapsFollowMovedOccurrences() throws {
    var record = CareRecord(
      patient: try patient(in: "America/New_York"),
      tasks: [task("tablet", .keyed, try element(from: "2024-03-05T02:30"))])
    record.holds = [try hold("2024-03-06", "2024-03-08", .extend)]
    let plan = try evaluated(record).plan
    let rows = plan.starting(in: try at("2024-03-09T00:00Z")..<at("2024-03-12T00:00Z"))
    let expected = try ["2024-03-09T07:30Z", "2024-03-10T07:30Z", "2024-03-11T06:30Z"].map(at)
    #expect(rows.map(\.start) == expected)
    #expect(plan.nominal(of: rows[1]) == (try local("2024-03-10T02:30")))
  }

  @Test func truncatingIsStrongerThanExtendingAndThatThanExcluding() throws {
    var record = try course()
    record.holds = [
      try hold("2024-01-03", "2024-01-05", .extend), try hold("2024-01-02", "2024-01-06", .exclude),
      try hold("2024-01-08", nil, .truncate), try hold("2024-01-01", nil, .annotate),
    ]
    let scored = try evaluated(record).scored
    #expect(scored.map(\.day.dayOfMonth) == [1, 2, 5, 6, 7])
    #expect(scored.map { $0.state == .onHold } == [false, true, true, false, false])
  }

  struct Scope: CustomTestStringConvertible {
    var testDescription: String
    var task: String?
    var group: String?
    var concerns: Bool
  }

  static let scopes = [
    Scope(testDescription: "everything", concerns: true),
    Scope(testDescription: "the task", task: "tablet", concerns: true),
    Scope(testDescription: "another task", task: "walk", concerns: false),
    Scope(testDescription: "its group", group: "medication", concerns: true),
    Scope(testDescription: "another group", group: "exercise", concerns: false),
  ]

  @Test(arguments: scopes) func holdsConcern(_ scope: Scope) throws {
    for mode in Hold.Mode.allCases {
      var record = try course()
      record.tasks[0].group = "medication"
      let before = try evaluated(record).scored
      var hold = try hold("2024-01-04", "2024-01-07", mode)
      (hold.task, hold.group) = (scope.task, scope.group)
      record.holds = [hold]
      let isSame = try evaluated(record).scored == before
      #expect(isSame == (!scope.concerns || mode == .annotate))
    }
  }

  @Test func anOccurrenceCanNameItsHolds() throws {
    var record = try course()
    var illness = try hold("2024-01-04", "2024-01-07", .exclude)
    illness.reason = "illness"
    var visit = try hold("2024-01-06", nil, .annotate)
    visit.reason = "visit"
    record.holds = [illness, visit]
    let evaluation = try evaluated(record)
    let reasons = evaluation.scored.map { scored in
      evaluation.plan.holds(at: scored.occurrence.start).compactMap(\.reason)
    }
    #expect(reasons[2...6] == [[], ["illness"], ["illness"], ["illness", "visit"], ["visit"]])
  }
}

// Invariants, for random records.
extension HoldTests {
  @Test func annotatingChangesNothing() throws {
    var random = try RandomRecords(seed: 91)
    for _ in 0..<60 {
      let record = try random.record()
      let query = try random.query()
      var annotated = record
      var hold = Hold(from: .instant(random.instant()), to: .instant(random.instant()))
      hold.mode = .annotate
      annotated.holds.append(hold)
      for task in record.tasks {
        let (before, after) = (
          try record.evaluate(task, query), try annotated.evaluate(task, query)
        )
        #expect(before.scored == after.scored && before.dispositions == after.dispositions)
      }
    }
  }

  /// A course with a count has the same number of occurrences wherever it is paused, and each is delayed by
  /// exactly the civil length of the pauses before it.
  @Test func extendingLosesNothing() throws {
    var random = try RandomRecords(seed: 17)
    for _ in 0..<400 {
      var record = CareRecord(patient: Patient(id: "P", zone: try zone(random.any(random.zones))))
      record.tasks = [task("tablet", .keyed, try counted(&random))]
      let before = try nominals(record)
      let anchor = record.tasks[0].schedule.elements[0].start.civil(in: record.patient.zone)
      record.holds = try (0..<random.number(1...3)).map { _ in
        let from = try day("2025-03-21").adding(days: random.number(0...40))
        let to = from.adding(days: random.number(1...6))
        var hold = Hold(
          from: .local(CivilDateTime(date: from)), to: .local(CivilDateTime(date: to)))
        hold.mode = .extend
        return hold
      }
      let expected = before.map { moved($0, from: anchor, by: record.holds) }
      #expect(try nominals(record) == expected)
    }
  }

  /// The definition: the clock advances day by day, except for days on hold.
  private func moved(_ nominal: CivilDateTime, from first: CivilDateTime, by holds: [Hold])
    -> CivilDateTime
  {
    var date = first.date
    func skipHeld() { while holds.contains(where: { $0.covers(date) }) { date = date.next } }
    skipHeld()
    for _ in 0..<(nominal.date - first.date) {
      date = date.next
      skipHeld()
    }
    return CivilDateTime(date: date, time: nominal.time)
  }

  private func counted(_ random: inout RandomRecords) throws -> ScheduleElement {
    var element = try element(
      from: "2025-03-\(random.number(20...29))T\(try random.any(["02:30", "08:00", "23:30"]))")
    element.isAllDay = random.isTrue(oneIn: 4)
    element.recurrence = try random.any([
      .every(try period("P1D")), .every(try period("P3D")), .every(try period("P1W")),
      .every(try period("P1M")), .cycle(on: 3, off: 2),
      .rule(RecurrenceRule(.daily, weekdays: [.every(.monday), .every(.thursday)])),
    ])
    element.count = random.number(1...12)
    return element
  }
}

// Records with any moments can be evaluated.
extension HoldTests {
  static let moments = [
    "0001-01-01", "2024-01-05T12:00", "2024-03-10T02:30", "9999-12-31T23:59:59Z",
  ]

  @Test(arguments: moments) func evaluatesExtremeMoments(_ from: String) throws {
    for to in Self.moments.map(Optional.some) + [nil] {
      var record = CareRecord(
        patient: try patient(in: "America/New_York"), tasks: [try manyKinds()])
      record.tasks.append(record.tasks[0])
      record.tasks[1].effectiveFrom = try moment(to ?? from)
      record.holds = [try hold(from, to, .extend)]
      let plan = try evaluated(record).plan
      let rows = plan.starting(in: try at("2023-12-01T00:00Z")..<at("2024-03-15T00:00Z"))
      for row in rows { #expect(plan.occurrence(for: plan.key(of: row)) != nil) }
    }
  }

  /// Wall-clock and absolute anchors, civil and elapsed, with every kind of bound.
  private func manyKinds() throws -> CareTask {
    var hourly = try element("hourly", from: "2024-01-01T08:00:00Z", every: "PT36H")
    hourly.end = try moment("2024-03-01")
    var mixed = try element("mixed", from: "2024-01-01T08:00", every: "P1DT1H")
    mixed.end = try moment("2024-03-01T00:00:00Z")
    var rule = try element("rule", from: "2024-01-01T13:00:00Z")
    rule.recurrence = .rule(
      RecurrenceRule(.daily, until: .moment(try moment("2024-02-01T13:00:00Z"))))
    rule.begin = try moment("2024-01-03")
    var abroad = try element("abroad", from: "2024-01-01T08:00:00Z", until: "2024-02-20")
    abroad.clockBinding = .fixed(try zone("Asia/Kolkata"))
    var allDay = ScheduleElement("allDay", on: try day("2024-01-01"))
    allDay.recurrence = .every(try period("P1D"))
    var task = task("tablet", .window, hourly, mixed, rule, abroad, allDay)
    task.schedule = task.schedule.cancelled(try key("allDay/2024-01-04T00:00"))
      .moved(try key("rule/2024-01-05T08:00"), to: try moment("2024-01-05T20:00:00Z"))
    return task
  }
}

extension HoldTests {
  /// A daily tablet at 08:00 from January 1, 2024.
  private func course(days count: Int = 10) throws -> CareRecord {
    var element = try element(from: "2024-01-01T08:00")
    element.count = count
    return CareRecord(patient: try patient(), tasks: [task("tablet", .window, element)])
  }

  private func hold(_ from: String, _ to: String?, _ mode: Hold.Mode) throws -> Hold {
    var hold = Hold(from: try moment(from), to: try to.map(moment))
    hold.mode = mode
    return hold
  }

  private func evaluated(_ record: CareRecord) throws -> TaskEvaluation {
    try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-01", "2024-02-01")))
  }

  /// The nominal times of all occurrences until February, or the year's end of a random one.
  private func nominals(_ record: CareRecord) throws -> [CivilDateTime] {
    let plan = try evaluated(record).plan
    let end = record.patient.id == "P" ? "2027-01-01T00:00Z" : "2024-02-01T00:00Z"
    let rows = plan.starting(in: try at("2023-12-01T00:00Z")..<at(end))
    return rows.map(plan.nominal)
  }
}

extension Hold {
  fileprivate func covers(_ date: CivilDate) -> Bool {
    guard case .local(let from) = from, case .local(let to)? = to else { return false }
    return from.date <= date && date < to.date
  }
}

extension CivilDate {
  fileprivate var next: CivilDate { adding(days: 1) }
  fileprivate var dayOfMonth: Int { Int(description.suffix(2)) ?? 0 }
}
