import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import StoreChecks
import Testing

/// A store of one's own: a folder with one JSON file a patient, and an index that names those that count.
actor FolderStore: ObservableStore {
  private let folder: URL
  /// The file of each patient, by id.
  private var files: [String: String]
  private var log = ChangeLog()

  /// Opens a folder, creating it if necessary.
  init(_ path: String) throws {
    folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let index = try? Data(contentsOf: folder.appending(path: "index.json"))
    files = try index.map { try JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  func records(matching query: CareQuery) throws -> MatchingRecords<[CareRecord]> {
    MatchingRecords(query, from: try files.keys.sorted().compactMap(record))
  }

  /// Writes changed records under new names; then the index is replaced atomically, so a batch is applied
  /// entirely or not at all.
  func apply(_ changes: [CareChange]) throws {
    var before: [String: CareRecord] = [:]
    var histories: [String: CareHistory] = [:]
    for change in changes {
      let patient = change.patient
      if histories[patient] == nil {
        before[patient] = try record(of: patient)
        histories[patient] = CareHistory(before[patient])
      }
      try histories[patient]?.apply(change)
    }
    var next = files
    var written: [RecordChange] = []
    for (patient, history) in histories {
      guard let record = history.record else { continue }
      written.append(RecordChange(from: before[patient], to: record))
      let name = UUID().uuidString + ".json"
      try Data(RecordLine.text(of: record).utf8).write(to: folder.appending(path: name))
      next[patient] = name
    }
    let index = try JSONEncoder().encode(next)
    try index.write(to: folder.appending(path: "index.json"), options: .atomic)
    for (patient, name) in files where next[patient] != name {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
    files = next
    log.note(written)
  }

  var revision: StoreRevision { log.revision }

  func changes(since revision: StoreRevision) throws -> StoreChanges {
    try log.changes(since: revision)
  }

  private func record(of patient: String) throws -> CareRecord? {
    guard let name = files[patient] else { return nil }
    let text = try Data(contentsOf: folder.appending(path: name))
    let line = try RecordLine(String(decoding: text, as: UTF8.self))
    if let problem = line.problems.first(where: { !$0.problem.keepsRecord }) { throw problem }
    return line.record
  }
}

/// The store of the article on stores, whose rules are all in the types that it uses.
@Suite(.printsAsWritten) struct FolderStoreExample: Examples {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    let folder = try TemporaryFolder()
    try await law.check(worlds: 2) { try FolderStore(folder.path("\(UUID())")) }
  }

  @Test func isFoundAgain() async throws {
    let folder = try TemporaryFolder()
    let record = try CareRecord.rich(id: "ann")
    try await FolderStore(folder.path("store")).apply(record.changes)
    let records = try await FolderStore(folder.path("store")).records(matching: CareQuery())
    #expect(Array(records) == [record])
  }
}
