import AdherenceAnalytics
import Diagnostics
import Foundation
import CSQLite
@testable import SQLiteStore
@testable import Storage
import Scheduling
@testable import StoreChecks
import TestSampling
import TestSupport
import Testing

/// The checksums of patients are always present and correct, and detect damage.
@Suite struct RecordChecksumsTests {
  private let file = TemporaryFile()

  /// Returns the patients of a store with their stored checksums.
  private func stored(_ file: TemporaryFile) throws -> [StoredPatient] {
    let connection = try file.open(.readOnly).file.connect(for: .reading)
    let statement = try StoredPatient.selection(on: connection, "true ORDER BY ordering")
    statement.reset()
    defer { statement.reset() }
    var patients: [StoredPatient] = []
    while try statement.step() { patients.append(try StoredPatient(statement)) }
    return patients
  }

  /// Expects the checksums of all patients to equal those by definition, and those of a store into
  /// which the same records are loaded at once.
  private func expectRightSums(_ file: TemporaryFile) throws {
    let other = TemporaryFile()
    let records = try file.open(.readOnly).snapshot().entries().map(\.record)
    try other.open().load(contentsOf: ListedRecords(records))
    let (patients, others) = (try stored(file), try stored(other))
    #expect(patients.map(\.id) == records.map(\.patient.id))
    #expect(patients.map(\.sums) == others.map(\.sums))
    let connection = try file.open(.readOnly).file.connect(for: .reading)
    for patient in patients {
      #expect(try patient.sums == NaiveSums(connection).sums(of: patient), "\(patient.id)")
    }
  }

  @Test func coverAllRows() throws {
    let store = try file.open()
    try store.load(
      contentsOf: ListedRecords(try ["a", "b"].map { try CareRecord.rich(id: $0) }))
    try expectRightSums(file)
    #expect(Set(try stored(file).map(\.sums?.plan)).count == 1)
    #expect(Set(try stored(file).map(\.sums?.patient)).count == 2)
  }

  /// Batches, loads, erasures, and two concurrent writers.
  @Test(arguments: (1...12 as ClosedRange<UInt64>).sampled(1))
  func areCorrectAfterAnyWrites(seed: UInt64) async throws {
    var world = try World(seed: seed)
    let stores = [try file.open(), try file.open()]
    for round in 0..<4 {
      let records = try World(seed: seed &* 31 &+ UInt64(round)).records
      let store = stores[world.number(0...1)]
      if world.isTrue(oneIn: 2) {
        try store.load(contentsOf: ListedRecords(records), batch: world.number(1...40))
      } else {
        // Some changes contradict the store, and must not leave a trace.
        for change in records.flatMap(\.changes) { try? await store.apply([change]) }
      }
      let ids = try store.snapshot().patientIDs
      if world.isTrue(oneIn: 3), let id = ids.randomElement(using: &world) {
        try await stores[world.number(0...1)].erase(patient: id)
      }
      try expectRightSums(file)
    }
  }

  /// Changes to other valid values.
  private static let damages = [
    "UPDATE patients SET id = 'B', ordering = 'B' WHERE number = 2",
    "UPDATE patient_versions SET group_name = 'arm B' WHERE patient = 2 AND position = 0",
    "UPDATE patient_versions SET zone = 'UTC' WHERE patient = 2 AND position = 1",
    "UPDATE care_plans SET title = NULL WHERE patient = 2",
    "UPDATE contacts SET phones = NULL WHERE patient = 2",
    "UPDATE holds SET mode = 'extend' WHERE patient = 2 AND position = 1",
    "UPDATE tasks SET id = 'tabled' WHERE patient = 2",
    "UPDATE task_versions SET scoring = NULL WHERE patient = 2",
    "UPDATE task_versions SET min_wait = 61 WHERE patient = 2",
    "UPDATE outcomes SET time = time + 256 WHERE id = 2 << 32",
    "UPDATE outcomes SET status = 1 - status WHERE id = (2 << 32) + 3",
    "UPDATE outcomes SET nominal = nominal - 1 WHERE id = (2 << 32) + 2",
    "UPDATE outcomes SET number = 3.5 WHERE id = (2 << 32) + 2",
    "UPDATE outcomes SET units = NULL WHERE id = (2 << 32) + 2",
    "UPDATE outcomes SET kind = units WHERE id = (2 << 32) + 2",
    "UPDATE listed_values SET units = 1 WHERE outcome = (2 << 32) + 1 AND position = 0",
    "UPDATE listed_values SET text = 'x' WHERE outcome = (2 << 32) + 1 AND text IS NOT NULL",
    "UPDATE listed_values SET number = 9 WHERE outcome = (2 << 32) + 1 AND number IS NOT NULL",
    "UPDATE listed_values SET boolean = 1 - boolean WHERE outcome >> 32 = 2",
    "UPDATE outcome_details SET deleted = 1 WHERE outcome >> 32 = 2",
    "UPDATE outcome_details SET recorded_at = recorded_at + 1 WHERE outcome >> 32 = 2",
    "UPDATE patients SET patient_sum = patient_sum + 1 WHERE number = 2",
    "UPDATE patients SET plan_sum = ~plan_sum WHERE number = 2",
    "UPDATE patients SET outcome_sum = 0 WHERE number = 2",
  ]

