import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
@testable import StoreChecks
import TestSampling
import TestSupport
import Testing

/// Invalid cells in every column: an error, or a problem of one patient that does not affect
/// others.
@Suite struct ColumnsTests {
  private let file = TemporaryFile()

  static let tables = [
    "patients", "patient_versions", "care_plans", "contacts", "tasks", "task_versions", "schedules",
    "names", "holds", "named_events", "outcomes", "listed_values", "outcome_details", "store",
  ]

  static let values = [
    "NULL", "-1", "0", "1", "7", "4294967295", "4294967296", "9223372036854775807",
    "-9223372036854775808", "-0.5", "1e308", "9e999", "''", "'x'", "'2025-01-01'", "'-1'",
    "'9999-12-31T23:59:59-18:00'", "x'00ff'", "CAST(x'ff' AS TEXT)", "zeroblob(100000)",
    "'[{\"content\":\"\",\"seconds\":9223372036854775807}]'", "'{}'",
    "replace(hex(zeroblob(2000)), '0', '[')",
  ]

  private func records() throws -> [CareRecord] {
    try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }
  }

  /// Returns the bytes of a store of three patients.
  private func makeStore() throws -> Data {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(records()))
    try store.file.connect(for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try Data(contentsOf: URL(filePath: file.path))
  }

  private func columns(of table: String) throws -> [String] {
    try PlainDatabase(file.path).columns(of: table)
  }

  /// Sets a cell of one row or of all rows; returns `false` if SQLite rejects it.
  private func set(
    _ column: String, _ value: String, of table: String, _ rows: String, in path: String
  )
    -> Bool
  {
    let sql =
      "PRAGMA ignore_check_constraints = ON; UPDATE \(table) SET \(column) = \(value) \(rows)"
    return (try? PlainDatabase(path).rows(sql)) != nil
  }

  /// Reads and evaluates a store; returns the records, or `nil` for an error.
  private func read(_ path: String) throws -> [CohortEntry]? {
    do {
      let store = try SQLiteStore(path, access: .readOnly)
      let snapshot = try store.snapshot()
      let entries = try snapshot.entries()
      return snapshot.problems.isEmpty ? entries : nil
    } catch is InputError {
      return nil
    }
  }

  /// Queries changes and counts of a store, which may fail.
  private func tell(_ path: String) {
    let store = try? SQLiteStore(path, access: .readOnly)
    _ = try? store?.verify()
    _ = try? store?.info()
  }

  private func evaluate(_ entries: [CohortEntry]) throws {
    var query = AdherenceQuery(
      try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2025-03-01")), by: .month)
    query.asOf = Instant("2025-12-31T22:00:00Z")
    for entry in entries { _ = entry.record.adherence(query) }
  }

  @Test(arguments: tables.sampled(4)) func damageAffectsOnlyItsPatients(_ table: String) throws {
    let bytes = try makeStore()
    let expected = try records()
    let rows = table == "store" || table == "schedules" ? "" : "WHERE \(try rows(of: table))"
    var errorCount = 0
    // Each column is tested with some of the values, and each value with some of the columns.
    for (place, column) in try columns(of: table).enumerated() {
      for (number, value) in ColumnsTests.values.enumerated()
      where (number + place).isMultiple(of: isExhaustive ? 4 : 23) {
        let path = file.path("\(column)-\(number)")
        try bytes.write(to: URL(filePath: path))
        guard set(column, value, of: table, rows, in: path) else { continue }
        guard let entries = try read(path) else {
          errorCount += 1
          continue
        }
        try evaluate(entries)
        if number < 4 { tell(path) }
        errorCount += entries.contains { !$0.errors.isEmpty } ? 1 : 0
        guard rows != "" && table != "names" else { continue }
        #expect(
          [0, 2].allSatisfy { entries[$0].record == expected[$0] && entries[$0].errors.isEmpty },
          "\(table).\(column) = \(value)")
      }
    }
    #expect(errorCount > 0 || table == "store")
  }

  /// Returns the condition of the rows of the second patient.
  private func rows(of table: String) throws -> String {
    switch table {
    case "patients": "number = 2"
    case "tasks": "patient = 2"
    case "outcomes": "id BETWEEN 2 << 32 AND (3 << 32) - 1"
    case "listed_values", "outcome_details": "outcome BETWEEN 2 << 32 AND (3 << 32) - 1"
    case "names": "number = 1"
    default: "patient = 2"
    }
  }

  /// An implausible number of rows of a patient does not cause an allocation.
  @Test(arguments: [
    "UPDATE patients SET outcomes = 4294967295 WHERE number = 2",
    "UPDATE patients SET outcomes = 4294967295 WHERE number = 2; UPDATE outcomes"
      + " SET id = (2 << 32) + 4294967294 WHERE id = (2 << 32) + 3",
    "UPDATE patients SET outcomes = 1000000 WHERE number = 2; UPDATE outcomes"
      + " SET id = (2 << 32) + 999999 WHERE id = (2 << 32) + 3",
    "UPDATE patients SET versions = 4294967295 WHERE number = 2",
    "UPDATE patients SET listed_values = 4294967295 WHERE number = 2",
    "UPDATE patients SET outcome_details = 4294967295 WHERE number = 2",
  ]) func believesNoCount(_ sql: String) throws {
    _ = try makeStore()
    let store = try file.open()
    for part in sql.split(separator: ";") { try store.file.tamper(String(part)) }
    let error = #expect(throws: InputError.self) { try store.snapshot().entries() }
    #expect(error.map { "\($0)".contains("the store is damaged") } == true)
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "2147483648"])
  func rejectsPatientsWithoutNumber(_ number: String) async throws {
    _ = try makeStore()
    let store = try file.open()
    try store.file.tamper("UPDATE patients SET number = \(number) WHERE number = 2")
    let snapshot = try store.snapshot()
    #expect(snapshot.patientIDs == ["a", "c"])
    #expect(snapshot.problems.map(\.field) == ["patients(\(number)).number"])
    #expect(snapshot.counts.patients.rejected == 1)
    #expect(try snapshot.entries().map(\.record) == [records()[0], records()[2]])
  }

  @Test func rejectsDuplicatePatients() throws {
    _ = try makeStore()
    let store = try file.open()
    try store.file.tamper("UPDATE patients SET id = 'a' WHERE number = 2")
    let snapshot = try store.snapshot()
    #expect(snapshot.patientIDs == ["a", "c"])
    #expect(snapshot.problems.map(\.field) == ["patients(2).ordering"])
  }
}
