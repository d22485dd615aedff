import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A writer of the change log; a batch is numbered when its first change is recorded.
final class ChangeWriter {
  private let connection: Connection
  private let counting: Statement
  private let beginning: Statement
  private let insertion: Statement
  private let erasing: Statement
  /// The number of the current batch; `nil` until a change is recorded.
  private var batch: Int64?

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    counting = try connection.statement("UPDATE store SET revision = revision + 1")
    beginning = try connection.statement(
      "INSERT INTO batches (number, mark, erasures) SELECT revision, random(), 0 FROM store"
        + " RETURNING number")
    insertion = try connection.statement(
      "INSERT INTO changes (batch, patient, kind, first, count) VALUES (?, ?, ?, ?, ?)")
    erasing = try connection.statement(
      "UPDATE batches SET erasures = ?, erased = ? WHERE number = ?")
  }

  /// Starts a new batch.
  func beginBatch() { batch = nil }

  /// Records the new versions of a patient.
  ///
  /// - Parameters:
  ///   - added: The number of new versions.
  ///   - known: The number of earlier versions.
  ///   - patient: The patient's key.
  /// - Throws: Errors of SQLite.
  func note(_ added: VersionCounts, behind known: VersionCounts, of patient: Int64)
    throws(InputError)
  {
    for kind in CareKind.allCases where added[kind] > 0 {
      let batch = try number()
      var values = Bindings(insertion)
      values.bind(batch)
      values.bind(patient)
      values.bind(kind.rawValue)
      values.bind(Int64(known[kind]))
      values.bind(Int64(added[kind]))
      try insertion.run()
    }
  }

  /// Records the erasure of patients with the digests of their ids.
  func noteErasures(_ count: Int, _ digests: [UInt8]) throws(InputError) {
    let batch = try number()
    var values = Bindings(erasing)
    values.bind(Int64(count))
    values.bind(digests)
    values.bind(batch)
    try erasing.run()
  }

  /// Returns the ids erased by earlier batches.
  func erasedIDs() throws(InputError) -> ErasedIDs {
    let salt = try connection.integer("SELECT mark FROM batches ORDER BY number LIMIT 1") ?? 0
    let statement = try connection.statement(
      "SELECT number, erased FROM batches WHERE erased IS NOT NULL")
    defer { statement.reset() }
    var digests: [[UInt8]] = []
    while try statement.step() {
      let place = RowLocation(table: "batches", first: sqlite3_column_int64(statement.handle, 0))
      var row = Columns(statement, at: place, from: 1)
      if let bytes = try row.bytes() { digests.append(bytes) }
    }
    return ErasedIDs(salt: salt, digests: digests)
  }

  private func number() throws(InputError) -> Int64 {
    if let batch { return batch }
    try counting.run()
    guard let number = try beginning.integer() else {
      throw InputError(.unwritable(reason: "a batch got no key"), field: "batches")
    }
    batch = number
    return number
  }
}
