import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Initiation and persistence are of the whole plan up to the moment of the report, whatever its
/// range.
@Suite struct TreatmentPhasesTests {
  /// Doses from Monday 2025-03-03 on, of which a report looks at some.
  private func measures(
    _ doses: String, _ range: Range<Int>, asOf: Int? = nil, matching: Matching = .nearest,
    parameters: MeasureParameters = MeasureParameters()
  ) throws -> TaskMeasures {
    let world = try DoseWorld(doses, parameters)
    var record = world.record
    record.tasks[0].matching = matching
    let start = try day("2025-03-03")
    var query = AdherenceQuery(
      start.adding(days: range.lowerBound)..<start.adding(days: range.upperBound))
    let end = start.adding(days: asOf ?? range.upperBound)
    query.asOf = Instant(seconds: Int64(end.dayNumber) * 86_400)
    var evaluator = AdherenceEvaluator(query)
    let statistics = MeasureEvaluator(
      parameters, groups: Set(MeasureGroup.allCases), forCohort: true)
    return try #require(statistics.measures(of: record, by: &evaluator).tasks.first)
  }

  @Test(arguments: [Matching.nearest, .window])
  func theClockDoesNotBeginWithTheReport(_ matching: Matching) throws {
    let doses = "xxxxxxxxxx....xxxxxx"
    let part = try measures(doses, 10..<20, matching: matching)
    let phases = try #require(part.phases)
    let first = try day("2025-03-03")
    #expect(phases.isInitiated && phases.first == first)
    #expect(phases.initiationDelay.value.map { abs($0) < 1 } == true)
    let course = try #require(phases.course.value)
    #expect(course.persistenceDays == 20 && course.daysBefore == 10 && !course.isDiscontinued)
    // How well the plan was followed is of the report's days.
    #expect(course.expected == 10 && course.taken == 6 && part.taking.expected == 10)
    #expect(part.holidays?.holidays.map(\.days) == [4])
  }

  @Test func whoTookDosesBeforeHasBegun() throws {
    var parameters = MeasureParameters()
    parameters.gapDays = 5
    let stopped = try measures("xxx.......", 5..<10, parameters: parameters)
    let phases = try #require(stopped.phases)
    let last = try day("2025-03-05")
    #expect(phases.isInitiated && phases.last == last)
    #expect(phases.course.value?.isDiscontinued == true)
    #expect(phases.course.value?.daysBefore == phases.course.value?.persistenceDays)
    #expect(stopped.flags(parameters) == [.stopped])
    let never = try measures("..........", 5..<10, parameters: parameters)
    #expect(never.phases?.isInitiated == false && never.flags(parameters) == [.neverStarted])
  }

  @Test func aReportMadeLaterKnowsWhatCameAfterIt() throws {
    var parameters = MeasureParameters()
    parameters.gapDays = 5
    let doses = "xxxxx......"
    #expect(
      try measures(doses, 0..<6, parameters: parameters).phases?.course.value?.isDiscontinued
        == false)
    let later = try measures(doses, 0..<6, asOf: 11, parameters: parameters)
    #expect(later.phases?.course.value?.isDiscontinued == true && later.taking.expected == 6)
  }

  /// Any part of any plan has the phases of the whole.
  @Test func everyRangeHasThePhasesOfTheWhole() throws {
    var random = Seeded(state: 71)
    var parameters = MeasureParameters()
    (parameters.gapDays, parameters.resamples) = (3, 0)
    for _ in 0..<120 {
      let doses = String(
        (0..<12).map { _ in "xx...h".randomElement(using: &random) ?? "x" })
      parameters.restart = Bool.random(using: &random) ? .allowed : .ends
      let lower = Int.random(in: 0..<11, using: &random)
      let upper = Int.random(in: lower + 1...12, using: &random)
      let whole = try #require(measures(doses, 0..<upper, parameters: parameters).phases)
      let part = try #require(measures(doses, lower..<upper, parameters: parameters).phases)
      #expect(part.isInitiated == whole.isInitiated && part.first == whole.first, "\(doses)")
      #expect(part.last == whole.last && part.initiationDelay == whole.initiationDelay)
      #expect(part.course.value?.end == whole.course.value?.end, "\(doses) from \(lower)")
      #expect(part.course.value?.persistenceDays == whole.course.value?.persistenceDays)
      #expect(part.course.value?.isDiscontinued == whole.course.value?.isDiscontinued)
      #expect(part.course.value?.daysAfterLast == whole.course.value?.daysAfterLast)
    }
  }

  /// A plan that the report covers is evaluated once.
  @Test func plansWithinTheReportHaveNoOtherCourse() throws {
    let world = try DoseWorld("xx.x")
    #expect(world.course.whole == nil)
  }

  /// Who enters the curves, and when.
  @Test func curvesHavePatientsFromTheReportOn() throws {
    var parameters = MeasureParameters()
    (parameters.gapDays, parameters.resamples) = (3, 0)
    var members: [CohortMember] = []
    for doses in ["xxxxxxxxxx", "xx........", "xxxxxx....", "......xxxx", ".........."] {
      let own = try measures(doses, 5..<10, parameters: parameters)
      members.append(CohortMember(members.count, own, .reportEnd))
    }
    // A stop of three days can be seen until the seventh of ten.
    #expect(
      members.map(\.persistence) == [
        FollowUp(time: 7, entry: 5, hasEvent: false), nil,
        FollowUp(time: 6, entry: 5, hasEvent: true), FollowUp(time: 1, hasEvent: false), nil,
      ])
    // Days of 24 hours from 08:00 on: the tenth day ends 16 hours after nine of them.
    #expect(
      members.map(\.initiation) == [
        nil, nil, nil, FollowUp(time: 6, entry: 5, hasEvent: true),
        FollowUp(time: 9, entry: 5, hasEvent: false),
      ])
  }
}
