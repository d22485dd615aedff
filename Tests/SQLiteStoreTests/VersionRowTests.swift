import AdherenceAnalytics
@testable import SQLiteStore
@testable import Storage
import Diagnostics
import Scheduling
import StoreChecks
import TestSupport
import TestSampling
import Testing

/// Invalid rows written by another program.
@Suite struct VersionRowTests {
  private let file = TemporaryFile()

  struct Nonsense: Sendable, CustomTestStringConvertible {
    var sql: String
    var field: String
    var testDescription: String { sql }
  }

  static let nonsense = [
    Nonsense(
      sql: "UPDATE patient_versions SET zone = 'Moon/Base' WHERE patient = 2 AND position = 0",
      field: "patient_versions(2,0).zone"),
    Nonsense(
      sql: "UPDATE patient_versions SET start = 'soon' WHERE patient = 2 AND position = 0",
      field: "patient_versions(2,0).start"),
    Nonsense(
      sql: "UPDATE patient_versions SET sex = 'm' WHERE patient = 2 AND position = 1",
      field: "patient_versions(2,1).sex"),
    Nonsense(
      sql: "UPDATE task_versions SET schedule = 99 WHERE patient = 2",
      field: "task_versions(2,0).schedule"),
    Nonsense(
      sql: "UPDATE task_versions SET task = 99 WHERE patient = 2", field: "task_versions(2,0).task"),
    Nonsense(
      sql: "UPDATE task_versions SET effective_from = 'then' WHERE patient = 2",
      field: "task_versions(2,0).effective_from"),
    Nonsense(
      sql: "UPDATE task_versions SET impacts_adherence = 7 WHERE patient = 2",
      field: "task_versions(2,0).impacts_adherence"),
    Nonsense(
      sql: "UPDATE care_plans SET notes = '[{]' WHERE patient = 2", field: "care_plans(2,0).notes"),
    Nonsense(
      sql: "UPDATE contacts SET given_name = x'ff' WHERE patient = 2",
      field: "contacts(2,0).given_name"),
    Nonsense(
      sql: "UPDATE contacts SET given_name = CAST(x'ff' AS TEXT) WHERE patient = 2",
      field: "contacts(2,0).given_name"),
    Nonsense(
      sql: "UPDATE holds SET mode = 'rest' WHERE patient = 2 AND position = 1",
      field: "holds(2,1).mode"),
    Nonsense(
      sql: "UPDATE outcomes SET task = 99 WHERE id = 2 << 32", field: "outcomes(8589934592).id"),
    Nonsense(
      sql: "UPDATE outcomes SET nominal = 1 << 60 WHERE id = (2 << 32) + 1",
      field: "outcomes(8589934593).id"),
    Nonsense(
      sql: "UPDATE outcomes SET time = NULL WHERE id = 2 << 32", field: "outcomes(8589934592).id"),
    Nonsense(
      sql: "UPDATE outcomes SET time = 'noon' WHERE id = (2 << 32) + 1",
      field: "outcomes(8589934593).id"),
    Nonsense(
      sql: "UPDATE outcomes SET element = 'x', nominal = 'y' WHERE id = (2 << 32) + 1",
      field: "outcomes(8589934593).id"),
    Nonsense(
      sql: "UPDATE outcomes SET time = 1 << 62 WHERE id = 2 << 32",
      field: "outcomes(8589934592).id"),
    Nonsense(
      sql: "UPDATE outcomes SET number = 'x' WHERE id = (2 << 32) + 2",
      field: "outcomes(8589934594).id"),
    Nonsense(
      sql: "UPDATE outcomes SET units = 99 WHERE id = (2 << 32) + 2",
      field: "outcomes(8589934594).id"),
    Nonsense(
      sql: "UPDATE outcomes SET element = 99 WHERE id = (2 << 32) + 2",
      field: "outcomes(8589934594).id"),
    Nonsense(
      sql: "UPDATE outcomes SET status = 9 WHERE id = 2 << 32", field: "outcomes(8589934592).id"),
    Nonsense(
      sql: "UPDATE listed_values SET number = NULL WHERE outcome = (2 << 32) + 1",
      field: "listed_values(8589934593,0).data"),
    Nonsense(
      sql: "UPDATE listed_values SET units = 99 WHERE outcome = (2 << 32) + 1",
      field: "listed_values(8589934593,0).units"),
    Nonsense(
      sql: "UPDATE outcome_details SET tags = 'late' WHERE outcome = (2 << 32) + 1",
      field: "outcome_details(8589934593).tags"),
  ]

  @Test(arguments: nonsense.sampled(8)) func continuesDespiteUnreadableRows(_ nonsense: Nonsense)
    async throws
  {
    let records = try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(records))
    try store.file.tamper(nonsense.sql)
    let entries = try store.snapshot().entries()
    #expect(entries.map(\.errors.count) == [0, 1, 0])
    #expect(entries[1].errors.first?.field == nonsense.field)
    #expect(entries[1].errors.first?.source == file.path)
    #expect([entries[0].record, entries[2].record] == [records[0], records[2]])
    let whole = VersionCounts(records[1])
    #expect((whole - VersionCounts(entries[1].record)).total == 1)
    #expect(entries[1].counts.rejected == 1)
    await #expect(throws: InputError.self) { try await store.allRecords() }
    let change = CareChange.add(.carePlan(CarePlan(id: "new"), of: "a"))
    try await store.apply([change])
  }

  @Test func unreadablePatientKeepsPosition() async throws {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(try ["a", "b"].map { try CareRecord.rich(id: $0) }))
    try store.file.tamper(
      "UPDATE patient_versions SET zone = '?' WHERE patient = 1")
    var query = CareQuery()
    query.patients.groups = ["arm A"]
    for query in [CareQuery(), query] {
      let entries = try store.snapshot(query).entries()
      #expect(entries.map(\.record.patient.id) == ["a", "b"])
      #expect(entries[0].errors.count == 2)
      #expect(entries[0].record == CareRecord(patient: Patient(id: "a", zone: .utc)))
    }
  }

  /// Missing rows cannot be rejected individually.
  @Test(arguments: [
    "DELETE FROM outcomes WHERE id = (2 << 32) + 1",
    "DELETE FROM outcomes WHERE id = (2 << 32) + 3",
    "DELETE FROM listed_values WHERE outcome = (2 << 32) + 1",
    "DELETE FROM outcome_details WHERE outcome = (2 << 32) + 3",
    "DELETE FROM holds WHERE patient = 2 AND position = 0",
    "DELETE FROM holds WHERE patient = 2 AND position = 2",
    "DELETE FROM named_events WHERE patient = 2 AND position = 3",
    "DELETE FROM task_versions WHERE patient = 2", "DELETE FROM patient_versions WHERE patient = 2",
    "UPDATE patients SET outcomes = 3 WHERE number = 2",
    "UPDATE patients SET outcomes = -1 WHERE number = 2",
    "INSERT INTO outcomes (id, task, time, status) VALUES ((2 << 32) + 9, 1, 0, 0)",
  ]) func saysThatRowsAreMissing(_ sql: String) throws {
    let store = try file.open()
    try store.load(
      contentsOf: ListedRecords(try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }))
    let snapshot = try store.snapshot()
    try store.file.tamper(sql)
    #expect(throws: Never.self) { try snapshot.entries() }
    #expect(throws: InputError.self) { try store.snapshot().entries() }
  }
}

extension RecordCounts {
  fileprivate var rejected: Int {
    [patients, tasks, outcomes, holds, carePlans, contacts, namedEvents].reduce(0) {
      $0 + $1.rejected
    }
  }
}
