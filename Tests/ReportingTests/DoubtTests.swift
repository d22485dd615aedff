import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Reporting
import SQLiteStore
import Scheduling
import Testing

/// Warnings about a record are the same wherever it is stored: in a folder, in a store loaded from
/// it, or in memory.
@Suite struct DoubtTests {
  private let files = ReportFiles()

  private static let tasks = """
    {"patient": "ann", "id": "tablet", "schedule": {"elements": [{"id": "am", \
    "start": "2025-01-01T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mg"}]}]}}
    {"patient": "ann", "id": "drops", "schedule": {"elements": [{"id": "am", \
    "start": "2025-01-01T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mL"}, \
    {"value": 5, "units": "drop"}]}]}}
    {"patient": "ann", "id": "walk", "schedule": {"elements": [{"id": "noon", \
    "start": "2025-02-01T12:00:00", "every": "P1W"}]}}
    {"patient": "bob", "id": "walk", "schedule": {"elements": [{"id": "noon", \
    "start": "2025-02-01T12:00:00", "every": "P1D"}]}}

    """

  /// Each row with the kinds of its warnings or errors.
  private static let rows: [(row: String, kinds: [String])] = [
    ("ann,tablet,am,2025-01-02T08:00:00,2025-01-02T08:05:00Z,5,mg,completed,,", []),
    ("ann,tablet,am,2025-01-03T08:00:00,2025-01-03T08:05:00Z,5,puff,completed,,", ["unknownUnits"]),
    ("ann,tablet,am,2025-01-04T08:00:00,,5,puff,skipped,,", []),
    ("ann,swim,,,2025-01-04T08:00:00Z,,,completed,,", ["unknownTask"]),
    ("ann,tablet,am,2025-01-04T09:00:00,,5,mg,completed,,", ["unknownOccurrence"]),
    ("ann,tablet,pm,2025-01-04T08:00:00,,5,km,completed,,", ["unknownUnits", "unknownOccurrence"]),
    ("ann,tablet,,,2024-12-24T08:00:00Z,5,mg,completed,,", ["beforeTaskBegan"]),
    ("ann,tablet,,,soon,5,mg,completed,,", ["malformed"]),
    ("ann,drops,am,2025-01-02T08:00:00,,5,drop,completed,,", []),
    ("ann,drops,am,2025-01-03T08:00:00,,5,mg,completed,,", ["unknownUnits"]),
    ("ann,walk,,,2025-01-20T11:00:00Z,3,km,completed,,", ["beforeTaskBegan"]),
    ("ann,walk,noon,2025-02-02T12:00:00,,,,completed,,", ["unknownOccurrence"]),
    ("ann,tablet,am,2025-01-05T08:00:00,,5,spray,completed,x1,noted", ["unknownUnits"]),
    ("ann,tablet,am,2025-01-06T08:00:00,,1,mg,completed,x2,", ["unknownUnits"]),
    ("ann,tablet,am,2025-01-06T08:00:00,,1,cup,completed,x2,", []),
    ("ann,tablet,am,2025-01-06T08:00:00,,1,inch,completed,x2,", []),
    ("ann,tablet,am,2025-01-07T09:00:00,,1,mg,completed,x3,", ["unknownOccurrence"]),
    ("bob,walk,,,2025-01-20T11:00:00Z,,,completed,x4,", ["beforeTaskBegan"]),
    ("bob,walk,noon,2025-02-20T12:00:00,,,,completed,,", []),
  ]

  private func folder() throws -> DatasetFolder {
    let header = "patient,task,element,nominal,time,value,units,status,id,note\n"
    let texts = [
      "patients.csv": "id,zone\nann,UTC\nbob,UTC\n", "tasks.ndjson": DoubtTests.tasks,
      "outcomes.csv": header + DoubtTests.rows.map { $0.row + "\n" }.joined(),
    ]
    let path = files.url.appending(path: "dataset")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    for (name, text) in texts { try Data(text.utf8).write(to: path.appending(path: name)) }
    return try DatasetFolder(path.path)
  }

