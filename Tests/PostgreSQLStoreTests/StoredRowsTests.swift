import AdherenceAnalytics
import Diagnostics
import PostgreSQLStore
import Scheduling
import StoreChecks
import TestServer
import TestSupport
import TestSampling
import Testing

/// Invalid rows written by another program.
@Suite(.enabled(if: TestServer.isAvailable)) struct StoredRowsTests {
  struct Nonsense: Sendable, CustomTestStringConvertible {
    var sql: String
    var field: String
    var testDescription: String { sql }

    init(_ sql: String, _ field: String) { (self.sql, self.field) = (sql, field) }
  }

  static let nonsense = [
    Nonsense(
      "UPDATE patient_versions SET zone = 'Moon/Base' WHERE patient = 2 AND position = 0",
      "patient_versions(2,0).zone"),
    Nonsense(
      "UPDATE patient_versions SET start = 'infinity' WHERE patient = 2 AND position = 0",
      "patient_versions(2,0).start"),
    Nonsense(
      "UPDATE patient_versions SET sex = 'm' WHERE patient = 2 AND position = 1",
      "patient_versions(2,1).sex"),
    Nonsense(
      "UPDATE patient_versions SET recorded_at = '-infinity' WHERE patient = 2 AND position = 1",
      "patient_versions(2,1).recorded_at"),
    Nonsense(
      "UPDATE task_versions SET effective_from = 'then' WHERE patient = 2",
      "task_versions(2,0).effective_from"),
    Nonsense(
      "UPDATE task_versions SET effective_from = '@99999999999999' WHERE patient = 2",
      "task_versions(2,0).effective_from"),
    Nonsense(
      "UPDATE task_versions SET min_wait = -1 WHERE patient = 2", "task_versions(2,0).min_wait"),
    Nonsense(
      "UPDATE task_versions SET tags = '{{a,b},{c,d}}' WHERE patient = 2",
      "task_versions(2,0).tags"),
    Nonsense(
      "INSERT INTO schedules VALUES (99, '[]'); UPDATE task_versions SET schedule = 99"
        + " WHERE patient = 2", "schedules(99).json"),
    Nonsense(
      "UPDATE care_plans SET notes = '[{}]' WHERE patient = 2", "care_plans(2,0).notes"),
    Nonsense(
      "UPDATE contacts SET emails = '7' WHERE patient = 2", "contacts(2,0).emails"),
    Nonsense(
      "UPDATE holds SET mode = 'rest' WHERE patient = 2 AND position = 1", "holds(2,1).mode"),
    Nonsense(
      "UPDATE outcomes SET time = NULL WHERE patient = 2 AND position = 0", "outcomes(2,0)"),
    Nonsense(
      "UPDATE outcomes SET time = 'infinity' WHERE patient = 2 AND position = 1", "outcomes(2,1)"),
    Nonsense(
      "UPDATE outcomes SET nominal = '20000-01-01' WHERE patient = 2 AND position = 1",
      "outcomes(2,1)"),
    Nonsense(
      "UPDATE outcomes SET number = 'NaN' WHERE patient = 2 AND position = 2", "outcomes(2,2)"),
    Nonsense(
      "UPDATE listed_values SET date = 'noon', number = NULL WHERE patient = 2 AND outcome = 1"
        + " AND position = 0", "listed_values(2,1,0).date"),
    Nonsense(
      "UPDATE outcome_details SET user_info = '[1]' WHERE patient = 2 AND outcome = 1",
      "outcome_details(2,1).user_info"),
  ]

  private func store() throws -> (PostgreSQLStore, String) {
    let address = try TestServer.shared.address()
    let store = try PostgreSQLStore(address)
    let records = try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }
    try store.load(contentsOf: ListedRecords(records))
    return (store, address.schema)
  }

  @Test(arguments: nonsense.sampled(5)) func continuesDespiteUnreadableRows(_ nonsense: Nonsense)
    async throws
  {
    let (store, schema) = try store()
    try TestServer.shared.execute(nonsense.sql, in: schema)
    let entries = try store.snapshot().entries()
    #expect(entries.map(\.errors.count) == [0, 1, 0])
    #expect(
      entries[1].errors.first?.field?.hasPrefix(nonsense.field) == true, "\(entries[1].errors)")
    #expect(entries[1].errors.first?.source == store.address.description)
    #expect(
      try [entries[0].record, entries[2].record] == ["a", "c"].map { try CareRecord.rich(id: $0) })
    await #expect(throws: InputError.self) { try await store.allRecords() }
    try await store.apply([.add(.carePlan(CarePlan(id: "new"), of: "a"))])
  }

  /// Missing rows cannot be rejected individually; triggers would prevent some of these changes.
  @Test(
    arguments: [
      "DELETE FROM outcomes WHERE patient = 2 AND position = 3",
      "DELETE FROM outcomes WHERE patient = 2 AND position = 1",
      "DELETE FROM listed_values WHERE patient = 2",
      "DELETE FROM outcome_details WHERE patient = 2 AND outcome = 3",
      "DELETE FROM holds WHERE patient = 2 AND position = 0",
      "DELETE FROM holds WHERE patient = 2 AND position = 2",
      "DELETE FROM named_events WHERE patient = 2 AND position = 3",
      "DELETE FROM task_versions WHERE patient = 2",
      "DELETE FROM patient_versions WHERE patient = 2",
      "UPDATE patients SET outcomes = 3 WHERE number = 2",
      "UPDATE patients SET outcomes = 2000000000 WHERE number = 2",
      "UPDATE outcomes SET task = 1 WHERE patient = 2 AND position = 0;"
        + " DELETE FROM patients WHERE number = 2",
      "INSERT INTO outcomes (patient, position, task, time, status) VALUES (2, 9, 2, now(), 0)",
      "INSERT INTO outcomes (patient, position, task, time, status) VALUES (2, -1, 2, now(), 0)",
    ].sampled(4)) func saysThatRowsAreMissing(_ sql: String) throws
  {
    let (store, schema) = try store()
    let snapshot = try store.snapshot()
    try TestServer.shared.execute("SET session_replication_role = replica; \(sql)", in: schema)
    #expect(throws: Never.self) { try snapshot.entries() }
    if sql.contains("DELETE FROM patients") {
      #expect(try store.snapshot().patientIDs == ["a", "c"])
      #expect(try !store.verify().isEmpty)
    } else {
      #expect(throws: InputError.self) { try store.snapshot().entries() }
    }
  }

  @Test func namesRowsWithDanglingReferences() throws {
    let (store, schema) = try store()
    try TestServer.shared.execute(
      "SET session_replication_role = replica; UPDATE outcomes SET task = 99 WHERE patient = 2"
        + " AND position = 0; UPDATE outcomes SET units = 99 WHERE patient = 2 AND position = 2;"
        + " UPDATE listed_values SET kind = 99 WHERE patient = 1 AND position = 0", in: schema)
    let entries = try store.snapshot().entries()
    #expect(entries[1].errors.map(\.field) == ["outcomes(2,0)", "outcomes(2,2)"])
    #expect(entries[0].errors.first?.field?.hasPrefix("listed_values(1,") == true)
    let damage = try store.verify().map(\.description)
    #expect(damage.count { $0.contains("outcomes(2).task refers to missing tasks") } == 1)
    #expect(damage.count { $0.contains("outcomes(2).units refers to missing names") } == 1)
    #expect(damage.contains { $0.contains("listed_values(1).kind refers to missing names") })
  }
}
