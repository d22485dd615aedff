import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A reader of the recorded changes in a snapshot of a store.
struct ChangeReader {
  private let transaction: ReadTransaction
  private var connection: Connection { transaction.connection }

  init(_ transaction: ReadTransaction) { self.transaction = transaction }

  /// Returns the newest revision.
  func revision() throws(InputError) -> StoreRevision {
    let row = try connection.query(
      "SELECT number, mark FROM batches WHERE number = (SELECT revision FROM store WHERE one)"
    ).first
    guard let row, let number = row.int8(0), let mark = row.int8(1) else {
      throw .damaged("its newest batch is missing", source: connection.address.description)
    }
    return StoreRevision(number: Int(number), mark: UInt64(bitPattern: mark))
  }

  /// Returns the changes and erasures after a revision.
  func changes(since revision: StoreRevision) throws -> StoreChanges {
    let newest = try self.revision()
    let known = try connection.query(
      "SELECT mark FROM batches WHERE number = $1", [.integer(Int64(revision.number))])
    guard known.first?.int8(0).map({ UInt64(bitPattern: $0) }) == revision.mark else {
      throw StoreError.unknownRevision(revision, newest: newest)
    }
    let erasures = try connection.query(
      "SELECT sum(erasures)::bigint FROM batches WHERE number > $1",
      [.integer(Int64(revision.number))])
    return StoreChanges(
      revision: newest, records: try records(since: revision.number),
      erasures: Int(erasures.first?.int8(0) ?? 0))
  }

  private static let columns = ["number", "id", "kind", "first", "end"]

  private func records(since batch: Int) throws(InputError) -> [RecordChange] {
    let rows = try connection.copyOut([
      "SELECT p.number, p.id, c.kind, min(c.first), max(c.first + c.count) FROM changes c"
        + " JOIN patients p ON p.number = c.patient WHERE c.batch > \(batch)"
        + " GROUP BY p.number, c.kind ORDER BY p.ordering, c.kind"
    ])
    var records: [RecordChange] = []
    while let fields = try rows.next() {
      let place = RowLocation(table: "changes", first: fields.integer(0) ?? 0)
      var row = FieldColumns(fields, ChangeReader.columns, at: place, from: 1)
      let patient = try row.require(try row.text())
      if records.last?.patient != patient { records.append(RecordChange(of: patient)) }
      let (kind, places) = try row.places()
      records[records.count - 1].add(kind, places)
    }
    try rows.finish()
    return records
  }
}
