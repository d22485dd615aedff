import AdherenceAnalytics
import Scheduling
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLStore

/// The contents of the views of a small store.
@Suite(.enabled(if: TestServer.isAvailable))
struct ViewsTests {
  private func rows(_ sql: String, of store: Connection? = nil) throws -> [String] {
    try (store ?? Connection.store(with: StoreRows.patients)).rows(sql)
  }

  @Test func recordedOutcomesHaveAllNames() throws {
    let rows = try rows(
      "SELECT outcome, patient, task, element, nominal, time, status, number, value, units, kind,"
        + " record_id, recorded_at, deleted FROM recorded_outcomes WHERE patient = 'BER-1'"
        + " ORDER BY outcome, value")
    #expect(
      rows == [
        "(0,BER-1,walk,\"morning of BER-1\",\"2025-01-06 08:00:00\",\"2025-01-06 07:10:00+00\","
          + "completed,2.5,2.5,\"km of BER-1\",,,,f)",
        "(1,BER-1,walk,\"morning of BER-1\",\"2025-01-07 08:00:00\",\"2025-01-07 07:20:00+00\","
          + "skipped,,tired,,,,,f)",
        "(1,BER-1,walk,\"morning of BER-1\",\"2025-01-07 08:00:00\",\"2025-01-07 07:20:00+00\","
          + "skipped,,true,,\"km of BER-1\",,,f)",
        "(2,BER-1,walk,,,\"2025-01-13 07:00:00+00\",completed,1,1,,,w,\"2025-01-13 00:00:00+00\",f)",
        "(3,BER-1,walk,,,\"2025-01-13 07:00:00+00\",completed,3,3,,,w,\"2025-01-14 00:00:00+00\",f)",
      ])
  }

  @Test func valuesAreInOneView() throws {
    let rows = try rows("SELECT * FROM outcome_values WHERE patient = 1 ORDER BY outcome, position")
    #expect(
      rows == [
        "(1,0,0,2.5,,,,,\"km of BER-1\",)", "(1,1,0,,,tired,,,,)", "(1,1,1,,t,,,,,\"km of BER-1\")",
        "(1,2,0,1,,,,,,)", "(1,3,0,3,,,,,,)",
      ])
  }

  @Test func newestVersionsAreCurrent() throws {
    let store = try Connection.store(with: StoreRows.patients)
    try store.execute(
      "INSERT INTO patient_versions (patient, position, zone, group_name)"
        + " VALUES (1, 1, 'Europe/Paris', 'east');"
        + " INSERT INTO task_versions (patient, position, task, schedule, title, matching,"
        + " impacts_adherence) VALUES (1, 1, 11, 2, 'Walk', 'window', true)")
    let patients = try rows(
      "SELECT number, patient, zone, group_name, outcomes FROM current_patients ORDER BY 1",
      of: store)
    #expect(
      patients == ["(1,BER-1,Europe/Paris,east,4)", "(2,PAR-1,Europe/Berlin,south,4)"])
    let tasks = try rows(
      "SELECT patient, number, task, title, schedule #>> '{elements,0,id}' FROM current_tasks ORDER BY 1",
      of: store)
    #expect(
      tasks == [
        "(BER-1,11,walk,Walk,\"morning of PAR-1\")", "(PAR-1,12,walk,,\"morning of PAR-1\")",
      ])
  }

  /// Details of the outcomes 0 to 3, and the outcomes that are current then.
  static let versions: [(details: String, current: [String])] = [
    ("", ["(0)", "(1)", "(2)", "(3)"]),
    ("(1, 2, 'w', NULL, false, false), (1, 3, 'w', NULL, false, false)", ["(0)", "(1)", "(3)"]),
    (
      "(1, 2, 'w', '2025-01-02', false, false), (1, 3, 'w', NULL, false, false)",
      ["(0)", "(1)", "(2)"]
    ),
    ("(1, 2, 'w', NULL, false, false), (1, 3, 'w', NULL, true, false)", ["(0)", "(1)"]),
    ("(1, 2, 'v', NULL, false, false), (1, 3, 'w', NULL, true, false)", ["(0)", "(1)", "(2)"]),
    (
      "(1, 0, NULL, NULL, true, false), (2, 3, 'w', NULL, true, false), (1, 3, 'w', NULL, false, false)",
      ["(1)", "(2)", "(3)"]
    ),
  ]

  @Test(arguments: versions)
  func omitReplacedAndRetractedOutcomes(_ details: String, _ current: [String]) throws {
    let store = try Connection.store(with: StoreRows.patients + "DELETE FROM outcome_details;")
    if !details.isEmpty {
      try store.execute(
        "INSERT INTO outcome_details (patient, outcome, record_id, recorded_at, deleted, second_pass)"
          + " VALUES \(details)")
    }
    let found = try rows(
      "SELECT outcome FROM current_outcomes WHERE patient = 'BER-1' ORDER BY 1", of: store)
    #expect(found == current)
  }

  /// Returns a record of outcomes at distinct times that replace each other and are deleted.
  private func record(_ seed: UInt64) -> CareRecord {
    var random = Seeded(state: seed)
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.tasks = [CareTask(id: "walk", schedule: Schedule([]))]
    for number in 0..<24 {
      var outcome = Outcome(task: "walk", time: Instant(seconds: Int64(number)))
      outcome.id = [nil, "a", "b", "c"].randomElement(using: &random) ?? nil
      let recorded: Int64? = [nil, 7, 8].randomElement(using: &random) ?? nil
      outcome.recordedAt = recorded.map { Instant(seconds: $0) }
      outcome.isDeleted = Int.random(in: 0..<4, using: &random) == 0
      outcome.values = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
        OutcomeValue(.number(1))
      }
      record.outcomes.append(outcome)
    }
    return record
  }

  @Test(arguments: 1...6) func countsEqualReports(_ seed: UInt64) throws {
    let record = record(seed)
    let store = try PostgreSQLStore(TestServer.shared.address())
    try store.load(contentsOf: ListedRecords([record]))
    let connection = try Connection(store.address)
    func seconds(_ sql: String) throws -> [String] {
      try rows("SELECT extract(epoch FROM time)::integer FROM \(sql) ORDER BY time", of: connection)
    }
    let known = try #require(record.known()).outcomes.compactMap(\.time?.seconds)
    #expect(try seconds("current_outcomes") == known.map { "(\($0))" })
    let all = record.outcomes.flatMap { outcome in
      Array(repeating: outcome.time?.seconds ?? -1, count: max(1, outcome.values.count))
    }
    #expect(try seconds("recorded_outcomes") == all.map { "(\($0))" })
    #expect(
      try rows("SELECT outcomes FROM patient_activity", of: connection) == ["(\(known.count))"])
  }

  @Test func weeksBeginOnMonday() throws {
    let rows = try rows("SELECT * FROM outcomes_by_week ORDER BY week, group_name")
    #expect(
      rows == [
        "(2025-01-06,north,walk,1,2,1,1,0)", "(2025-01-06,south,walk,1,2,1,1,0)",
        "(2025-01-13,north,walk,1,1,1,0,0)", "(2025-01-13,south,walk,1,1,1,0,0)",
      ])
  }

  @Test func patientsWithoutOutcomesAreNeverActive() throws {
    let store = try Connection.store(with: StoreRows.patients)
    try store.execute(
      "DELETE FROM listed_values WHERE patient = 2; DELETE FROM outcome_details WHERE patient = 2;"
        + " DELETE FROM outcomes WHERE patient = 2")
    let rows = try rows("SELECT * FROM patient_activity ORDER BY patient", of: store)
    #expect(
      rows == [
        "(BER-1,north,,3,\"2025-01-06 07:10:00+00\",\"2025-01-13 07:00:00+00\")",
        "(PAR-1,south,,0,,)",
      ])
  }

  @Test func queriesOfArticleRun() throws {
    let store = try Connection.store(with: StoreRows.patients)
    let queries = try SharedStore.blocks(of: "Schema.md")
    #expect(queries.count == 4)
    for query in queries { try store.execute(query) }
    #expect(
      try rows(queries[0].replacing(";\n", with: ""), of: store) == ["(north,1,4)", "(south,1,4)"])
  }

  @Test func viewsUsePrivilegesOfReader() throws {
    let options = try rows(
      "SELECT DISTINCT reloptions FROM pg_class WHERE relkind = 'v'"
        + " AND relnamespace = current_schema()::regnamespace")
    #expect(options == ["({security_invoker=true})"])
  }
}
