import AdherenceAnalytics
@testable import AdherenceStatistics
import Scheduling
import TestSampling
import TestSupport
import Testing

/// A stop is seen once the gap that makes it has passed: follow-up ends a gap before the end of
/// observation.
@Suite struct PersistenceFollowUpTests {
  private let start = CivilDate("2025-03-03") ?? .first

  private func statistics(
    _ worlds: [DoseWorld], _ parameters: MeasureParameters = MeasureParameters()
  ) throws -> GroupStatistics {
    var parameters = parameters
    parameters.resamples = 0
    var collection = CohortCollection(parameters)
    for world in worlds { collection.add(world.summary, to: []) }
    return try #require(CohortStatistics(collection, parameters).tasks.first?.whole)
  }

  /// 2,000 patients (500 in a sample run) who stop with a hazard of 1 % a day and are seen for 120
  /// days: up to day 90 the curve is within four standard errors of 0.99^*t*, and later it is not
  /// given. (Censored on day 120, it would say S(120) = 0.396, where the truth is 0.299.)
  @Test func theCurveOfSimulatedPatientsAgreesWithTheirHazard() throws {
    var random = Seeded(state: 45)
    let count = isExhaustive ? 2_000 : 500
    let worlds = try (0..<count).map { place in
      var days = 1
      while days < 120, Double.random(in: 0..<1, using: &random) >= 0.01 { days += 1 }
      let doses = String(repeating: "x", count: days) + String(repeating: ".", count: 120 - days)
      return try DoseWorld(doses, name: "\(place)")
    }
    let curve = try statistics(worlds).persistence
    #expect(curve.count == count && curve.steps.last?.time == 90)
    for step in curve.steps {
      let truth = (0..<Int(step.time)).reduce(1.0) { share, _ in share * 0.99 }
      let error = (truth * (1 - truth) / Double(count)).squareRoot()
      #expect(abs(step.survival - truth) < 4 * error, "day \(step.time)")
    }
    #expect(curve.survival(at: 90).value != nil)
    #expect(curve.survival(at: 91) == .missing(.notReached))
    #expect(curve.survival(at: 120) == .missing(.notReached))
  }

  struct Case: CustomTestStringConvertible {
    var doses: String
    /// The value of the column; `nil` if it cannot be evaluated yet.
    var discontinued: Bool?
    /// The days of follow-up in a curve; `nil` where the patient is in none.
    var days: Int?
    var testDescription: String { doses }
  }

  private static func run(_ letter: Character, _ count: Int) -> String {
    String(repeating: letter, count: count)
  }

  static let cases = [
    Case(doses: run("x", 100), discontinued: false, days: 70),
    Case(doses: run("x", 70) + run(".", 30), discontinued: true, days: 70),
    Case(doses: run("x", 71) + run(".", 29), discontinued: nil, days: 70),
    Case(doses: run("x", 99) + ".", discontinued: nil, days: 70),
    Case(doses: run("x", 30), discontinued: false, days: nil),
    Case(doses: run("x", 31), discontinued: false, days: 1),
    Case(doses: run("x", 10) + run(".", 20), discontinued: nil, days: nil),
    Case(doses: run(".", 50) + run("x", 20), discontinued: false, days: nil),
    // Days of a hold do not count to a gap.
    Case(doses: run("x", 70) + run("h", 10) + run("x", 20), discontinued: false, days: 60),
  ]

