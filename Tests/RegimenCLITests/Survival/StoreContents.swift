import AdherenceAnalytics
import GRDB
import Interchange
import SQLiteStore

/// The contents of a store, read in the test process.
struct StoreContents {
  let records: [CareRecord]
  /// The result of SQLite's integrity check, `ok` for a valid file.
  let integrity: [String]

  init(_ path: String) throws {
    records = try StoreContents.records(of: SQLiteStore(path, access: .readOnly).snapshot())
    integrity = try DatabaseQueue(path: path).read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check")
        + (try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" })
    }
  }

  /// The records of a source in order.
  static func records(of source: some CohortSource) throws -> [CareRecord] {
    var reader = try source.makeReader()
    var records: [CareRecord] = []
    try reader.read(0..<source.patientIDs.count) { records.append($0.record) }
    return records
  }
}
