import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSampling
import TestSupport
import Testing

/// Malicious files that resemble stores.
@Suite struct UntrustedFileTests {
  private let file = TemporaryFile()

  /// A change of a store without the restrictions of a store's connections.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sql: String
    /// The expected error.
    var reason: String
  }

  private static let endless =
    "WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT"

  static let changes = [
    Change(
      testDescription: "outcomes are a view that gathers while another statement runs",
      sql: """
        ALTER TABLE outcomes RENAME TO o;
        CREATE VIEW outcomes AS SELECT id, task, element, nominal, time,
          gather_listed_value(id, 0, 1, 1, 1, 1, 1, NULL, NULL) AS status, number, units, kind FROM o;
        """, reason: "its table 'outcomes' is not that of a store"),
    Change(
      testDescription: "listed values are a view that gathers outcomes",
      sql: """
        DROP TABLE listed_values; CREATE VIEW listed_values AS SELECT id AS outcome, 0 AS position,
          NULL AS number, gather_outcome(1, 1, 1, 1, 1, 1, 1, 1) AS boolean, NULL AS text,
          NULL AS date, NULL AS data, NULL AS units, NULL AS kind FROM outcomes;
        """, reason: "its table 'listed_values' is not that of a store"),
    Change(
      testDescription: "patients are a view without end",
      sql: """
        DROP TABLE patients; CREATE VIEW patients AS \(endless) x AS number, 'P' || x AS id,
          'P' || x AS ordering, 1 AS versions, 0 AS outcomes, 0 AS listed_values,
          0 AS outcome_details, 0 AS patient_sum, 0 AS plan_sum, 0 AS outcome_sum FROM r;
        """, reason: "its table 'patients' is not that of a store"),
    Change(
      testDescription: "the store's own row is a view without end",
      sql: "DROP TABLE store; CREATE VIEW store AS \(endless) 1 AS one, sum(x) AS revision FROM r;",
      reason: "its table 'store' is not that of a store"),
    Change(
      testDescription: "names are a view without end",
      sql: "DROP TABLE names; CREATE VIEW names AS \(endless) 1 AS number, max(x) AS text FROM r;",
      reason: "its table 'names' is not that of a store"),
    Change(
      testDescription: "a view of ours is another without end",
      sql: """
        DROP VIEW current_patients;
        CREATE VIEW current_patients AS \(endless) x AS number, 'UTC' AS zone FROM r;
        """, reason: "its view 'current_patients' is not that of a store"),
    Change(
      testDescription: "a trigger without end",
      sql: """
        CREATE TRIGGER evil AFTER INSERT ON patients
        BEGIN INSERT INTO names (text) \(endless) 'x' || x FROM r; END;
        """, reason: "its trigger 'evil' could run code"),
    Change(
      testDescription: "a trigger that says it is a table",
      sql: """
        CREATE TRIGGER evil AFTER INSERT ON patients BEGIN DELETE FROM outcomes; END;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET type = 'table' WHERE name = 'evil';
        """, reason: "the store is damaged: malformed database schema (evil)"),
    Change(
      testDescription: "a column that is computed",
      sql: "ALTER TABLE patients ADD COLUMN g AS (hex(zeroblob(1000000000)));",
      reason: "its table 'patients' is not that of a store"),
    Change(
      testDescription: "a check that calls a function",
      sql: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'status INTEGER NOT NULL',
          'status INTEGER NOT NULL CHECK (length(hex(zeroblob(1000000000))))')
        WHERE name = 'outcomes';
        """, reason: "its table 'outcomes' is not that of a store"),
    Change(
      testDescription: "an index of ours is another",
      sql: """
        DROP INDEX tasks_by_patient;
        CREATE UNIQUE INDEX tasks_by_patient ON tasks (patient, id) WHERE number < 0;
        """, reason: "its index 'tasks_by_patient' is not that of a store"),
    Change(
      testDescription: "a key is not unique",
      sql: "DROP TABLE schedules; CREATE TABLE schedules (number INTEGER PRIMARY KEY, json TEXT);",
      reason: "its table 'schedules' is not that of a store"),
    Change(
      testDescription: "an older schema on top of tables of others",
      sql: "PRAGMA user_version = 0;", reason: "its schema is older"),
    Change(
      testDescription: "a list of migrations that is a view",
      sql: """
        PRAGMA writable_schema = ON; DELETE FROM sqlite_schema; PRAGMA writable_schema = OFF;
        VACUUM; PRAGMA application_id = 0; PRAGMA user_version = 0;
        CREATE VIEW grdb_migrations AS \(endless) x AS identifier FROM r;
        """, reason: "it is a database of another program"),
  ]

  private func makeStore() throws -> SQLiteStore {
    let store = try file.open()
    try store.load(
      contentsOf: ListedRecords(try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }))
    return store
  }

  /// Runs a statement on the file without restrictions.
  private func change(_ sql: String) throws {
    try PlainDatabase(file.path).rows("PRAGMA legacy_alter_table = ON;" + sql)
  }

  @Test(arguments: changes) func rejectsBeforeRunningStatements(_ change: Change) throws {
    _ = try makeStore()
    try self.change(change.sql)
    let before = try Data(contentsOf: URL(filePath: file.path))
    for access in [SQLiteStore.Access.readOnly, .readWrite] {
      let error = try #require(throws: InputError.self) { try file.open(access) }
      #expect("\(error)".hasPrefix("\(file.path): cannot be read: \(change.reason)"), "\(error)")
    }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  /// Additional tables, views and indices are ignored.
  @Test func doesNotTouchOtherTables() throws {
    _ = try makeStore()
    try change(
      """
      CREATE TABLE mine (x); CREATE VIEW ours AS SELECT gather_outcome(1, 1, 1, 1, 1, 1, 1, 1) FROM mine;
      CREATE INDEX by_time ON outcomes (time); CREATE VIEW endless AS \(UntrustedFileTests.endless) x FROM r;
      ANALYZE;
      """)
    let store = try file.open()
    #expect(try store.snapshot().entries().map(\.record.outcomes.count) == [4, 4, 4])
    #expect(try store.verify() == [])
    #expect(try store.info().patients == 3)
  }

  /// The functions cannot be called while no patient is read, because their buffer is only valid
  /// then.
  @Test(arguments: [
    "SELECT gather_outcome(1, 1, 1, 1, 1, 1, 1, 1)",
    "SELECT gather_listed_value(4294967296, 0, 1, 1, 1, 1, 1, 1, 1)",
    "SELECT gather_listed_value(-9223372036854775808, 0, 1, 1, 1, 1, 1, 1, 1)",
    "SELECT gather_listed_value(9223372036854775807, 9223372036854775807, 1, 1, 1, 1, 1, 1, 1)",
    "SELECT gather_outcome(id, 1, 1, 1, 1, 1, 1, 1) FROM outcomes",
  ]) func gathersNothingForOthers(_ sql: String) throws {
    let store = try makeStore()
    try change("CREATE VIEW v AS \(sql)")
    let connection = try store.file.connect(for: .reading)
    let reader = try connection.recordReader()
    for extent in [RecordExtent.plan, .all] {
      try reader.read(1...3, extent) { (_, _) throws(InputError) in }
      #expect(throws: InputError.self) { try connection.integer(sql) }
    }
    let error = #expect(throws: InputError.self) { try connection.integer("SELECT * FROM v") }
    #expect(error.map { "\($0)".contains("unsafe use of gather_") } == true)
  }

  @Test func functionsAreRemovedWithTheirMemory() throws {
    let connection = try makeStore().file.connect(for: .reading)
    _ = try connection.recordReader()
    connection.invalidateCaches()
    let error = #expect(throws: InputError.self) {
      try connection.integer("SELECT gather_listed_value(1, 0, 1, 1, 1, 1, 1, 1, 1)")
    }
    #expect(error.map { "\($0)".contains("no such function") } == true)
  }

  @Test func stopsEndlessStatements() throws {
    let connection = try makeStore().file.connect(for: .reading)
    let error = #expect(throws: InputError.self) {
      try connection.integer("\(UntrustedFileTests.endless) sum(x) FROM r")
    }
    #expect(error.map { "\($0)".contains("a read took too many steps") } == true)
    #expect(try connection.integer("SELECT sum(1) FROM patients") == 3)
  }

  @Test func stopsOnCancellation() throws {
    _ = try makeStore()
    let calls = Calls()
    let store = StoreFile(file.path) { calls.count() > 20 }
    let connection = try store.connect(for: .reading)
    let error = #expect(throws: InputError.self) {
      try connection.integer("\(UntrustedFileTests.endless) sum(x) FROM r")
    }
    #expect(error.map { "\($0)".contains("it was cancelled") } == true)
    #expect(calls.count() < 30)
  }

  /// A cancelled write is rolled back.
  @Test func rollsBackWhenCancelled() throws {
    let store = try makeStore()
    let calls = Calls()
    let file = StoreFile(file.path) { calls.count() > 3 }
    var record = CareRecord(
      patient: Patient(id: "d", zone: .utc), tasks: [CareTask(id: "a", schedule: Schedule([]))])
    record.outcomes = OutcomeTable(
      (0..<20_000).map { Outcome(task: "a", time: Instant(seconds: Int64($0))) })
    #expect(throws: InputError.self) {
      try SQLiteStore(file, .readWrite).load(contentsOf: ListedRecords([record]))
    }
    #expect(try store.snapshot().patientIDs == ["a", "b", "c"])
  }

  /// Pages that refer to each other in 400¹⁵ ways.
  @Test(arguments: ["outcomes", "patients", "listed_values", "names"])
  func stopsOnCyclicPages(_ table: String) throws {
    try CyclicPages(try makeStore().file, table).write()
    #expect(throws: InputError.self) {
      let store = try file.open(.readOnly)
      if let problem = try store.snapshot().entries().flatMap(\.errors).first { throw problem }
      _ = try store.info()
      if let problem = try store.verify().first { throw problem }
    }
    #expect(throws: InputError.self) {
      let store = try file.open(.readOnly)
      if let problem = try store.verify().first { throw problem }
    }
  }

  /// The step limit applies to each statement separately.
  @Test func countsEachStatementAlone() throws {
    _ = try makeStore()
    let connection = try StoreFile(file.path).connect(for: .reading)
    let counting = try connection.statement(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000) SELECT max(x) FROM c"
    )
    for _ in 0..<200 { try counting.run() }
  }

  @Test(
    arguments: [
      ("names", "text"), ("schedules", "json"), ("outcome_details", "notes"), ("patients", "id"),
      ("tasks", "id"),
    ].sampled(1)) func takesNoGiganticValue(table: String, column: String) throws
  {
    _ = try makeStore()
    try change(
      "UPDATE \(table) SET \(column) = CAST(zeroblob(\(Connection.longestRow + 1)) AS TEXT)"
        + " WHERE rowid = (SELECT max(rowid) FROM \(table))")
    let error = #expect(throws: InputError.self) {
      let entries = try file.open(.readOnly).snapshot().entries()
      if let problem = entries.flatMap(\.errors).first { throw problem }
    }
    // An outcome with unreadable units is reported as having unknown ones.
    if table != "names" { #expect(error?.problem.kind == "tooLarge") }
  }

  /// A store that cannot be read completely is not written.
  @Test func rejectsWritesOfUnreadableRows() async throws {
    let store = try file.open()
    try await store.add(.patient(Patient(id: "a", zone: .utc)))
    let long = String(repeating: "x", count: Connection.longestRow + 1)
    var plan = CarePlan(id: "plan", title: long)
    await #expect(throws: InputError.self) {
      try await store.apply([.add(.carePlan(plan, of: "a"))])
    }
    plan.title = nil
    for seconds in [Int64.min, .max, Instant.latest.seconds + 1] {
      let instant = Instant(seconds: seconds)
      var (known, held, noted) = (plan, plan, plan)
      known.recordedAt = instant
      held.effectiveFrom = .instant(instant)
      noted.notes = [RecordNote("x", at: instant)]
      for plan in [known, held, noted] {
        await #expect(throws: InputError.self) {
          try await store.apply([.add(.carePlan(plan, of: "a"))])
        }
      }
    }
    #expect(try await store.allRecords() == [CareRecord(patient: Patient(id: "a", zone: .utc))])
    plan.effectiveFrom = .instant(.earliest)
    plan.recordedAt = .latest
    try await store.apply([.add(.carePlan(plan, of: "a"))])
    #expect(try await store.allRecords().first?.carePlans == [plan])
  }
}

/// A counter of calls.
private final class Calls: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  func count() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }
}
