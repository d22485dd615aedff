import AdherenceAnalytics
import Interchange
import SQLiteStore
import TestSupport

/// The contents of a store, read in the test process.
struct StoreContents {
  let records: [CareRecord]
  /// The result of SQLite's integrity check, `ok` for a valid file.
  let integrity: [String]

  init(_ path: String) throws {
    records = try StoreContents.records(of: SQLiteStore(path, access: .readOnly).snapshot())
    integrity = try PlainDatabase(path).texts("PRAGMA integrity_check; PRAGMA foreign_key_check")
  }

  /// The records of a source in order.
  static func records(of source: some CohortSource) throws -> [CareRecord] {
    var reader = try source.makeReader()
    var records: [CareRecord] = []
    try reader.read(0..<source.patientIDs.count) { records.append($0.record) }
    return records
  }
}
