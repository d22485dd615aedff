import AdherenceAnalytics
import Foundation
import Interchange
import SQLiteStore
import Scheduling
import Testing

/// The examples of the essential types of `SQLiteStore`.
@Suite(.printsAsWritten) struct SQLiteStoreExamples: Examples {
  @Test func store() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trial.sqlite")

    let store = try SQLiteStore(path)
    try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
    try await store.add(.patient(Patient(id: "ann", zone: .utc)))
    let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
    for try await record in try await store.records(matching: ann) {
      print(record.patient.id, record.outcomes.count)  // ann 0
    }
  }

  @Test func snapshot() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trial.sqlite")
    let store = try SQLiteStore(path)
    try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))

    let snapshot = try store.snapshot()
    var reader = try snapshot.makeReader()
    try reader.read(0..<2) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count)
    }
    // P000 231
    // P001 239
  }
}
