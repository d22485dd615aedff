import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The texts of a patient's flags, and the order of patients.
@Suite struct PatientFactsTests {
  /// A record with a tablet every day and a survey every week, each by a word that has a letter an
  /// occurrence: `x` done, `.` not.
  private func facts(
    _ id: String, tablets: String, surveys: String, deleted: Bool = false,
    mainTask: String? = nil
  ) throws -> PatientFacts {
    let start = try #require(CivilDate("2025-03-03"))
    let zone = try #require(Zone("UTC"))
    var patient = Patient(id: id, zone: zone)
    if deleted { patient.deletedAt = .local(CivilDateTime(date: start.adding(days: 60))) }
    var record = CareRecord(patient: patient)
    for (name, word, step) in [("Tablet", tablets, 1), ("Survey", surveys, 7)] {
      var element = ScheduleElement(
        "e", from: .local(CivilDateTime(date: start, time: try #require(CivilTime("08:00")))))
      element.recurrence = .every(ISODuration(days: step))
      var task = CareTask(id: name, schedule: Schedule([element]))
      task.title = name
      record.tasks.append(task)
      for (place, letter) in word.enumerated() where letter == "x" {
        let day = start.adding(days: place * step)
        record.outcomes.append(
          Outcome(task: name, time: Instant(seconds: Int64(day.dayNumber) * 86_400 + 29_000)))
      }
    }
    var query = AdherenceQuery(start..<start.adding(days: 70))
    query.asOf = Instant(seconds: Int64(start.adding(days: 70).dayNumber) * 86_400)
    let parameters = MeasureParameters()
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator(parameters, groups: MeasureGroup.ofPages)
      .measures(of: record, by: &evaluator)
    return PatientFactsMaker(query, parameters).facts(
      of: record, evaluator.adherence(of: record), measures,
      PatientFlags(of: record, measures, query, parameters, mainTask: mainTask))
  }

  /// A walk several times a week, by the days from Monday, 2025-03-03, on which it was done.
  private func facts(
    walks: [Int], times: Int = 3, isAlsoDaily: Bool = false
  ) throws -> (PatientFacts, PatientFigures) {
    let start = try #require(CivilDate("2025-03-03"))
    var element = ScheduleElement("e", on: start)
    element.recurrence = .quota(Quota(times, per: ISODuration(days: 7)))
    var daily = ScheduleElement(
      "d", from: .local(CivilDateTime(date: start, time: try #require(CivilTime("08:00")))))
    daily.recurrence = .every(ISODuration(days: 1))
    var task = CareTask(id: "Walk", schedule: Schedule([element] + (isAlsoDaily ? [daily] : [])))
    task.matching = .window
    let record = CareRecord(
      patient: Patient(id: "ann", zone: try #require(Zone("UTC"))), tasks: [task],
      outcomes: walks.map {
        Outcome(task: "Walk", time: Instant(seconds: Int64(start.dayNumber + $0) * 86_400 + 29_000))
      })
    let query = AdherenceQuery(start..<start.adding(days: 70))
    let parameters = MeasureParameters()
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator(parameters, groups: MeasureGroup.ofPages)
      .measures(of: record, by: &evaluator)
    let facts = PatientFactsMaker(query, parameters).facts(
      of: record, evaluator.adherence(of: record), measures,
      PatientFlags(of: record, measures, query, parameters, mainTask: nil))
    return (facts, PatientFigures(facts, measures.summary, parameters))
  }

  /// Ten weeks of three walks each.
  private let allWalks = (0..<10).flatMap { [7 * $0, 7 * $0 + 2, 7 * $0 + 4] }

  @Test func quotasHaveTheFlagsOfDoses() throws {
    func flags(_ walks: [Int]) throws -> [PatientFlag] {
      try facts(walks: walks).0.flags.map(\.flag)
    }
    #expect(try flags([]) == [.neverStarted])
    #expect(try flags(allWalks) == [])
    #expect(try flags(allWalks.filter { $0 % 7 != 4 }) == [])
    #expect(try flags(allWalks.filter { $0 < 63 }) == [.paused])
    #expect(try flags(allWalks.filter { $0 < 28 }) == [.stopped])
  }

  /// The last event is in the period before those without one.
  @Test(arguments: [(9, "1 period"), (8, "2 periods"), (4, "6 periods"), (1, "9 periods")])
  func flagsOfQuotasCountPeriods(_ weeks: Int, _ periods: String) throws {
    let flags = try facts(walks: allWalks.filter { $0 < 7 * weeks }).0.flags
    #expect(flags.map(\.evidence) == ["no event in \(periods) of the quota"])
  }

  /// The last event is in the last period, before five days without one.
  @Test func flagsBesideAQuotaCountDays() throws {
    let flags = try facts(walks: Array(0..<65), isAlsoDaily: true).0.flags
    #expect(flags.map(\.evidence) == ["no event on 5 days with anything due"])
  }

  @Test func figuresOfQuotasAreOfPeriods() throws {
    let (facts, page) = try facts(walks: allWalks.filter { !(21..<28).contains($0) })
    #expect(facts.streak == 6)
    #expect(page.figures.map(\.value) == ["90.0 %", "6 periods", "90.0 %", "3"])
    // The interval is over weeks, in which periods end.
    #expect(
      page.figures.map(\.note) == [
        "95 % interval: 48.6 to 98.8 %", "longest: 6 periods", "9 of 10 periods", "",
      ])
    let ended = try self.facts(walks: allWalks.filter { $0 < 63 }).1
    #expect(ended.figures.map(\.note).last == "in the last period")
  }

  private let everyDay = String(repeating: "x", count: 70)

  @Test func aStoppedTabletComesBeforeAPausedSurvey() throws {
    let stopped = try facts(
      "stopped", tablets: String(everyDay.prefix(30)), surveys: "xxxxxxxxxx")
    let paused = try facts("paused", tablets: everyDay, surveys: "xxxxxxx...")
    let pausing = try facts("pausing", tablets: String(everyDay.prefix(65)), surveys: "xxxxxxxxxx")
    #expect(stopped.flags.map(\.flag) == [.stopped])
    #expect(paused.flags.map(\.flag) == [.paused] && pausing.flags.map(\.flag) == [.paused])
    #expect([paused, stopped, pausing].sorted().map(\.id) == ["pausing", "stopped", "paused"])
    let chosen = try facts(
      "chosen", tablets: everyDay, surveys: "xxxxxxx...", mainTask: "Survey")
    #expect([stopped, chosen].sorted().map(\.id) == ["chosen", "stopped"])
  }

  /// The survey continues; the flag tells the last event of the tablet.
  @Test func theLastEventIsOfAnyTask() throws {
    let facts = try facts("ann", tablets: String(everyDay.prefix(30)), surveys: "xxxxxxxxxx")
    let line = PatientLine(facts, hasPage: true, MeasureParameters())
    #expect(line.lastEvent == "2025-05-05")
    #expect(line.flags.map(\.word) == ["stopped: Tablet"])
    #expect(
      line.flags.map(\.explanation) == [
        "No event on 40 days with anything due, since 2 April 2025; the last event was on 1 April 2025."
      ])
    let well = try self.facts("bob", tablets: everyDay, surveys: "xxxxx.....")
    #expect(well.flags.map(\.flag) == [.stopped])
    #expect(PatientLine(well, hasPage: true, MeasureParameters()).lastEvent == "2025-05-11")
    let nobody = try self.facts("cy", tablets: everyDay, surveys: "xxxxxxxxxx")
    #expect(PatientLine(nobody, hasPage: true, MeasureParameters()).lastEvent == "2025-05-11")
  }

  @Test func theFlagsOfATaskStandInOrderOfNeed() throws {
    let facts = try facts("ann", tablets: String(everyDay.prefix(65)), surveys: "x.........")
    #expect(facts.flags.map(\.flag) == [.paused, .stopped])
    let turned = try self.facts("bob", tablets: String(everyDay.prefix(20)), surveys: "xxxxxxx...")
    #expect(turned.flags.map(\.flag) == [.stopped, .paused])
  }

  @Test func whoWasDeletedHasNoFlags() throws {
    let facts = try facts(
      "ann", tablets: String(everyDay.prefix(20)), surveys: "x.........", deleted: true)
    #expect(facts.flags.isEmpty && facts.falls.isEmpty)
  }
}
