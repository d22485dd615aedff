import AdherenceAnalytics
import Foundation
import CSQLite
import SQLiteStore
import Scheduling
import Synchronization

/// The row on one change that is written and observed, in stores of a hundred thousand patients.
struct ChangeRows {
  private let path: String
  private let cohorts: CohortSet
  private static let patients = 100_000

  init(_ cohorts: CohortSet) throws {
    self.cohorts = cohorts
    path = try cohorts.files(patients: 1).folder.appending(path: "change.sqlite").path
  }

  private static func ids() -> [String] { (0..<patients).map { "P\(1_000_000 + $0)" } }

  /// A tablet a day, and whether yesterday's was taken.
  private static func records() throws -> [CareRecord] {
    let day = try Workloads.known(CivilDate("2025-01-06"), "a date")
    let eight = try Workloads.known(CivilTime("08:00"), "a time")
    let tablet = CareTask(id: "tablet", schedule: .daily(at: [eight], from: day))
    let taken = Outcome(task: "tablet", time: Instant(seconds: 1_736_150_400))
    return ids().map {
      CareRecord(patient: Patient(id: $0, zone: .utc), tasks: [tablet], outcomes: [taken])
    }
  }

  /// Writes an outcome; an observer is notified and reads the record that changed.
  func change() throws -> Row {
    let store = try SQLiteStore(path)
    if try store.snapshot().patientIDs.isEmpty {
      try store.load(contentsOf: RecordList(try ChangeRows.records()))
    }
    let memory = try MemoryStore(try ChangeRows.records())
    return Row(
      name: "change", what: "a change in a store of 100,000 patients, heard by an observer",
      per: .query, units: 1, expected: Answer(count: 1, checksum: "1"),
      systems: [
        heard("file", in: store), heard("memory", in: memory), readAgain(store), bare(),
      ])
  }

  private func heard<Store: ObservableStore>(_ name: String, in store: Store) -> System {
    let writer = ChangeWriter(ids: ChangeRows.ids())
    var found = Answer(count: 0, checksum: "")
    return System(
      name: name, clock: .wall,
      run: { runs in
        found =
          try Waiting.result {
            var revision = try await store.revision
            var answer = Answer(count: 0, checksum: "")
            for _ in 0..<runs { answer = try await writer.hear(of: store, &revision) }
            return answer
          } ?? found
      }, answer: { found })
  }

  /// The alternative without notifications: reading the newest records of all patients.
  private func readAgain(_ store: SQLiteStore) -> System {
    let writer = ChangeWriter(ids: ChangeRows.ids(), from: 1_900_000_000)
    var found = Answer(count: 0, checksum: "")
    return System(
      name: "read-all", clock: .wall,
      run: { runs in
        found =
          try Waiting.result {
            var answer = Answer(count: 0, checksum: "")
            for _ in 0..<runs { answer = try await writer.find(in: store) }
            return answer
          } ?? found
      }, answer: { found })
  }

  /// A row written by `sqlite3` in a separate transaction, and read by another connection.
  private func bare() -> System {
    let path = path + ".bare"
    var count = 0
    return System(
      name: "sqlite3", clock: .wall,
      run: { runs in
        let table = try BareTable(path)
        for _ in 0..<runs { count = try table.writeAndRead() }
      }, answer: { Answer(count: count, checksum: "\(count)") })
  }
}

/// Writes single outcomes of patients from all over the store.
private final class ChangeWriter: Sendable {
  private let ids: [String]
  private let next: Mutex<(patient: Int, second: Int64)>

  /// Creates a writer whose outcomes are later than those of others.
  init(ids: [String], from second: Int64 = 1_800_000_000) {
    self.ids = ids
    next = Mutex((patient: 0, second: second))
  }

  private func write(to store: some CareStore) async throws -> (patient: String, time: Instant) {
    let (patient, time) = next.withLock { next in
      next.patient = (next.patient + 7_919) % ids.count
      next.second += 1
      return (ids[next.patient], Instant(seconds: next.second))
    }
    try await store.add(.outcome(Outcome(task: "tablet", time: time), of: patient))
    return (patient, time)
  }

  /// Writes an outcome, waits for the notification and reads it; returns the numbers of changed
  /// patients and of outcomes that match.
  func hear<Store: ObservableStore>(
    of store: Store, _ revision: inout StoreRevision
  ) async throws -> Answer {
    async let changes = next(of: store, since: revision)
    let (patient, time) = try await write(to: store)
    let heard = try await changes
    if let heard { revision = heard.revision }
    let query = CareQuery(patients: PatientQuery(ids: [patient]))
    var found = 0
    for try await record in try await store.records(matching: query) {
      found = record.outcomes.count { $0.time == time }
    }
    return Answer(count: heard?.records.count ?? 0, checksum: "\(found)")
  }

  private func next(of store: some ObservableStore, since revision: StoreRevision) async throws
    -> StoreChanges?
  {
    var observer = store.observe(since: revision).makeAsyncIterator()
    return try await observer.next()
  }

  /// Writes an outcome, and finds it by reading all records.
  func find(in store: some CareStore) async throws -> Answer {
    let (_, time) = try await write(to: store)
    var found = 0
    for try await record in try await store.records(matching: CareQuery()) {
      found += record.outcomes.count { $0.time == time }
    }
    return Answer(count: found, checksum: "\(found)")
  }
}

/// Blocks this thread until asynchronous work has completed.
private final class Waiting<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  private func finish(_ work: () async throws -> Value) async {
    let found: Result<Value, any Error>
    do { found = .success(try await work()) } catch { found = .failure(error) }
    result.withLock { $0 = found }
    done.signal()
  }

  static func result(_ work: @escaping @Sendable () async throws -> Value) throws -> Value? {
    let waiting = Waiting()
    Task.detached { await waiting.finish(work) }
    waiting.done.wait()
    return try waiting.result.withLock(\.self)?.get()
  }
}

/// A table of outcomes without anything else, written by one connection and read by another.
private final class BareTable {
  private var connections: [OpaquePointer?] = [nil, nil]
  private var statements: [OpaquePointer?] = [nil, nil]
  private static let table = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS outcomes (id INTEGER PRIMARY KEY, time INTEGER)
    """

  init(_ path: String) throws {
    let texts = [
      "INSERT INTO outcomes (time) VALUES (1)",
      "SELECT time FROM outcomes WHERE id = (SELECT max(id) FROM outcomes)",
    ]
    for index in 0..<2 {
      guard sqlite3_open(path, &connections[index]) == SQLITE_OK,
        sqlite3_exec(connections[index], BareTable.table, nil, nil, nil) == SQLITE_OK,
        sqlite3_prepare_v2(connections[index], texts[index], -1, &statements[index], nil)
          == SQLITE_OK
      else { throw CocoaError(.fileWriteUnknown) }
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    for connection in connections { sqlite3_close(connection) }
  }

  /// Writes a row and reads it.
  func writeAndRead() throws -> Int {
    defer { sqlite3_reset(statements[1]) }
    guard sqlite3_step(statements[0]) == SQLITE_DONE, sqlite3_reset(statements[0]) == SQLITE_OK,
      sqlite3_step(statements[1]) == SQLITE_ROW
    else { throw CocoaError(.fileWriteUnknown) }
    return Int(sqlite3_column_int64(statements[1], 0))
  }
}
