import AdherenceAnalytics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSupport
import Testing

@Suite struct StoreInfoTests {
  private let file = TemporaryFile()

  private func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  @Test func countsRowsOfStore() async throws {
    let store = try file.open()
    let rich = try ["a", "b"].map { try CareRecord.rich(id: $0) }
    try store.load(contentsOf: ListedRecords(rich))
    try await store.add(.patient(Patient(id: "c", zone: .utc)))
    let info = try store.info()
    var versions = VersionCounts()
    for record in rich { versions.merge(VersionCounts(record)) }
    versions.patients += 1
    #expect(info.versions == versions)
    #expect(info.patients == 3 && info.tasks == 2)
    #expect(info.schemaVersion == 6 && info.revision == 2)
    #expect(info.size >= 8192 * 4)
    let first = try instant("2025-01-04T08:10:00Z")
    // The last outcome is planned for midnight and has no time of its own.
    #expect(try info.outcomeTimes == first...instant("2025-01-05T00:00:00Z"))
    let recorded = try instant("2024-12-31T09:30:00Z")...instant("2025-04-02T00:00:00Z")
    #expect(info.recordingTimes == recorded)
    #expect(info.zones == ["America/New_York": 2, "UTC": 1])
  }

  @Test func countsTravelersInHomeZone() async throws {
    let store = try file.open()
    let journey = "Europe/Berlin;2025-02-01T10:00:00Z=UTC"
    let zone = try #require(Zone(journey))
    try await store.add(.patient(Patient(id: "a", zone: zone)))
    #expect(try store.info().zones == ["Europe/Berlin": 1])
  }

  @Test func emptyStoreHasNoRows() throws {
    var expected = StoreInfo()
    let info = try file.open().info()
    expected.schemaVersion = 6
    expected.size = info.size
    #expect(info == expected)
  }

  /// The views for other programs.
  @Test func viewsShowValuesInWords() throws {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([try CareRecord.rich(id: "ann")]))
    let connection = try store.file.connect(for: .reading)
    func count(_ sql: String) throws -> Int64? { try connection.integer(sql) }
    #expect(try count("SELECT count(*) FROM recorded_outcomes WHERE patient = 'ann'") == 9)
    #expect(
      try count(
        """
        SELECT count(*) FROM recorded_outcomes WHERE task = 'tablet' AND element = 'rest'
        AND nominal = '2025-01-05T00:00:00' AND time IS NULL AND status = 'skipped'
        AND value = 3.0 AND units = 'mL' AND kind = 'dose' AND deleted = 0
        """) == 1)
    #expect(
      try count(
        """
        SELECT count(*) FROM recorded_outcomes WHERE element = 'breakfast' AND status = 'declined'
        AND time = '2025-01-04T08:10:00Z' AND recorded_at = '2025-01-04T08:11:00Z'
        AND record_id = 'outcome'
        """) == 6)
    #expect(
      try count("SELECT count(*) FROM outcome_values WHERE units = 'mg' AND number = 0.1") == 1)
    #expect(try count("SELECT count(*) FROM outcome_values") == 9)
    #expect(
      try count(
        """
        SELECT count(*) FROM current_tasks WHERE patient = 'ann' AND task = 'tablet'
        AND json_extract(schedule, '$.elements[0].every') = 'P1D'
        AND effective_from = '2025-01-03T00:00:00Z' AND recorded_at = '2025-01-02T00:00:00Z'
        """) == 1)
    #expect(
      try count(
        """
        SELECT count(*) FROM current_patients WHERE patient = 'ann' AND zone = 'America/New_York'
        AND json_extract(tags, '$[0]') = 'b' AND outcomes = 4
        """) == 1)
  }
}
