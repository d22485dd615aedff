import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// Who is listed and flagged, whatever the order and the parts in which patients come.
@Suite struct PageCollectionTests {
  /// A patient of the collection, with the tests that it brings along.
  private struct Member {
    var facts: PatientFacts
    var tests: [Double]
  }

  private func members(_ count: Int, falling: Int, _ random: inout Seeded) -> [Member] {
    (0..<count).map { place in
      var facts = PatientFacts(
        id: "P\(place)", ratio: Double(Int.random(in: 0...20, using: &random)) / 20, flags: [],
        falls: [],
        sparkline: Sparkline([]))
      if Int.random(in: 0..<4, using: &random) == 0 {
        let flag = PatientFlag.byUrgency[Int.random(in: 0..<3, using: &random)]
        facts.flags = [FlaggedTasks(flag: flag, tasks: [FlaggedTask(regularity: 86_400)])]
      }
      var tests = [Double.random(in: 0..<1, using: &random)]
      if place % 10 < falling {
        let p = Double(Int.random(in: 1...300, using: &random)) / 10_000
        tests.append(p)
        facts.falls = [FlaggedTask(fall: TaskMeasures.Fall(change: -0.2, p: p))]
      }
      return Member(facts: facts, tests: tests)
    }
  }

  /// The list by its definition: all patients, once all tests are known.
  private func list(_ members: [Member]) -> [PatientFacts] {
    let tests = members.flatMap(\.tests).sorted()
    let k = (1...tests.count).last {
      tests[$0 - 1] * Double(tests.count) <= 0.05 * Double($0)
    }
    let trendP = k.map { tests[$0 - 1] }
    func isBelieved(_ facts: PatientFacts) -> Bool {
      facts.falls.contains { ($0.fall?.p ?? 2) <= trendP ?? -1 }
    }
    func rank(_ facts: PatientFacts) -> Int {
      facts.flags.isEmpty ? isBelieved(facts) ? 1 : 2 : 0
    }
    return members.map(\.facts).sorted { a, b in
      if rank(a) != rank(b) { return rank(a) < rank(b) }
      return rank(a) == 1 ? PatientFacts.isSurer(a, than: b) : a < b
    }.map { $0.believing(trendP) }
  }

  @Test(arguments: [(40, 3), (900, 0), (900, 10), (1700, 1), (2600, 6)])
  func theListIsItsDefinition(_ count: Int, _ falling: Int) throws {
    var random = Seeded(state: UInt64(count + falling))
    let members = members(count, falling: falling, &random)
    let record = try #require(monitoring().records.first)
    let query = try someQuery()
    let empty = CareRecord(patient: record.patient)
    var evaluator = AdherenceEvaluator(query)
    let adherence = evaluator.adherence(of: empty)
    let measures = MeasureEvaluator().measures(of: empty, by: &evaluator)
    let expected = list(members)
    for parts in [1, 3] {
      var collections = Array(repeating: PageCollection(query), count: parts)
      for member in members.shuffled(using: &random) {
        let part = Int.random(in: 0..<parts, using: &random)
        collections[part].add(member.facts, tests: member.tests, adherence, measures)
      }
      var all = collections.removeLast()
      for other in collections { all.merge(other) }
      #expect(all.patients == Array(expected.prefix(PageCollection.limit)))
      #expect(all.flagged == expected.count { !$0.flags.isEmpty })
      let falls = expected.count { $0.flags.contains { $0.flag == .fallingTrend } }
      #expect(all.flags[PatientFlag.fallingTrend.rawValue] ?? 0 == falls)
      let paged = try #require(all.withPages(.flagged))
      #expect(paged == Set(all.patients.filter { !$0.flags.isEmpty }.map(\.id)))
      let ofShare = try #require(all.withPages(.flagged, isShare: true))
      #expect(paged.isSubset(of: ofShare))
    }
  }
}

/// What a patient's flags say, and who comes first.
@Suite struct PatientFactsTests {
  /// A record with a tablet every day and a survey every week, each by a word that has a letter an
  /// occurrence: `x` done, `.` not.
  private func facts(
    _ id: String, tablets: String, surveys: String, deleted: Bool = false
  ) throws -> PatientFacts {
    let start = try #require(CivilDate("2025-03-03"))
    let zone = try #require(Zone("UTC"))
    var patient = Patient(id: id, zone: zone)
    if deleted { patient.deletedAt = .local(CivilDateTime(date: start.adding(days: 60))) }
    var record = CareRecord(patient: patient)
    for (name, word, step) in [("Tablet", tablets, 1), ("Survey", surveys, 7)] {
      var element = ScheduleElement(
        "e", from: .local(CivilDateTime(date: start, time: try #require(CivilTime("08:00")))))
      element.recurrence = .every(Period(days: step))
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
    return PatientFactsMaker(query, parameters)
      .facts(of: record, evaluator.adherence(of: record), measures)
  }

  private let everyDay = String(repeating: "x", count: 70)

  @Test func aStoppedTabletComesBeforeAPausedSurvey() throws {
    let stopped = try facts(
      "stopped", tablets: String(everyDay.prefix(30)), surveys: "xxxxxxxxxx")
    let paused = try facts("paused", tablets: everyDay, surveys: "xxxxxxx...")
    let pausing = try facts("pausing", tablets: String(everyDay.prefix(65)), surveys: "xxxxxxxxxx")
    #expect(stopped.flags.map(\.flag) == [.discontinued])
    #expect(paused.flags.map(\.flag) == [.holidayNow] && pausing.flags.map(\.flag) == [.holidayNow])
    #expect([paused, stopped, pausing].sorted().map(\.id) == ["pausing", "stopped", "paused"])
  }

  /// The survey goes on; what the flag says is of the tablet.
  @Test func theLastEventIsOfTheTaskThatIsFlagged() throws {
    let facts = try facts("ann", tablets: String(everyDay.prefix(30)), surveys: "xxxxxxxxxx")
    let line = PatientLine(facts, hasPage: true, MeasureParameters())
    #expect(line.lastEvent == "2025-04-01")
    #expect(line.flags.map(\.word) == ["discontinued: Tablet"])
    #expect(
      line.flags.map(\.explanation) == [
        "Tablet: Discontinued since 2025-04-02; the last event was on 2025-04-01."
      ])
    let well = try self.facts("bob", tablets: everyDay, surveys: "xxxxx.....")
    #expect(well.flags.map(\.flag) == [.discontinued])
    #expect(PatientLine(well, hasPage: true, MeasureParameters()).lastEvent == "2025-03-31")
    let nobody = try self.facts("cy", tablets: everyDay, surveys: "xxxxxxxxxx")
    #expect(PatientLine(nobody, hasPage: true, MeasureParameters()).lastEvent == "2025-05-11")
  }

  @Test func theFlagsOfATaskStandInOrderOfNeed() throws {
    let facts = try facts("ann", tablets: String(everyDay.prefix(65)), surveys: "x.........")
    #expect(facts.flags.map(\.flag) == [.holidayNow, .discontinued])
    let turned = try self.facts("bob", tablets: String(everyDay.prefix(20)), surveys: "xxxxxxx...")
    #expect(turned.flags.map(\.flag) == [.discontinued, .holidayNow])
  }

  @Test func whoWasDeletedHasNoFlags() throws {
    let facts = try facts(
      "ann", tablets: String(everyDay.prefix(20)), surveys: "x.........", deleted: true)
    #expect(facts.flags.isEmpty && facts.falls.isEmpty)
  }
}