  @Test(arguments: damages) func reportChangedValues(_ sql: String) async throws {
    let records = try ["a", "b", "c"].map { try CareRecord.rich(id: $0) }
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(records))
    try store.file.tamper(sql, knowingly: false)
    let entries = try store.snapshot().entries()
    let id = sql.contains("'B'") ? "B" : "b"
    let damaged = try #require(entries.first { $0.record.patient.id == id })
    #expect(damaged.problems.map(\.field) == ["patients(2)"])
    #expect(
      damaged.problems.allSatisfy {
        "\($0)".contains("the record of patient '\(id)' does not match")
      })
    #expect(damaged.record == CareRecord(patient: Patient(id: id, zone: .utc)))
    #expect(damaged.counts.outcomes == ReadCount(read: 4, rejected: 4))
    #expect(
      entries.filter { $0.record.patient.id != id }.map(\.record) == [records[0], records[2]])
    await #expect(throws: InputError.self) { try await store.allRecords() }
    #expect(try store.load(contentsOf: ListedRecords([records[1]])).refused.total >= 0)
  }

  /// Damage of shared rows affects each patient who refers to them.
  @Test(arguments: [
    "UPDATE names SET text = text || 's'",
    "UPDATE schedules SET json = replace(json, 'PT30M', 'PT31M')",
  ]) func damagedSharedRowAffectsAllItsPatients(_ sql: String) throws {
    let store = try file.open()
    var other = CareRecord(patient: Patient(id: "c", zone: .utc))
    other.tasks = [CareTask(id: "t", schedule: Schedule([]))]
    try store.load(
      contentsOf: ListedRecords(try ["a", "b"].map { try CareRecord.rich(id: $0) } + [other]))
    let schedules = try store.file.connect(for: .reading).integer(
      "SELECT sum(1) FROM schedules WHERE json LIKE '%PT30M%'")
    try store.file.tamper(
      schedules == nil ? "UPDATE names SET text = text || 's'" : sql, knowingly: false)
    let entries = try store.snapshot().entries()
    #expect(entries.map(\.errors.count) == [1, 1, 0])
    #expect(entries[2].record == other)
  }

  /// Only the extent that is read is checked.
  @Test func checksRowsThatAreRead() throws {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(try ["a", "b"].map { try CareRecord.rich(id: $0) }))
    func damaged(_ query: CareQuery) throws -> [Int] {
      try store.snapshot(query).entries().map(\.errors.count)
    }
    var grouped = CareQuery()
    grouped.patients.groups = ["arm A"]
    let plans = CareQuery(kinds: [.task])
    try store.file.tamper(
      "UPDATE outcomes SET time = time + 1 WHERE id = 2 << 32", knowingly: false)
    #expect(try damaged(plans) == [0, 0] && damaged(CareQuery()) == [0, 1])
    try store.file.tamper("UPDATE holds SET reason = 'x' WHERE patient = 2", knowingly: false)
    #expect(try damaged(plans) == [0, 1])
    // It is unknown whether the patient was in that group.
    try store.file.tamper(
      "UPDATE patient_versions SET group_name = 'arm B' WHERE patient = 2", knowingly: false)
    #expect(try damaged(grouped) == [0, 1])
    #expect(try damaged(CareQuery(kinds: [.patient])) == [0, 1])
  }

  /// Earlier versions wrote no checksums: nothing is reported until a load adds them.
  @Test func areAddedToOlderSchemas() async throws {
    let record = try CareRecord.rich(id: "a")
    try file.open().load(contentsOf: ListedRecords([record]))
    let sums = try stored(file).map(\.sums)
    try file.open().file.tamper("UPDATE store SET revision = revision")
    #expect(try stored(file).map(\.sums) == [nil])
    #expect(try file.open().unsummedPatients() == 1)
    try await file.open().add(.carePlan(CarePlan(id: "new"), of: "a"))
    #expect(try stored(file).map(\.sums) == [nil])
    try file.open().load(contentsOf: ListedRecords([]))
    #expect(try stored(file).map(\.sums?.outcomes) == sums.map { $0?.outcomes })
    #expect(try file.open().unsummedPatients() == 0)
    try expectRightSums(file)
    // Unreadable patients get no checksums.
    try file.open().file.tamper("UPDATE holds SET mode = 'rest' WHERE patient = 1")
    try file.open().load(contentsOf: ListedRecords([]))
    #expect(try stored(file).map(\.sums) == [nil])
  }
}

