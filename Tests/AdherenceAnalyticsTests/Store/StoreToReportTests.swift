import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Records written to a store, and the reports of them.
@Suite struct StoreToReportTests {
  private let store = MemoryStore()

  /// Three daily tablets, the first of them taken; known from the first day on.
  private func furnish() async throws {
    try await store.add(.patient(try patient("ann")))
    var tablet = task(
      "tablet", .window, try element(from: "2024-01-15T08:00", until: "2024-01-18T00:00"))
    tablet.recordedAt = try at("2024-01-15T00:00:00Z")
    try await store.add(.task(tablet, of: "ann"))
    try await store.add(
      .outcome(try taken("2024-01-15", recordedAt: "2024-01-15T08:00:00Z"), of: "ann"))
  }

  private func taken(_ day: String, recordedAt: String) throws -> Outcome {
    var taken = try outcome("tablet/\(day)T08:00:00")
    taken.id = day
    taken.recordedAt = try at(recordedAt)
    return taken
  }

  /// Completed and due over the three days.
  private func counts(asKnownAt moment: String? = nil) async throws -> [String] {
    var counts: [String] = []
    let query = CareQuery(asKnownAt: try moment.map(at))
    for record in await store.records(matching: query) {
      let adherence = record.adherence(AdherenceQuery(try days("2024-01-15", "2024-01-18")))
      counts.append("\(adherence.total.periods[0].done)/\(adherence.total.periods[0].due)")
    }
    return counts
  }

  @Test func anOutcomeTakenBackCountsNoMore() async throws {
    try await furnish()
    #expect(try await counts() == ["1/3"])
    try await store.delete(
      CareIdentity(.outcome, "2024-01-15", of: "ann"), recordedAt: try at("2024-01-20T00:00:00Z"))
    #expect(try await counts() == ["0/3"])
    #expect(try await counts(asKnownAt: "2024-01-19T00:00:00Z") == ["1/3"])
  }

  @Test func anOutcomeUpdatedCountsOnce() async throws {
    try await furnish()
    var refused = try taken("2024-01-15", recordedAt: "2024-01-16T00:00:00Z")
    refused.status = .declined
    try await store.update(.outcome(refused, of: "ann"))
    #expect(try await counts() == ["0/3"])
    #expect(try await counts(asKnownAt: "2024-01-15T12:00:00Z") == ["1/3"])
  }

  @Test func aDeletedTaskIsDueUntilItsEnd() async throws {
    try await furnish()
    try await store.delete(
      CareIdentity(.task, "tablet", of: "ann"), at: try moment("2024-01-17"),
      recordedAt: try at("2024-01-20T00:00:00Z"))
    #expect(try await counts() == ["1/2"])
    #expect(try await counts(asKnownAt: "2024-01-19T00:00:00Z") == ["1/3"])
  }

  @Test func editsDoNotChangeThePast() async throws {
    try await furnish()
    var twice = task(
      "tablet", .window,
      try element(from: "2024-01-15T08:00", at: ["08:00", "20:00"], until: "2024-01-18T00:00"))
    twice.effectiveFrom = try moment("2024-01-17")
    twice.recordedAt = try at("2024-01-20T00:00:00Z")
    try await store.update(.task(twice, of: "ann"))
    #expect(try await counts() == ["1/4"])
    #expect(try await counts(asKnownAt: "2024-01-19T00:00:00Z") == ["1/3"])
  }

  @Test func aPatientNotYetKnownIsInNoReport() async throws {
    var ben = try patient("ben")
    ben.recordedAt = try at("2024-01-16T00:00:00Z")
    try await store.add(.patient(ben))
    #expect(try await counts() == ["0/0"])
    #expect(try await counts(asKnownAt: "2024-01-15T00:00:00Z").isEmpty)
  }
}
