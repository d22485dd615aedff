import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct TaskPlanTests {
  /// A task that was edited and put on hold, with all changes at midnight.
  struct World {
    var record: CareRecord
    /// The date from which each version is in force, in order.
    var begins: [CivilDate?]
  }

  /// Day by day: a version's clock counts the days since it began, except for those on hold, and the
  /// occurrences of its schedule on that day take place.
  @Test func plansFollowTheDefinition() throws {
    var random = try RandomRecords(seed: 77)
    var count = 0
    for _ in 0..<(isExhaustive ? 120 : 30) {
      let world = try world(&random)
      let plan = try plan(of: world.record)
      let found = plan.starting(in: .earliest ..< .latest).map { plan.key(of: $0).description }
      let defined = try defined(world)
      count += defined.count
      #expect(found.sorted() == defined.sorted(), "\(world.record.tasks) \(world.record.holds)")
    }
    #expect(count > (isExhaustive ? 1000 : 200))
  }

  @Test func everyQueryAnswersFromTheSameList() throws {
    var random = try RandomRecords(seed: 78)
    for _ in 0..<(isExhaustive ? 60 : 15) {
      let plan = try plan(of: try world(&random).record)
      let all = plan.starting(in: .earliest ..< .latest)
      #expect(all == all.sorted() && Set(all).count == all.count)
      for _ in 0..<5 {
        let bounds = [random.instant(), random.instant()].sorted()
        let range = bounds[0]..<bounds[1]
        let expected = all.filter { range.contains($0.start) }
        #expect(plan.starting(in: range) == expected)
        #expect(plan.count(startingIn: range) == expected.count)
        #expect(
          plan.first(startingAtOrAfter: range.lowerBound)
            == all.first { $0.start >= range.lowerBound })
      }
      for row in all {
        let key = plan.key(of: row)
        #expect(plan.occurrence(for: key) == row)
        #expect(key.nominal == plan.nominal(of: row))
        #expect(key.element == plan.element(at: row.element).id)
        #expect(plan.end(of: row) == row.start.adding(seconds: 1800))
      }
    }
  }

  @Test func aPlanOfOneVersionIsItsSchedule() throws {
    let element = try element(from: "2024-01-01T08:00", until: "2024-02-01")
    var record = CareRecord(patient: try patient(), tasks: [task("tablet", .keyed, element)])
    for begin in [nil, "2023-05-01", "2024-01-01", "2024-01-01T08:00"] {
      record.tasks[0].effectiveFrom = try begin.map(moment)
      let plan = try plan(of: record)
      #expect(plan.parts.count == 1)
      #expect(plan.parts[0].occurrences.schedule == record.tasks[0].schedule)
      #expect(plan.parts[0].displacement == 0)
    }
  }

  @Test func elementsOfPartsHaveNumbersOfTheirOwn() throws {
    var first = task(
      "tablet", .keyed, try element("a", from: "2024-01-01T08:00"),
      try element("b", from: "2024-01-01T20:00"))
    var second = first
    second.effectiveFrom = try moment("2024-01-03")
    first.title = "first"
    let plan = try plan(of: CareRecord(patient: try patient(), tasks: [first, second]))
    let rows = plan.starting(in: try at("2024-01-02T00:00Z")..<at("2024-01-04T00:00Z"))
    #expect(rows.map(\.element) == [0, 1, 2, 3])
    #expect(rows.map { plan.element(at: $0.element).id } == ["a", "b", "a", "b"])
    #expect(rows.map(\.ordinal) == [1, 1, 2, 2])
  }

  /// The clock of an element with a zone of its own stops at the same moment, at that zone's local time.
  @Test func elementsWithAZoneOfTheirOwnMoveByTheirOwnClock() throws {
    var call = try element("call", from: "2024-01-01T09:00")
    call.clockBinding = .fixed(try zone("Asia/Kolkata"))
    var record = CareRecord(
      patient: try patient(in: "America/New_York"),
      tasks: [task("tablet", .keyed, try element(from: "2024-01-01T08:00"), call)])
    var hold = Hold(from: try moment("2024-01-02"), to: try moment("2024-01-04"))
    hold.mode = .extend
    record.holds = [hold]
    let plan = try plan(of: record)
    let rows = plan.starting(in: .earliest..<(try at("2024-01-05T12:00Z")))
    let keys = rows.map { plan.key(of: $0).description }
    #expect(
      keys == [
        "call/2024-01-01T09:00:00", "tablet/2024-01-01T08:00:00", "call/2024-01-02T09:00:00",
        "tablet/2024-01-04T08:00:00", "call/2024-01-05T09:00:00",
      ])
    #expect(rows[4].start == (try at("2024-01-05T03:30Z")))
    #expect(plan.zone(of: rows[4]).id == "Asia/Kolkata")
  }

  @Test func aVersionWithoutElementsIsAPause() throws {
    let first = task("tablet", .keyed, try element(from: "2024-01-01T08:00"))
    var pause = CareTask(id: "tablet", schedule: Schedule([]))
    pause.effectiveFrom = try moment("2024-01-03")
    pause.title = "pause"
    let plan = try plan(of: CareRecord(patient: try patient(), tasks: [first, pause]))
    #expect(plan.count(startingIn: .earliest ..< .latest) == 2)
    #expect(plan.task.title == "pause")
  }

  /// Months are counted from the start as moved by holds.
  @Test func aLengthOfMonthsEndsWhereItsStartHasMovedTo() throws {
    var record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .keyed, try element(from: "2024-01-28T08:00", lasting: "P1M"))])
    var hold = Hold(from: try moment("2024-01-29"), to: try moment("2024-01-31"))
    hold.mode = .extend
    record.holds = [hold]
    let plan = try plan(of: record)
    let moved = try #require(plan.occurrence(for: try key("tablet/2024-01-31T08:00")))
    #expect(plan.end(of: moved) == (try at("2024-02-29T08:00Z")))
  }
}

