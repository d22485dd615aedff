import AdherenceAnalytics
import Scheduling

/// A kind of record whose versions are rows of one table, in the order in which they were recorded.
protocol VersionRow {
  static var table: String { get }
  /// The columns beside `patient` and `position`.
  static var columns: [String] { get }

  /// Reads the columns.
  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError)
  /// Gives the columns their values.
  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError)
}

/// The numbers of what a row refers to.
struct RowReferences {
  var task: Int64 = 0
  var schedule: Int64 = 0
}

// What all versions of all kinds but outcomes and holds have.
extension VersionedRecord {
  static var versionColumns: [String] {
    ["effective_from", "recorded_at", "deleted_at", "tags", "notes", "remote_id", "user_info"]
  }

  mutating func readVersion(_ row: inout Columns) throws(InputError) {
    effectiveFrom = try row.moment()
    recordedAt = try row.instant()
    deletedAt = try row.moment()
    tags = try row.texts()
    notes = try row.notes()
    remoteID = try row.text()
    userInfo = try row.userInfo()
  }

  func writeVersion(to row: inout Bindings) throws(InputError) {
    row.bind(effectiveFrom)
    row.bind(recordedAt)
    row.bind(deletedAt)
    try row.bind(json: tags)
    try row.bind(notes)
    row.bind(remoteID)
    try row.bind(json: userInfo)
  }
}