/// The checksums by definition: each row of each table separately.
private struct NaiveSums {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func sums(of patient: StoredPatient) throws -> RecordChecksums {
    let (first, last) = (patient.number << 32, patient.lastOutcome)
    var sums = RecordChecksums(of: patient.id)
    sums.patient &+= try sum(Patient.self, patient.number)
    for sum in [
      try sum(CarePlan.self, patient.number), try sum(Contact.self, patient.number),
      try sum(CareTask.self, patient.number), try sum(Hold.self, patient.number),
      try sum(NamedEvent.self, patient.number),
    ] { sums.plan &+= sum }
    let named = "(SELECT text FROM names WHERE number = "
    sums.outcomes = try each(
      "SELECT id - \(first), (SELECT id FROM tasks WHERE number = task), \(named)element), nominal,"
        + " time, status, number, \(named)units), \(named)kind) FROM outcomes", "id", first...last
    ) { row in
      var digest = OutcomeDigest(position: Int(row.whole(0)))
      digest.task = row.digest(1)
      digest.element = row.digest(2)
      if row.isThere(3) { digest.nominal = row.whole(3) }
      if row.isThere(4) { digest.time = row.whole(4) }
      digest.status = row.whole(5)
      if row.isThere(6) { digest.number = row.number(6) }
      digest.units = row.isThere(6) ? row.digest(7) : 0
      digest.kind = row.isThere(6) ? row.digest(8) : 0
      return digest.value
    }
    sums.outcomes &+= try each(
      "SELECT outcome - \(first), position, number, boolean, text, date, data, \(named)units),"
        + " \(named)kind) FROM listed_values", "outcome", first...last
    ) { $0.digest(from: 0, salt: TableSalt.listedValues).value }
    let columns = OutcomeDetails.columns.joined(separator: ", ")
    sums.outcomes &+= try each(
      "SELECT outcome - \(first), \(columns) FROM outcome_details", "outcome", first...last
    ) { $0.digest(from: 0, salt: TableSalt.outcomeDetails).value }
    return sums
  }

  private func sum<Record: VersionRow>(_ type: Record.Type, _ patient: Int64) throws -> UInt64 {
    let columns = Record.columns.joined(separator: ", ")
      .replacing(
        "task, schedule",
        with: "(SELECT id FROM tasks WHERE number = task),"
          + " (SELECT json FROM schedules WHERE number = schedule)")
    let salt = CellDigest.text(Record.table)
    return try each(
      "SELECT NULL, position, \(columns) FROM \(Record.table)", "patient", patient...patient
    ) { $0.digest(from: 1, salt: salt).value }
  }

  private func each(
    _ sql: String, _ key: String, _ range: ClosedRange<Int64>, _ digest: (Statement) -> UInt64
  ) throws -> UInt64 {
    let statement = try connection.statement("\(sql) WHERE \(key) BETWEEN ? AND ?")
    statement.bind(range.lowerBound, range.upperBound)
    defer { statement.reset() }
    var sum: UInt64 = 0
    while try statement.step() { sum &+= digest(statement) }
    return sum
  }
}

extension Statement {
  fileprivate func isThere(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) != SQLITE_NULL
  }

  fileprivate func whole(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  fileprivate func number(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
}
