import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Reading and writing by roles of a site that see only its patients.
@Suite(.enabled(if: TestServer.isAvailable))
struct SiteRecordsTests {
  private func store(_ shared: SharedStore, as role: String) throws -> PostgreSQLStore {
    try PostgreSQLStore(shared.address(as: role))
  }

  private func ids(_ shared: SharedStore, as role: String) throws -> [String] {
    try store(shared, as: role).snapshot().patientIDs
  }

  @Test func reportHasOnlyPatientsOfItsSite() throws {
    let shared = try SharedStore.shared
    let site = try PostgreSQLStore(shared.address(as: "bela"), access: .readOnly)
    let entries = try site.snapshot().entries()
    let all = try store(shared, as: shared.reader).snapshot().entries()
    #expect(all.map(\.record.patient.id) == ["BER-1", "PAR-1"])
    #expect(entries.map(\.record) == [all[0].record])
    #expect(entries[0].record.outcomes.count == 4)
    #expect(entries[0].errors == [])
    #expect(try site.verify().isEmpty)
    let query = CareQuery(patients: PatientQuery(ids: ["PAR-1"]))
    #expect(try site.snapshot(query).entries().map(\.record.outcomes.count) == [])
  }

  @Test func recordsLoadedBySiteAreItsOwn() throws {
    let shared = try SharedStore.own()
    var draw = RichRecords(seed: 20)
    for (role, id) in [("bela", "BER-7"), (shared.paris, "PAR-7"), (shared.owner, "ROM-7")] {
      let report = try store(shared, as: role).load(contentsOf: ListedRecords([draw.record(id)]))
      #expect(report.refused.total == 0, "\(report)")
    }
    #expect(try ids(shared, as: "bela") == ["BER-1", "BER-7"])
    #expect(try ids(shared, as: shared.paris) == ["PAR-1", "PAR-7"])
    let reader = try store(shared, as: shared.reader)
    #expect(try ids(shared, as: shared.reader) == ["BER-1", "BER-7", "PAR-1", "PAR-7", "ROM-7"])
    var again = RichRecords(seed: 20)
    let expected = ["BER-7", "PAR-7", "ROM-7"].map { again.record($0) }
    #expect(try reader.snapshot().records.filter { $0.patient.id.hasSuffix("7") } == expected)
  }

  @Test func repeatedLoadOfSiteAddsNothing() throws {
    let shared = try SharedStore.own()
    let site = try store(shared, as: "bela")
    var draw = RichRecords(seed: 20)
    let record = draw.record("BER-7")
    try site.load(contentsOf: ListedRecords([record]))
    let report = try site.load(contentsOf: ListedRecords([record]))
    #expect(report.added.total == 0 && report.refused.total == 0, "\(report)")
    #expect(try site.verify().isEmpty)
  }

  @Test func rejectsIDOfOtherSite() throws {
    let shared = try SharedStore.own()
    let site = try store(shared, as: "bela")
    #expect(throws: InputError.self) {
      try site.load(
        contentsOf: ListedRecords([CareRecord(patient: Patient(id: "PAR-1", zone: .utc))]))
    }
    #expect(try ids(shared, as: "bela") == ["BER-1"])
    #expect(try store(shared, as: shared.reader).snapshot().entries()[1].record.outcomes.count == 4)
  }

  @Test func siteErasesOnlyItsPatients() async throws {
    let shared = try SharedStore.own()
    let site = try store(shared, as: shared.siteEraser)
    await #expect(throws: StoreError.noSuch(.patient("PAR-1"))) {
      try await site.erase(patient: "PAR-1")
    }
    try await site.erase(patient: "BER-1")
    #expect(try ids(shared, as: shared.reader) == ["PAR-1"])
    let names = "SELECT text FROM names ORDER BY text COLLATE \"C\""
    let owner = try shared.connection(as: shared.owner)
    #expect(try owner.rows(names).count == 4)
    try owner.execute(
      #require(try SharedStore.blocks().first { $0.contains("DELETE FROM regimen.names") }))
    #expect(try owner.rows(names) == ["(\"km of PAR-1\")", "(\"morning of PAR-1\")"])
    #expect(try owner.rows("SELECT number FROM schedules") == ["(2)"])
    try await store(shared, as: shared.eraser).erase(patient: "PAR-1")
    #expect(try owner.rows(names) == [])
  }
}