extension TaskPlanTests {
  private func plan(of record: CareRecord) throws -> TaskPlan {
    try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2025-03-20", "2025-03-21"))
    ).plan
  }

  private func world(_ random: inout RandomRecords) throws -> World {
    let first = try day("2025-03-20")
    var record = CareRecord(patient: Patient(id: "P", zone: try zone(random.any(random.zones))))
    let starts = Set((0..<random.number(0...2)).map { _ in random.number(1...30) }).sorted()
    let begins = [nil] + starts.map { first.adding(days: $0) }
    for begin in begins {
      var version = task("tablet", .keyed, try daily(from: first, &random))
      if let last = record.tasks.last, random.isTrue(oneIn: 2) { version = last }
      version.effectiveFrom = begin.map { .local(CivilDateTime(date: $0)) }
      record.tasks.append(version)
    }
    record.holds = try (0..<random.number(0...3)).map { _ in try hold(from: first, &random) }
    return World(record: record, begins: begins)
  }

  private func daily(from first: CivilDate, _ random: inout RandomRecords) throws
    -> ScheduleElement
  {
    let date = first.adding(days: random.number(0...12))
    var element = try element(
      from: "\(date)T\(try random.any(["02:30", "08:00", "23:30"]))",
      every: try random.any(["P1D", "P2D", "P1W"]), lasting: "PT30M")
    element.count = random.number(1...20)
    return element
  }

  private func hold(from first: CivilDate, _ random: inout RandomRecords) throws -> Hold {
    let from = first.adding(days: random.number(0...40))
    let to = random.isTrue(oneIn: 8) ? nil : from.adding(days: random.number(1...7))
    var hold = Hold(
      from: .local(CivilDateTime(date: from)), to: to.map { .local(CivilDateTime(date: $0)) })
    hold.mode = try random.any([.extend, .extend, .extend, .truncate, .annotate])
    return hold
  }

  private func defined(_ world: World) throws -> [String] {
    let first = try day("2025-03-15")
    let nominals = world.record.tasks.map { version in
      let own = compiled(version.schedule, in: .utc)
      return own.starting(in: .earliest ..< .latest).map(own.nominal)
    }
    return (0..<220).flatMap { number -> [String] in
      let date = first.adding(days: number)
      guard let index = world.begins.lastIndex(where: { $0.map { $0 <= date } ?? true }),
        let reading = world.clock(of: index, on: date)
      else { return [] }
      return nominals[index].filter { $0.date == reading }
        .map { "tablet/\(CivilDateTime(date: date, time: $0.time))" }
    }
  }
}

extension TaskPlanTests.World {
  /// The reading of a version's clock on a day; `nil` if it is stopped or the plan has ended.
  fileprivate func clock(of index: Int, on date: CivilDate) -> CivilDate? {
    let isOver = record.holds.contains { hold in
      let from = hold.from.civil(in: .utc).date
      return hold.mode == .truncate && from <= date && begins[index].map { $0 <= from } ?? true
    }
    // Versions with one repetition share a clock.
    var start = index
    while start > 0, record.tasks[start - 1].repeats(as: record.tasks[index]) { start -= 1 }
    let anchor = record.tasks[index].schedule.elements[0].start.civil(in: .utc).date
    let began = max(anchor, begins[start] ?? anchor)
    if isOver || (date >= began && isHeld(date)) { return nil }
    return date.adding(days: -(0..<max(0, date - began)).count { isHeld(began.adding(days: $0)) })
  }

  private func isHeld(_ date: CivilDate) -> Bool {
    record.holds.contains { hold in
      hold.mode == .extend && hold.from.civil(in: .utc).date <= date
        && hold.to.map { date < $0.civil(in: .utc).date } ?? true
    }
  }
}

extension CareTask {
  fileprivate func repeats(as other: CareTask) -> Bool {
    let (own, other) = (schedule.elements[0], other.schedule.elements[0])
    return own.start == other.start && own.recurrence == other.recurrence
  }
}
