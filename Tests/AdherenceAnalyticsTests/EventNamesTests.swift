import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Names of events in schedules that no record has.
@Suite struct EventNamesTests {
  /// Returns a patient whose schedule names some events, with some events.
  private static func record(following followed: [String], having names: [String]) throws
    -> CareRecord
  {
    var record = CareRecord(patient: try patient(in: "Europe/Berlin"))
    record.tasks = followed.map { name in
      CareTask(
        id: name,
        schedule: Schedule([ScheduleElement("visit", after: EventAnchor(EventTime(name)))]))
    }
    record.namedEvents = try names.map { NamedEvent($0, at: try moment("2025-03-04")) }
    return record
  }

  private static func names(_ records: [CareRecord]) -> EventNames {
    var names = EventNames()
    for record in records { names.add(record) }
    return names
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    /// The names that each patient's schedules have, and those of the patient's events.
    var patients: [(followed: [String], recorded: [String])]
    var problems: [String] = []
    var notes: [String] = []
  }

  static let examples = [
    Example(testDescription: "the same name", patients: [(["surgery"], ["surgery"])]),
    Example(testDescription: "nothing is followed", patients: [([], ["surgery"])]),
    Example(
      testDescription: "another patient has the event",
      patients: [(["surgery"], []), ([], ["surgery"])]),
    Example(
      testDescription: "a misspelt name of two patients, one of whom has the event",
      patients: [(["surgury"], ["surgery"]), (["surgury"], []), ([], ["discharge"])],
      problems: [
        "the schedules of 2 patients name an event that no record has (did you mean 'surgery'? use one name in"
          + " schedules and events): 'surgury'"
      ]),
    Example(
      testDescription: "another letter case", patients: [(["surgery"], []), ([], ["Surgery"])],
      problems: [
        "the schedules of 1 patient name an event that no record has (did you mean 'Surgery'? use one name in"
          + " schedules and events): 'surgery'"
      ]),
    Example(
      testDescription: "an event that has not happened yet",
      patients: [(["surgery", "discharge"], ["surgery"]), (["discharge"], [])],
      notes: [
        "No record has the event 'discharge', which schedules of 2 patients name: nothing is due after it, and"
          + " nothing ends with it."
      ]),
    Example(
      testDescription: "an event that has not happened yet, with a name like another",
      patients: [(["readmission", "admission"], ["admission"]), (["admission"], [])],
      notes: [
        "No record has the event 'readmission', which schedules of 1 patient name: nothing is due after it, and"
          + " nothing ends with it. A similar name in records is 'admission'."
      ]),
    Example(
      testDescription: "names that differ in their numbers",
      patients: [(["visit 2"], ["visit 1"])],
      notes: [
        "No record has the event 'visit 2', which schedules of 1 patient name: nothing is due after it, and"
          + " nothing ends with it."
      ]),
    Example(
      testDescription: "two misspelt names in order of their names",
      patients: [(["surgury", "dischrge"], ["surgery", "discharge"])],
      problems: [
        "the schedules of 1 patient name an event that no record has (did you mean 'discharge'? use one name in"
          + " schedules and events): 'dischrge'",
        "the schedules of 1 patient name an event that no record has (did you mean 'surgery'? use one name in"
          + " schedules and events): 'surgury'",
      ]),
  ]

  @Test(arguments: examples) func eachMissingNameIsTold(_ example: Example) throws {
    let records = try example.patients.map {
      try Self.record(following: $0.followed, having: $0.recorded)
    }
    let names = Self.names(records)
    #expect(names.problems.map(\.description) == example.problems)
    #expect(names.notes(countingPatients: true) == example.notes)
    #expect(names.notes(countingPatients: false).allSatisfy { !$0.contains("patient") })
  }

  @Test func namesOfEndsCount() throws {
    var anchor = EventAnchor(EventTime("surgery"))
    anchor.until = EventTime("dischrge")
    var record = try Self.record(following: [], having: ["surgery", "discharge"])
    record.tasks = [
      CareTask(id: "visit", schedule: Schedule([ScheduleElement("visit", after: anchor)]))
    ]
    #expect(Self.names([record]).problems.map(\.problem.kind) == ["unrecordedEvent"])
  }

  @Test func unknownNamesAreLimited() throws {
    let followed = (0..<1200).map { "event \($0)" }
    let names = Self.names([try Self.record(following: followed, having: [])])
    #expect(names.notes(countingPatients: true).count == 1001)
    #expect(
      names.notes(countingPatients: true).last
        == "200 other events that schedules name are in no record.")
  }

  /// Parts of a cohort merge to the same names in any order, and every missing name is reported once.
  @Test(arguments: Array(1...400 as ClosedRange<UInt64>).sampled(40))
  func partsMergeToTheWhole(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let words = [
      "surgery", "surgury", "sugery", "discharge", "Discharge", "recharge", "visit 1", "visit 2",
      "x",
    ]
    func draw() -> [String] { words.filter { _ in Int.random(in: 0..<4, using: &random) == 0 } }
    let records = try (0..<6).map { _ in try Self.record(following: draw(), having: draw()) }
    let whole = Self.names(records)
    let cut = Int.random(in: 0...6, using: &random)
    var parts = Self.names(Array(records[cut...]))
    parts.merge(Self.names(Array(records[..<cut])))
    #expect(parts == whole)
    let recorded = Set(records.flatMap(\.namedEvents).map(\.name))
    let missing = Set(records.flatMap(\.tasks).map(\.id)).subtracting(recorded)
    #expect(whole.problems.count + whole.notes(countingPatients: true).count == missing.count)
  }
}
