import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Who takes every dose as planned, whatever the plan.
@Suite struct PerfectTakerTests {
  @Test(
    "Perfect takers are near every planned interval, and covered",
    arguments: [
      ("daily", ["08:00", "12:00", "16:00", "20:00"]), ("daily", ["08:00", "14:00"]),
      ("FREQ=WEEKLY;BYDAY=MO,WE,FR", []), ("daily", ["08:00"]),
    ])
  func plansOfTheField(_ rule: String, _ times: [String]) throws {
    var element = try element(from: "2025-03-03T08:00", at: times)
    if rule != "daily" { element.recurrence = .rule(try #require(RecurrenceRule(rule))) }
    for matching in [Matching.window, .nearest] {
      let world = PerfectWorld(
        task: task("tablet", matching, element), zone: try zone("Europe/Berlin"),
        days: try day("2025-03-03")..<day("2025-04-28"))
      let measures = try world.measures(.ofReference)
      #expect(measures.timing?.interdose.nearOfIntervals == .value(1))
      #expect(isClose(measures.coverage?.forgiveness.value?.share, 1))
      measures.checkPerfect("\(matching)")
    }
  }

  @Test(
    "Perfect takers of drawn plans are perfect by every measure", arguments: (0..<150).sampled(38))
  func drawnPlans(_ seed: Int) throws {
    var draw = PlanDraw(seed: UInt64(seed))
    let world = try draw.world()
    try world.measures(.ofReference).checkPerfect("\(seed): \(world)")
  }

  @Test("Two events per dose within the gap change nothing", arguments: (150..<300).sampled(38))
  func drawnPairs(_ seed: Int) throws {
    var draw = PlanDraw(seed: UInt64(seed))
    var world = try draw.world()
    draw.pair(&world)
    try world.measures(.ofReference).checkPerfect("\(seed): \(world)")
  }

  @Test(
    "Who misses doses of two events misses as many as who misses doses of one",
    arguments: (300..<400).sampled(25))
  func drawnMisses(_ seed: Int) throws {
    var draw = PlanDraw(seed: UInt64(seed))
    var world = try draw.world()
    world.missed = draw.misses()
    let single = try world.measures(.ofReference)
    draw.pair(&world)
    let paired = try world.measures(.ofReference)
    #expect(single.taking.taken == paired.taking.taken, "\(seed): \(world)")
    #expect(single.taking.events == paired.taking.events, "\(seed): \(world)")
    #expect(single.taking.correctDays == paired.taking.correctDays)
    #expect(single.timing?.interdose.near == paired.timing?.interdose.near, "\(seed): \(world)")
    #expect(single.timing?.interdose.tooLong == paired.timing?.interdose.tooLong)
  }
}

extension TaskMeasures {
  /// Checks the measures of a patient who takes every dose at its planned time.
  fileprivate func checkPerfect(_ world: String) {
    #expect(taking.expected > 0 && taking.adherence == .value(1), "\(world)")
    #expect(taking.takingAdherence == .value(1) && taking.excessDosing == .value(0), "\(world)")
    #expect(taking.extra == 0 && taking.strayEvents == 0, "\(world)")
    #expect(taking.correctDosing == .value(1), "\(world)")
    #expect(unscheduled == UnscheduledCounts(), "\(world)")
    guard let timing else { return #expect(Bool(false), "no timing: \(world)") }
    #expect(timing.lateness.map(\.meanDistance) == .value(0), "\(world)")
    #expect(timing.interdose.count == taking.expected - 1, "\(world)")
    if taking.expected > 1 {
      #expect(timing.interdose.nearOfIntervals == .value(1), "\(world)")
      #expect(isClose(coverage?.forgiveness.value?.share, 1), "\(world)")
    }
  }
}

/// A patient who takes every dose at its time.
private struct PerfectWorld: CustomStringConvertible {
  var task: CareTask
  var zone: Zone
  var days: Range<CivilDate>
  /// The seconds after the first event of a dose at which another event follows.
  var second: Int?
  /// The value that each event records.
  var value: Double?
  /// Which doses are missed, by their number modulo the count.
  var missed: [Bool] = [false]

  var description: String {
    "\(task.schedule.elements[0]) in \(zone.id), \(task.matching), wait \(task.minWait ?? 0), \(days), "
      + "\(task.scoring?.rawValue ?? "none"), second \(second ?? 0), value \(value ?? 0)"
  }

  func measures(_ parameters: MeasureParameters) throws -> TaskMeasures {
    var record = CareRecord(patient: Patient(id: "P1", zone: zone), tasks: [task])
    var query = AdherenceQuery(days)
    query.asOf = try at("2030-01-01T00:00:00Z")
    let starts = try record.events(query).map(\.start)
    for (number, start) in starts.enumerated() where !missed[number % missed.count] {
      for delay in [0, second].compactMap(\.self) {
        let values = value.map { [OutcomeValue(.number($0), units: "puff")] } ?? []
        record.outcomes.append(
          Outcome(task: task.id, time: start.adding(seconds: Int64(delay)), values: values))
      }
    }
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator(parameters).measures(of: record, by: &evaluator)
    return try #require(measures.tasks.first)
  }
}

/// Plans that chance makes: several times a day, on some weekdays, every few days or in cycles, in
/// zones that change their clocks.
private struct PlanDraw {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(state: seed &+ 1_000) }

  private mutating func any<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  mutating func world() throws -> PerfectWorld {
    let (start, zone) = any([
      ("2025-03-05", "America/New_York"), ("2025-10-29", "America/New_York"),
      ("2025-03-26", "Europe/Berlin"), ("2025-10-22", "Europe/Berlin"),
      ("2025-04-02", "Australia/Lord_Howe"), ("2025-06-01", "UTC"),
    ])
    // No two on one hour, and none in the hours that clocks skip or repeat.
    let hours = Set((0..<Int.random(in: 1...5, using: &random)).map { _ in any(Array(4...22)) })
    let times = try hours.sorted().map { hour in
      try #require(CivilTime("\(hour < 10 ? "0" : "")\(hour):\(any(["00", "15", "30"]))"))
    }
    let first = try day(start)
    var element = ScheduleElement(
      "tablet", from: .local(CivilDateTime(date: first, time: times[0])))
    element.recurrence = try recurrence()
    element.times = times
    var task = CareTask(id: "tablet", schedule: Schedule([element]))
    task.matching = any([.window, .nearest])
    if any([true, false]) { task.minWait = 900 }
    let end = first.adding(days: Int.random(in: 15...60, using: &random))
    return PerfectWorld(task: task, zone: try TestSupport.zone(zone), days: first..<end)
  }

  private mutating func recurrence() throws -> Recurrence {
    switch Int.random(in: 0...3, using: &random) {
    case 0: return .every(ISODuration(days: Int.random(in: 1...4, using: &random)))
    case 1: return .cycle(on: Int.random(in: 1...6, using: &random), off: any([1, 2, 3]))
    case 2:
      let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].filter { _ in any([true, false]) }
      let list = (weekdays.isEmpty ? ["TU"] : weekdays).joined(separator: ",")
      return .rule(try #require(RecurrenceRule("FREQ=WEEKLY;BYDAY=\(list)")))
    default: return .every(ISODuration(days: 1))
    }
  }

  /// Has each dose recorded by two events: halves of its amount, or openings within the wait.
  mutating func pair(_ world: inout PerfectWorld) {
    world.second = Int.random(in: 1...899, using: &random)
    if any([true, false]) {
      world.task.minWait = 900
      return
    }
    let amount = any([2.0, 0.5, 3])
    world.value = amount / 2
    world.task.schedule.elements[0].targets = [ScheduleElement.Target(amount, units: "puff")]
    world.task.scoring = any([.recorded, .summed])
  }

  mutating func misses() -> [Bool] {
    let share = any([3, 5, 9])
    return (0..<97).map { _ in Int.random(in: 0..<share, using: &random) == 0 }
  }
}
