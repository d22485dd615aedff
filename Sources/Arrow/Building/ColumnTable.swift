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

/// The type of a column and its memory layout.
@usableFromInline package enum ColumnKind: Hashable, Sendable, CaseIterable {
  /// Signed 64-bit integers.
  case integer
  /// 64-bit floating-point numbers.
  case number
  /// Booleans, one bit each.
  case boolean
  /// Texts without a dictionary.
  case text
  /// Dictionary-encoded texts with few distinct values, such as ids.
  case name
  /// Days since 1970.
  case date
  /// Microseconds since 1970 in UTC.
  case instant
  /// Microseconds since 1970 of local time without a zone.
  case localTime
  /// Lists of texts.
  case list
}

extension ColumnKind {
  /// The number of bytes per cell in the buffer of values: 4 for the offsets of texts and lists, 0
  /// for bits.
  @usableFromInline var width: Int {
    switch self {
    case .integer, .number, .instant, .localTime: 8
    case .text, .name, .date, .list: 4
    case .boolean: 0
    }
  }

  /// Whether the buffer of values holds offsets, starting with a 0.
  @usableFromInline var hasEnds: Bool { self == .text || self == .list }

  /// Returns the size of the buffer of values for a number of rows.
  @usableFromInline func byteCount(ofRows rows: Int) -> Int {
    width == 0 ? (rows + 7) / 8 : width * (hasEnds ? rows + 1 : rows)
  }
}

/// The name, kind and metadata of a column.
package struct ColumnField: Hashable, Sendable {
  /// A metadata entry of a column, such as its unit.
  package struct Note: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
  }

  package var name: String
  package var kind: ColumnKind
  /// The metadata in file order.
  package var metadata: [Note]

  package init(name: String, kind: ColumnKind, metadata: [Note] = []) {
    (self.name, self.kind, self.metadata) = (name, kind, metadata)
  }
}
