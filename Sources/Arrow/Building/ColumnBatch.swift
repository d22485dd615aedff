/// Rows of several columns.
///
/// One thread fills it; what is finished may be read by any.
///
/// Safe: whoever fills it is alone with it, and hands it on when it is full; nobody writes to it from then
/// on.
@usableFromInline package final class ColumnBatch: @unchecked Sendable {
  package let fields: [ColumnField]
  /// The columns, in the order of the fields; whoever adds a row adds a cell to each.
  @usableFromInline package let columns: [ColumnBuffer]

  /// Creates a batch without rows.
  package init(_ fields: [ColumnField]) {
    self.fields = fields
    columns = fields.map { ColumnBuffer($0.kind) }
  }

  deinit { for column in columns { column.free() } }

  /// The rows of which every column has its cell.
  package var rowCount: Int { columns.first?.count ?? 0 }

  /// About how many bytes the rows take.
  package var byteCount: Int { columns.reduce(0) { $0 + $1.byteCount } }

  /// Adds rows of a batch with the same columns.
  package func append(_ rows: Range<Int>, of other: ColumnBatch) {
    precondition(columns.count == other.columns.count, "batches differ in their columns")
    for (column, others) in zip(columns, other.columns) { column.append(rows, of: others) }
  }

  /// Forgets all rows and names, and keeps the memory.
  package func removeAll() { for column in columns { column.removeAll() } }
}
