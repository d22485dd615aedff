package import AdherenceAnalytics
package import Scheduling
import Testing

/// Random records and queries: a few weeks of a few tasks around a change of clocks in spring.
///
/// Amounts are quarters and targets powers of two, so that sums do not depend on grouping.
package struct RandomRecords: Drawing {
  package var random: Seeded
  private var records = 0

  /// Whether values may be Booleans.
  private let drawsBooleans: Bool
  /// Whether outcomes may be refusals.
  package var refuses = true
  package var zones = [
    "UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo",
  ]

  private let first: CivilDate
  /// The time range of all events, with some margin.
  private let span: ClosedRange<Instant>

  package init(seed: UInt64, drawsBooleans: Bool = false) throws {
    self.drawsBooleans = drawsBooleans
    random = Seeded(state: seed)
    first = try day("2025-03-20")
    span = try at("2025-03-15T00:00:00Z")...at("2025-05-15T00:00:00Z")
  }

  package mutating func any<Choice>(_ choices: [Choice]) throws -> Choice {
    try #require(choices.randomElement(using: &random))
  }

  package mutating func instant() -> Instant {
    let seconds = span.lowerBound.seconds...span.upperBound.seconds
    return Instant(seconds: Int64.random(in: seconds, using: &random) / 300 * 300)
  }

  package mutating func record() throws -> CareRecord {
    records += 1
    var record = CareRecord(
      patient: Patient(
        id: "P\(records)", zone: try zone(try any(zones)), group: try any([nil, "A", "B"])))
    for index in 0..<number(1...3) {
      let task = try task("task\(index)")
      record.tasks.append(task)
      record.outcomes += try outcomes(of: task, in: record.patient.zone)
    }
    record.outcomes.shuffle(using: &random)
    for _ in 0..<number(0...2) { record.holds.append(try hold(record.tasks)) }
    return record
  }

  package mutating func query(by period: CalendarPeriod = .all) throws -> AdherenceQuery {
    let from = first.adding(days: number(-3...20))
    var query = AdherenceQuery(from..<from.adding(days: number(1...30)), by: period)
    query.asOf = instant()
    query.dayBoundary = try #require(CivilTime(try any(["00:00", "03:00", "04:30"])))
    query.denominator = try any(Denominator.allCases)
    query.scoring = try any(Scoring.allCases)
    return query
  }
}

extension RandomRecords {
  private mutating func task(_ id: String) throws -> CareTask {
    var task = CareTask(
      id: id, schedule: Schedule(try (1...number(1...2)).map { try element("element\($0)") }))
    task.matching = try any(Matching.allCases)
    task.minWait = try any([nil, nil, 900, 7200])
    task.impactsAdherence = !isTrue(oneIn: 4)
    return task
  }

  private mutating func element(_ id: String) throws -> ScheduleElement {
    let from = first.adding(days: number(0...9))
    var element = ScheduleElement(id, on: from)
    if !isTrue(oneIn: 4) {
      element.isAllDay = false
      element.times = try any([
        ["08:00", "20:00"], ["02:30"], ["23:30"], ["01:00", "07:00", "13:00"],
      ])
      .map { try #require(CivilTime($0)) }
      element.duration = try period(try any(["PT0S", "PT0S", "PT30M", "PT10H"]))
      element.window = isTrue(oneIn: 2) ? try window() : nil
    }
    element.recurrence = .every(try period(try any(["P1D", "P1D", "P2D", "P1W"])))
    element.end = .local(CivilDateTime(date: from.adding(days: number(1...30))))
    element.targets = try any([[], [ScheduleElement.Target(try any([0, 0.5, 1, 2]))]])
    return element
  }

  private mutating func window() throws -> ScheduleElement.Window {
    ScheduleElement.Window(
      opensBefore: try period(try any(["PT0S", "PT1H", "PT6H", "P1D"])),
      closesAfter: try period(try any(["PT1H", "PT2H"])),
      lateUntil: try period(try any(["PT2H", "PT8H", "P1D"])))
  }

  private mutating func outcomes(of task: CareTask, in zone: Zone) throws -> [Outcome] {
    let planned = compiled(task.schedule, in: zone)
    let rows = planned.starting(in: span.lowerBound..<span.upperBound)
    return try rows.filter { _ in !isTrue(oneIn: 5) }.map { row in
      var near = row.start.adding(seconds: Int64(number(-60...60)) * 300)
      if isTrue(oneIn: 10) { near = instant() }
      var key = isTrue(oneIn: 3) ? planned.key(of: row) : nil
      if isTrue(oneIn: 20) { key?.element = "gone" }
      return Outcome(
        task: task.id, key: key, time: key != nil && isTrue(oneIn: 3) ? nil : near,
        values: try values(),
        status: refuses && isTrue(oneIn: 8) ? try any([.skipped, .declined]) : .completed)
    }
  }

  /// Returns no value, a number or, rarely, Booleans, mostly `false` (nothing was done).
  private mutating func values() throws -> [OutcomeValue] {
    if isTrue(oneIn: 4) { return [] }
    guard drawsBooleans, isTrue(oneIn: 6) else {
      return [OutcomeValue(.number(Double(number(0...8)) / 4))]
    }
    return (0..<number(1...2)).map { _ in OutcomeValue(.boolean(isTrue(oneIn: 4))) }
  }

  package mutating func hold(_ tasks: [CareTask]) throws -> Hold {
    let from = first.adding(days: number(0...30))
    return Hold(
      task: try any([nil] + tasks.map(\.id)), from: .local(CivilDateTime(date: from)),
      to: isTrue(oneIn: 6) ? nil : .local(CivilDateTime(date: from.adding(days: number(1...8)))))
  }
}
