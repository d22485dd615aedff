/// A complete, immutable table as batches of rows.
package struct ColumnTable: Sendable {
  package let fields: [ColumnField]
  package let batches: [ColumnBatch]

  /// Creates a table of batches with its fields.
  package init(fields: [ColumnField], batches: [ColumnBatch]) {
    (self.fields, self.batches) = (fields, batches)
  }

  package var rowCount: Int { batches.reduce(0) { $0 + $1.rowCount } }
}

/// A builder of tables from batches of any size.
///
/// The batches of the table end at the same rows regardless of the input batches.
package struct ColumnTableBuilder {
  private var cutter: BatchCutter
  private var finished: [ColumnBatch] = []

  package init(_ fields: [ColumnField], rowsPerBatch: Int = 65_536) {
    cutter = BatchCutter(fields, rowsPerBatch: rowsPerBatch, keepsBatches: true)
  }

  /// Appends the rows of a batch, which may be reused afterwards.
  package mutating func append(_ part: ColumnBatch) {
    var row = 0
    while let batch = cutter.take(part, from: &row) { finished.append(batch) }
  }

  /// Returns the table and empties the builder.
  package mutating func finish() -> ColumnTable {
    if let batch = cutter.takeRest() { finished.append(batch) }
    defer { finished = [] }
    return ColumnTable(fields: cutter.fields, batches: finished)
  }
}
