import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSupport
import Testing

/// Erased data are nowhere in the file, and data shared with other patients are kept.
@Suite struct PatientEraserTests {
  private let file = TemporaryFile()

  /// Returns a patient with texts in the plan, and outcomes in units that no other patient has.
  private func record(_ id: String, units: String, text: String) throws -> CareRecord {
    var element = ScheduleElement("e-\(id)", on: try #require(CivilDate("2025-01-01")))
    element.recurrence = .every(ISODuration(days: 1))
    element.text = text
    var patient = Patient(id: id, zone: .utc)
    patient.familyName = "Family of \(id)"
    patient.notes = [RecordNote("Note on \(id)")]
    let start = try #require(Instant("2025-01-01T08:00:00Z"))
    let outcomes = (0..<50).map { day in
      var outcome = Outcome(
        task: "tablet", time: start.adding(seconds: Int64(day) * 86_400),
        values: [
          OutcomeValue(.number(1), units: units), OutcomeValue(.text("said by \(id)")),
        ])
      outcome.notes = [RecordNote("Remark of \(id)")]
      return outcome
    }
    return CareRecord(
      patient: patient, tasks: [CareTask(id: "tablet", schedule: Schedule([element]))],
      outcomes: outcomes)
  }

  private func bytes() throws -> String {
    try ["", "-wal"].map { suffix in
      let path = file.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return "" }
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }.joined()
  }

  @Test func fileHasNoDataOfErasedPatient() async throws {
    let store = try file.open()
    let (ann, ben) = (
      try record("ann", units: "spoons", text: "Morning of ann"),
      try record("ben", units: "mL", text: "Morning of ben")
    )
    try store.load(contentsOf: ListedRecords([ann, ben]))
    let texts = ["ann", "spoons", "Family of", "Note on", "Remark of", "said by", "Morning of"]
    let before = try bytes()
    #expect(texts.allSatisfy(before.contains))
    try await store.erase(patient: "ann")
    let after = try bytes()
    for text in ["ann", "spoons"] { #expect(!after.contains(text), "\(text) is left") }
    #expect(after.contains("Morning of ben") && after.contains("mL"))
    #expect(try await store.allRecords() == [ben])
    #expect(try store.info().revision == 2)
  }

  /// A freed key may be reused by another name, so caches must be invalidated.
  @Test func freedNumbersMayBeReused() async throws {
    let (first, second) = (try file.open(), try file.open())
    let (ann, ben, carl) = (
      try record("ann", units: "spoons", text: "same"),
      try record("ben", units: "spoons", text: "same"),
      try record("carl", units: "drops", text: "other")
    )
    try await first.apply(ann.changes)
    #expect(try await first.allRecords() == [ann])
    try await second.erase(patient: "ann")
    try await second.apply(carl.changes)
    #expect(try await first.allRecords() == [carl])
    try await first.apply(ben.changes)
    #expect(try await first.allRecords() == [ben, carl])
    #expect(try await second.allRecords() == [ben, carl])
  }

  @Test func erasureReportsOpenReaders() async throws {
    let store = try SQLiteStore(StoreFile(file.path, busyTimeout: 0.05), .readWrite)
    let ann = try record("ann", units: "mL", text: "same")
    try await store.apply(ann.changes)
    do {
      let snapshot = try store.snapshot(readers: 1)
      let error = await #expect(throws: InputError.self) { try await store.erase(patient: "ann") }
      #expect(error?.description.contains("are erased, but the log") == true)
      var reader = try snapshot.makeReader()
      var read: [CareRecord] = []
      try reader.read(0..<1) { read.append($0.record) }
      #expect(read == [ann])
    }
    #expect(try await store.allRecords().isEmpty)
  }

  @Test func readOnlyStoreErasesNothing() async throws {
    try await file.open().apply([.add(.patient(Patient(id: "ann", zone: .utc)))])
    let store = try file.open(.readOnly)
    await #expect(throws: InputError.self) { try await store.erase(patient: "ann") }
    #expect(try store.snapshot().patientIDs == ["ann"])
  }
}
