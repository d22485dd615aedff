import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Persistence, drug holidays and flags of quotas, held against their definitions.
@Suite struct QuotaPhasesTests {
  /// A quota whose uses are days, by number.
  struct World {
    var quota: Quota
    var days: Range<Int>
    var held: Range<Int>
    var uses: [Int]
    /// The days of the report.
    var report: Range<Int>
    var parameters = MeasureParameters()
  }

  /// A period by its definition.
  struct Period {
    var days: [Int]
    var active: [Int]
    var required: Double
    var done: Int
    var last: Int { days.last ?? 0 }
    var isEmpty: Bool { done == 0 }
  }

  @Test(arguments: (1...8 as ClosedRange<UInt64>).sampled(2))
  func agreesWithTheDefinition(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var kinds: Set<String> = []
    for _ in 0..<60 {
      let task = try check(try world(&random))
      kinds.formUnion(task.flags(trendP: nil).map(\.rawValue))
      if task.holidays?.count ?? 0 > 0 { kinds.insert("holiday") }
      if task.phases?.course.value?.daysBefore ?? 0 > 0 { kinds.insert("before") }
    }
    #expect(kinds.isSuperset(of: ["stopped", "paused", "holiday", "before"]))
  }

  /// Whole and cut weeks of three walks: 6 of 6, 12/7 of 3 + 12/7, none of 3, and none of 2 · 1000.
  @Test func cohortsHaveTheRatiosOfQuotas() throws {
    let monday = try day("2025-03-03").dayNumber
    let patients = [
      (monday, [0, 1, 2, 7, 8, 9], 3), (monday + 3, [3, 4], 3), (monday + 7, [], 3),
      (monday, [], 1_000),
    ]
    var parameters = MeasureParameters()
    parameters.resamples = 0
    var collection = CohortCollection(parameters)
    for (start, uses, times) in patients {
      let world = World(
        quota: Quota(times, per: try period("P1W")), days: start..<monday + 14, held: 0..<0,
        uses: uses.map { monday + $0 }, report: monday..<monday + 14, parameters: parameters)
      collection.add(try patient(of: world), to: [])
    }
    let summary = try #require(
      CohortStatistics(collection, parameters).tasks.first?.whole.summary)
    let cut = 12.0 / 7
    #expect(summary.evaluable == 4 && summary.patients == 4 && summary.adherentPatients == 1)
    #expect(zip(summary.ratios, [0, 0, cut / (3 + cut), 1]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(abs(summary.due - (2012 + cut)) < 1e-6)
    let pooled = try #require(summary.pooledRatio.value)
    #expect(abs(pooled - (6 + cut) / (2012 + cut)) < 1e-6)
  }

  private func world(_ random: inout Seeded) throws -> World {
    let first = try day("2025-01-01").dayNumber + .random(in: 0...10, using: &random)
    let end = first + .random(in: 20...150, using: &random)
    let rest = first + .random(in: 0...150, using: &random)
    let stop = first + .random(in: 0...150, using: &random)
    let per = try #require(["P1D", "P1W", "P10D", "P1M"].randomElement(using: &random))
    let rate = Int.random(in: 2...20, using: &random)
    var world = World(
      quota: Quota(.random(in: 1...4, using: &random), per: try period(per)),
      days: first..<end, held: rest..<(rest + .random(in: 0...25, using: &random)),
      uses: (first..<max(first, min(end, stop))).filter { _ in
        Int.random(in: 1...rate, using: &random) == 1
      },
      report: (Bool.random(using: &random) ? first : first + 17)..<(end + 3))
    world.parameters.gapDays = .random(in: 5...40, using: &random)
    world.parameters.holidayDays = .random(in: 2...9, using: &random)
    world.parameters.restart = Bool.random(using: &random) ? .ends : .allowed
    return world
  }

  private func check(_ world: World) throws -> TaskMeasures {
    let task = try measures(of: world)
    let periods = periods(of: world).filter { $0.required > 0 }
    let uses = world.uses.filter { !world.held.contains($0) }
    let course = task.phases?.course.value
    #expect(task.phases?.isInitiated == !uses.isEmpty, "\(world)")
    guard let first = uses.first, let observed = periods.last?.last else {
      #expect(course == nil, "\(world)")
      let isDue = periods.contains { world.report.contains($0.last) }
      let flags = task.flags(world.parameters)
      #expect(flags == (isDue && uses.isEmpty ? [.neverStarted] : []), "\(world)")
      return task
    }
    let last = lastUse(uses, periods, world)
    let isOver = isGap(after: last, before: observed + 1, periods, world)
    let end = isOver ? last : max(observed, last)
    #expect(course?.isDiscontinued == isOver, "\(world)")
    #expect(course?.persistenceDays == end - first + 1, "\(world)")
    let within = periods.filter {
      world.report.contains($0.last) && $0.last >= first && ($0.days.first ?? 0) <= end
    }
    #expect(abs((course?.due ?? -1) - within.map(\.required).reduce(0, +)) < 1e-6, "\(world)")
    let done = within.map { min(Double($0.done), $0.required) }.reduce(0, +)
    #expect(abs((course?.done ?? -1) - done) < 1e-6, "\(world)")
    let empty = Set(periods.filter(\.isEmpty).flatMap(\.active))
    let isPaused = empty.count { $0 > last && $0 <= observed } >= world.parameters.holidayDays
    let flags: [PatientFlag] = isOver ? [.stopped] : isPaused ? [.paused] : []
    #expect(task.flags(world.parameters, trendP: nil) == flags, "\(world)")
    let own = Set(
      periods.filter { $0.isEmpty && world.report.contains($0.last) }.flatMap(\.active))
    #expect(holidays(of: task) == runs(of: own, in: first...max(first, end), world), "\(world)")
    return task
  }

  /// The periods that are over at the end of the report.
  private func periods(of world: World) -> [Period] {
    func name(_ day: Int) -> [Int] {
      let date = CivilDate(dayNumber: day)
      return switch (world.quota.per.months, world.quota.per.days) {
      case (1, _): [date.year, date.month]
      case (_, 1): [day]
      case (_, 7): [day - date.weekday.days(after: .monday)]
      case (_, let length): [(day - world.days.lowerBound) / length]
      }
    }
    let near = world.days.lowerBound - 40..<world.days.upperBound + 40
    return Dictionary(grouping: world.days, by: name).compactMap { key, days -> Period? in
      let days = days.sorted()
      guard (days.last ?? 0) < world.report.upperBound else { return nil }
      let isAnchored = world.quota.per.days > 7
      let length = isAnchored ? world.quota.per.days : near.count { name($0) == key }
      let active = days.filter { !world.held.contains($0) }
      return Period(
        days: days, active: active,
        required: Double(world.quota.count * active.count) / Double(length),
        done: world.uses.count(where: active.contains))
    }.sorted { $0.last < $1.last }
  }

  /// Whether nothing was done for so long that it ends persistence: two periods or more, and the
  /// days.
  private func isGap(after day: Int, before end: Int, _ periods: [Period], _ world: World) -> Bool {
    let days = periods.flatMap(\.active).count { $0 > day && $0 < end }
    let missed = periods.count { $0.isEmpty && $0.last > day && $0.last < end }
    return days >= world.parameters.gapDays && missed >= 2
  }

  private func lastUse(_ uses: [Int], _ periods: [Period], _ world: World) -> Int {
    guard world.parameters.restart == .ends else { return uses.last ?? 0 }
    return zip(uses, uses.dropFirst()).first { isGap(after: $0, before: $1, periods, world) }?.0
      ?? uses.last ?? 0
  }

  /// The runs of consecutive days that are long enough.
  private func runs(of days: Set<Int>, in range: ClosedRange<Int>, _ world: World) -> [[Int]] {
    var runs: [[Int]] = []
    for day in range where days.contains(day) {
      if runs.last?.last == day - 1 {
        runs[runs.count - 1].append(day)
      } else {
        runs.append([day])
      }
    }
    return runs.filter { $0.count >= world.parameters.holidayDays }
  }

  private func holidays(of task: TaskMeasures) -> [[Int]] {
    (task.holidays?.holidays ?? []).map { Array(Int($0.first)...Int($0.last)) }
  }

  private func measures(of world: World) throws -> TaskMeasures {
    try #require(try patient(of: world).tasks.first)
  }

  private func patient(of world: World) throws -> PatientMeasures {
    func local(_ day: Int) -> LocalOrInstant {
      .local(CivilDateTime(date: CivilDate(dayNumber: day)))
    }
    var walk = ScheduleElement("walk", from: local(world.days.lowerBound))
    walk.recurrence = .quota(world.quota)
    walk.end = local(world.days.upperBound)
    var task = CareTask(id: "walk", schedule: Schedule([walk]))
    task.matching = .window
    let record = CareRecord(
      patient: Patient(id: "ann", zone: try #require(Zone("UTC"))), tasks: [task],
      outcomes: world.uses.map {
        Outcome(task: "walk", time: Instant(seconds: Int64($0) * 86_400 + 36_000))
      }, holds: [Hold(from: local(world.held.lowerBound), to: local(world.held.upperBound))])
    var evaluator = AdherenceEvaluator(
      AdherenceQuery(
        CivilDate(
          dayNumber: world.report.lowerBound)..<CivilDate(dayNumber: world.report.upperBound)))
    return MeasureEvaluator(world.parameters, forCohort: true).measures(of: record, by: &evaluator)
  }
}
