import AdherenceAnalytics
import Arrow
import CArrow
import Diagnostics
import Interchange
import Scheduling
import TestSupport
import Testing

/// Owned structs are released exactly once in any case.
@Suite struct OwnershipTests {
  private static let schedule =
    #"{"elements": [{"id": "am", "start": "2025-01-10T08:00:00", "every": "P1D"}]}"#

  private static func tables() -> [String: SentTable] {
    var outcomes = SentTable(
      ["patient", "task", "time"],
      (0..<20).map { ["P\($0 % 3)", "med", "2025-01-10T08:00:\(10 + $0)Z"] }, format: "vu")
    outcomes.chunks = [4, 0, 7]
    return [
      "patients": SentTable(["id", "zone"], (0..<3).map { ["P\($0)", "UTC"] }),
      "tasks": SentTable(
        ["patient", "id", "schedule"], (0..<3).map { ["P\($0)", "med", OwnershipTests.schedule] }),
      "outcomes": outcomes,
    ]
  }

  /// Takes ownership of tables and returns whether each stream was moved.
  private static func take(_ tables: [String: SentTable]) -> (
    streams: [String: ArrowStream], areMoved: Bool
  ) {
    var areMoved = true
    let streams = tables.mapValues { table in
      var stream = table.rawStream()
      let taken = ArrowStream(taking: &stream)
      if stream.release != nil { areMoved = false }
      return taken
    }
    return (streams, areMoved)
  }

  private static func live(_ tables: [String: SentTable]) -> Int {
    tables.values.reduce(0) { $0 + $1.ledger.live }
  }

  @Test func batchesLiveAsLongAsTheDataset() throws {
    let tables = OwnershipTests.tables()
    do {
      let (streams, areMoved) = OwnershipTests.take(tables)
      #expect(areMoved)
      let dataset = try ArrowDataset(streams)
      #expect(tables["outcomes"].map { $0.ledger.live } ?? 0 > 0)
      #expect(try ReadContents(dataset).records.map(\.outcomes.count) == [7, 7, 6])
    }
    #expect(OwnershipTests.live(tables) == 0)
  }

  /// Reads on one thread the streams that another thread owns and a third one releases.
  private static func countElsewhere(_ tables: [String: SentTable]) async throws -> Int {
    let dataset = try ArrowDataset(OwnershipTests.take(tables).streams)
    let reading = Task.detached { try ReadContents(dataset).records.count }
    return try await reading.value
  }

  @Test func otherThreadMayRelease() async throws {
    let tables = OwnershipTests.tables()
    let count = try await OwnershipTests.countElsewhere(tables)
    #expect(count == 3)
    #expect(OwnershipTests.live(tables) == 0)
  }

  @Test func unreadStreamsAreReleased() {
    let tables = OwnershipTests.tables()
    _ = OwnershipTests.take(tables)
    #expect(OwnershipTests.live(tables) == 0)
  }

  @Test(arguments: ["patients", "tasks", "outcomes"], [0, 1])
  func failedStreamGivesReason(_ name: String, _ chunk: Int) throws {
    var tables = OwnershipTests.tables()
    tables[name]?.failure = (chunk, 5, "the disk is gone")
    let error = #expect(throws: InputError.self) {
      try ArrowDataset(OwnershipTests.take(tables).streams)
    }
    #expect(
      error?.description
        == "\(name): cannot be read: the disk is gone (Input/output error)")
    #expect(OwnershipTests.live(tables) == 0)
  }

  @Test(arguments: [
    (["patients", "tasks"], "'outcomes' is missing (it is required)"),
    (["patients", "outcomes"], "'tasks' is missing (it is required)"),
    (["tasks", "outcomes"], "'patients' is missing (it is required)"),
    (
      ["patients", "tasks", "outcomes", "outcome"],
      "'tables' cannot be 'outcome' (did you mean 'outcomes'? use patients, plans, contacts,"
        + " tasks, outcomes, holds, namedEvents)"
    ),
  ])
  func tablesThatAreMissingOrUnknown(_ names: [String], _ text: String) {
    let all = OwnershipTests.tables()
    let tables = Dictionary(
      uniqueKeysWithValues: names.map { ($0, all[$0] ?? SentTable(["a"], [["b"]])) })
    let error = #expect(throws: InputError.self) {
      try ArrowDataset(OwnershipTests.take(tables).streams)
    }
    #expect(error?.description == text)
    #expect(OwnershipTests.live(tables) == 0)
  }

  @Test func rejectsDuplicateTableAndReleasesAll() {
    let table = OwnershipTests.tables()["patients"] ?? SentTable([])
    var streams = [table.rawStream(), table.rawStream()]
    streams.withUnsafeMutableBufferPointer { streams in
      let named = streams.indices.compactMap { index in
        streams.baseAddress.map { (name: "patients", stream: $0 + index) }
      }
      #expect(throws: InputError.self) { try ArrowDataset(taking: named) }
    }
    #expect(streams.allSatisfy { $0.release == nil })
    #expect(table.ledger.made == 2)
    #expect(table.ledger.live == 0)
  }

  @Test func thousandRunsLeakNothing() throws {
    let tables = OwnershipTests.tables()
    for run in 0..<1_000 {
      var tables = tables
      if run % 3 == 1 { tables["outcomes"]?.failure = (1, 22, "no more") }
      let dataset = try? ArrowDataset(OwnershipTests.take(tables).streams)
      #expect((dataset == nil) == (run % 3 == 1))
    }
    #expect(OwnershipTests.live(tables) == 0)
  }
}