  private func store(_ folder: DatasetFolder) throws -> SQLiteStore {
    let store = try SQLiteStore("\(files.path)/store.sqlite")
    try store.load(contentsOf: folder)
    return store
  }

  private func entries(_ source: some CohortSource) throws -> [CohortEntry] {
    var (entries, reader) = ([CohortEntry](), try source.makeReader())
    try reader.read(source.patientIDs.indices) { entries.append($0.examined()) }
    return entries
  }

  /// The warnings of each patient, without their locations.
  private func doubts(_ entries: [CohortEntry]) -> [[InputError.Problem]] {
    entries.map { $0.problems.map(\.problem).filter(\.keepsRecord) }
  }

  @Test func folderSaysEachKind() throws {
    let problems = try entries(folder()).flatMap(\.problems)
    #expect(
      problems.map(\.problem.kind).sorted() == DoubtTests.rows.flatMap(\.kinds).sorted())
    for problem in problems {
      let row = DoubtTests.rows[try #require(problem.line) - 2]
      #expect(row.kinds.contains(problem.problem.kind), "\(row.row): \(problem)")
    }
  }

  @Test func storesSayTheSame() async throws {
    let folder = try folder()
    let (store, expected) = (try store(folder), try entries(folder))
    let memory = try MemoryStore(expected.map(\.record))
    for found in [try entries(store.snapshot()), try entries(await memory.snapshot())] {
      #expect(doubts(found) == doubts(expected))
      #expect(
        found.map(\.counts.outcomes.withWarnings) == expected.map(\.counts.outcomes.withWarnings))
      #expect(found.allSatisfy { $0.problems.allSatisfy { $0.problem.keepsRecord } })
    }
  }

  @Test func storesNamePatientTaskAndTime() throws {
    let found = try entries(store(folder()).snapshot()).flatMap(\.problems)
    #expect(found.allSatisfy { $0.source == "\(files.path)/store.sqlite" && $0.line == nil })
    let named = try entries(folder()).flatMap { entry in
      entry.record.warnings.map { warning in
        let outcome = entry.record.outcomes[warning.position]
        let time = outcome.time?.description ?? outcome.key?.nominal.description ?? "?"
        return "outcome of patient \(entry.record.patient.id), task \(outcome.task), \(time):"
      }
    }
    #expect(found.map(\.record) == named)
    #expect(Set(found.map(\.field)) == ["units", "time", "nominal"])
  }

  @Test func reportsSayTheSame() async throws {
    let folder = try folder()
    let store = try store(folder)
    let query = AdherenceQuery(
      try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2025-03-01")), by: .month)
    let kinds = try CohortReport(of: folder, query).problems.kinds
      .filter { ["unknownUnits", "beforeTaskBegan", "unknownOccurrence"].contains($0.key) }
    #expect(kinds == ["unknownUnits": 5, "beforeTaskBegan": 3, "unknownOccurrence": 4])
    #expect(try CohortReport(of: store.snapshot(), query).problems.kinds == kinds)
    #expect(try await CohortReport(of: store, query).problems.kinds == kinds)
  }

  /// A warning does not prevent other records from being written or read.
  @Test func doubtsKeepNothingOut() async throws {
    let folder = try folder()
    let store = try store(folder)
    let again = try store.load(contentsOf: folder)
    #expect(again.added.total == 0 && again.refused.total == 0)
    try await store.add(.outcome(Outcome(task: "walk", time: Instant(seconds: 0)), of: "bob"))
    #expect(try doubts(entries(store.snapshot())).map(\.count) == [11, 2])
    var count = 0
    for try await record in try await store.records(matching: CareQuery()) {
      count += record.outcomes.count
    }
    #expect(count == DoubtTests.rows.count - 2 - 2 + 1)
  }
}
