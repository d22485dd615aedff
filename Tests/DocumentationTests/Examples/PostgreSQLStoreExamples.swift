import AdherenceAnalytics
import Interchange
import PostgreSQLStore
import Scheduling
import TestServer
import Testing

/// The examples of the essential types of `PostgreSQLStore`.
@Suite(.printsAsWritten, .enabled(if: TestServer.isAvailable))
struct PostgreSQLStoreExamples: Examples {
  @Test func store() async throws {
    let address = try TestServer.shared.address()

    let store = try PostgreSQLStore(address)
    try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
    try await store.add(.patient(Patient(id: "ann", zone: .utc)))
    let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
    for try await record in try await store.records(matching: ann) {
      print(record.patient.id, record.outcomes.count)  // ann 0
    }
  }

  @Test func snapshot() async throws {
    let address = try TestServer.shared.address()
    let store = try PostgreSQLStore(address)
    try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))

    let snapshot = try store.snapshot()
    var reader = try snapshot.makeReader()
    try reader.read(0..<2) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count)
    }
    // P000 231
    // P001 239
  }

  @Test func address() throws {
    let address = try StoreAddress("postgresql://nurse@db.example.org/care?schema=trial")
    print(address.schema)  // trial
  }
}
