/// A finished table: batches of rows that do not change any more.
package struct ColumnTable: Sendable {
  package let fields: [ColumnField]
  package let batches: [ColumnBatch]

  /// Creates a table of batches that have its fields.
  package init(fields: [ColumnField], batches: [ColumnBatch]) {
    (self.fields, self.batches) = (fields, batches)
  }

  package var rowCount: Int { batches.reduce(0) { $0 + $1.rowCount } }
}

/// Puts the rows of a table together from parts.
///
/// Batches end at the same rows however the parts came.
package struct ColumnTableBuilder {
  private var cutter: BatchCutter
  private var finished: [ColumnBatch] = []

  /// Begins a table.
  package init(_ fields: [ColumnField], rowsPerBatch: Int = 65_536) {
    cutter = BatchCutter(fields, rowsPerBatch: rowsPerBatch, keepsBatches: true)
  }

  /// Adds the rows of a batch, which may be emptied and used again.
  package mutating func append(_ part: ColumnBatch) {
    var row = 0
    while let batch = cutter.take(part, from: &row) { finished.append(batch) }
  }

  /// Ends the table; the builder is empty afterwards.
  package mutating func finish() -> ColumnTable {
    if let batch = cutter.takeRest() { finished.append(batch) }
    defer { finished = [] }
    return ColumnTable(fields: cutter.fields, batches: finished)
  }
}
