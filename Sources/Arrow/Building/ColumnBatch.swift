/// A batch of rows in columns.
///
/// A batch is filled by one thread; once complete it is immutable and may be read by any.
///
/// Safe: the filling thread has exclusive access and passes the batch on when it is full; no one
/// writes to it afterwards.
@usableFromInline package final class ColumnBatch: @unchecked Sendable {
  package let fields: [ColumnField]
  /// The columns in the order of the fields; each row needs a cell in every column.
  @usableFromInline package let columns: [ColumnBuffer]

  package init(_ fields: [ColumnField]) {
    self.fields = fields
    columns = fields.map { ColumnBuffer($0.kind) }
  }

  deinit { for column in columns { column.free() } }

  /// The number of rows.
  package var rowCount: Int { columns.first?.count ?? 0 }

  /// The approximate size of the rows in bytes.
  package var byteCount: Int { columns.reduce(0) { $0 + $1.byteCount } }

  /// Appends rows of a batch with the same columns.
  package func append(_ rows: Range<Int>, of other: ColumnBatch) {
    precondition(columns.count == other.columns.count, "batches differ in their columns")
    for (column, others) in zip(columns, other.columns) { column.append(rows, of: others) }
  }

  /// Removes all rows and names and keeps the capacity.
  package func removeAll() { for column in columns { column.removeAll() } }
}