  @Test(arguments: cases) func whatCanBeJudged(_ example: Case) throws {
    let world = try DoseWorld(example.doses)
    let column = example.discontinued.map { MeasureColumn.Value.truth($0) }
    #expect(world.measures["discontinued"] == column ?? .missing(.notJudgedYet))
    let member = CohortMember(0, world.measures, .reportEnd)
    #expect(member.persistence?.time == example.days.map(Double.init))
    #expect(
      member.persistence.map(\.hasEvent) == example.days.map { _ in example.discontinued == true })
  }

  /// Follow-up ends on the last day that is followed by at least a gap's number of days with a due
  /// dose.
  @Test(arguments: (1...40 as ClosedRange<UInt64>).sampled(10))
  func followUpEndsAGapBeforeTheLastDueDay(_ seed: UInt64) throws {
    var (random, parameters) = (Seeded(state: seed), MeasureParameters())
    parameters.gapDays = Int.random(in: 1...20, using: &random)
    let letters = (0..<60).map { _ in
      ["x", "x", "x", ".", "h"].randomElement(using: &random) ?? "x"
    }
    let world = try DoseWorld(letters.joined(), parameters)
    guard let course = world.measures.phases?.course.value, let first = letters.firstIndex(of: "x")
    else { return }
    let observed = letters.lastIndex { $0 != "h" } ?? 0
    let last = (first...observed).last { day in
      let due = letters[(day + 1)...].count { $0 != "h" }
      return due >= parameters.gapDays && due >= min(2, parameters.gapDays)
    }
    #expect(course.judgedDays == last.map { $0 - first + 1 })
    #expect(!course.isDiscontinued || course.persistenceDays <= course.judgedDays ?? 0)
  }

  /// A device that is returned after 40 perfect days of 84.
  @Test func aReturnedDeviceIsNoDiscontinuation() throws {
    let doses = Self.run("x", 40) + Self.run(".", 44)
    let whole = try DoseWorld(doses)
    #expect(whole.measures.flags() == [.stopped])
    let period = ObservationPeriod(to: start.adding(days: 39), endCause: .deviceReturned)
    let world = try DoseWorld(doses, observation: period)
    #expect(world.summary.summary.total.ratio == 1 && world.summary.summary.total.due == 40)
    #expect(world.measures.phases?.course.value?.end == start.adding(days: 39))
    #expect(world.measures["discontinued"] == .truth(false))
    #expect(world.measures.flags(on: start.adding(days: 41)) == [])
    let group = try statistics([world])
    #expect(group.ends == [.deviceReturned: 1] && group.discontinued == 0 && group.followed == 1)
    #expect(group.persistence.steps.map(\.time) == [10] && group.persistence.steps[0].events == 0)
  }

  /// A patient who stopped before the observation ended counts as discontinued, but is not flagged.
  @Test func aStopBeforeTheEndOfObservationCounts() throws {
    let period = ObservationPeriod(to: start.adding(days: 79), endCause: .withdrawal)
    let world = try DoseWorld(Self.run("x", 20) + Self.run(".", 80), observation: period)
    #expect(world.measures["discontinued"] == .truth(true))
    #expect(world.measures.flags(on: start.adding(days: 101)) == [])
    #expect(try statistics([world]).ends == [:])
  }

  @Test func causesInWordsOfTheDataAreOthers() throws {
    let causes: [(EndCause?, FollowUpEnd)] = [
      (.death, .death), (EndCause("moved away"), .other), (nil, .unknown),
    ]
    for (cause, end) in causes {
      let period = ObservationPeriod(to: start.adding(days: 49), endCause: cause)
      let world = try DoseWorld(Self.run("x", 60), observation: period)
      #expect(try statistics([world]).ends == [end: 1])
    }
    #expect(try statistics([try DoseWorld(Self.run("x", 60))]).ends == [.reportEnd: 1])
  }

  /// Of a quota that was met week by week, periods that could have been empty count.
  @Test func quotasAreJudgedByThePeriodsThatCouldBeEmpty() throws {
    var walk = ScheduleElement("walk", from: .local(CivilDateTime(date: start)))
    walk.recurrence = .quota(Quota(1, per: ISODuration(days: 7)))
    walk.end = .local(CivilDateTime(date: start.adding(days: 84)))
    let outcomes = (0..<12).map { week in
      Outcome(
        task: "walk",
        time: Instant(seconds: Int64(start.adding(days: 7 * week).dayNumber) * 86_400 + 36_000))
    }
    let record = CareRecord(
      patient: Patient(id: "ann", zone: .utc),
      tasks: [CareTask(id: "walk", schedule: Schedule([walk]))], outcomes: outcomes)
    var query = AdherenceQuery(start..<start.adding(days: 84))
    query.asOf = try at("2030-01-01T00:00:00Z")
    var evaluator = AdherenceEvaluator(query)
    let statistics = MeasureEvaluator(forCohort: true)
    let measures = try #require(statistics.measures(of: record, by: &evaluator).tasks.first)
    #expect(measures.phases?.course.value?.judgedDays == 54)
  }
}
