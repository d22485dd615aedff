import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A reader of the recorded changes in a snapshot of a store.
struct ChangeReader {
  private let transaction: ReadTransaction
  private var connection: Connection { transaction.connection }

  /// Creates a reader.
  ///
  /// - Throws: `InputError` if the store's schema is too old to record changes.
  init(_ transaction: ReadTransaction) throws(InputError) {
    self.transaction = transaction
    guard let version = try connection.integer("PRAGMA user_version"), version >= 2 else {
      throw .olderSchema(connection.path)
    }
  }

  /// Returns the newest revision.
  func revision() throws(InputError) -> StoreRevision {
    guard let mark = try mark(of: transaction.revision) else {
      throw .damaged("its newest batch is missing", source: connection.path)
    }
    return StoreRevision(number: Int(transaction.revision), mark: mark)
  }

  /// Returns the changes and erasures after a revision.
  func changes(since revision: StoreRevision) throws -> StoreChanges {
    let newest = try self.revision()
    guard try mark(of: Int64(revision.number)) == revision.mark else {
      throw StoreError.unknownRevision(revision, newest: newest)
    }
    let erasures = try connection.statement("SELECT sum(erasures) FROM batches WHERE number > ?")
    return StoreChanges(
      revision: newest, records: try records(since: Int64(revision.number)),
      erasures: Int(try erasures.integer(Int64(revision.number)) ?? 0))
  }

  /// Returns the random mark of a batch; `nil` if there is no such batch.
  private func mark(of batch: Int64) throws(InputError) -> UInt64? {
    let statement = try connection.statement("SELECT mark FROM batches WHERE number = ?")
    return try statement.integer(batch).map { UInt64(bitPattern: $0) }
  }

  private func records(since batch: Int64) throws(InputError) -> [RecordChange] {
    let statement = try connection.statement(
      "SELECT p.number, p.id, c.kind, min(c.first), max(c.first + c.count)"
        + " FROM changes c CROSS JOIN patients p ON p.number = c.patient WHERE c.batch > ?"
        + " GROUP BY p.ordering, c.kind")
    statement.bind(batch)
    defer { statement.reset() }
    var records: [RecordChange] = []
    while try statement.step() {
      let number = sqlite3_column_int64(statement.handle, 0)
      var row = Columns(statement, at: RowLocation(table: "changes", first: number), from: 1)
      let patient = try row.require(try row.text())
      if records.last?.patient != patient { records.append(RecordChange(of: patient)) }
      let (kind, places) = try row.places()
      records[records.count - 1].add(kind, places)
    }
    return records
  }
}
