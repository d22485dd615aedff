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
/// Batches end at the same rows however the parts came, and names are in the order of their rows, so that
/// the same rows give the same bytes.
package struct ColumnTableBuilder {
  private let fields: [ColumnField]
  private let rowsPerBatch: Int
  private var finished: [ColumnBatch] = []
  private var current: ColumnBatch

  /// The bytes of a column's texts with which a batch ends before it has all its rows: offsets of 32 bits
  /// reach no further than twice as far.
  private static let textLimit = 1 << 30

  /// Begins a table.
  package init(_ fields: [ColumnField], rowsPerBatch: Int = 65_536) {
    precondition(rowsPerBatch > 0, "a batch has at least one row, not \(rowsPerBatch)")
    (self.fields, self.rowsPerBatch) = (fields, rowsPerBatch)
    current = ColumnBatch(fields)
  }

  /// Adds the rows of a batch, which may be emptied and used again.
  package mutating func append(_ part: ColumnBatch) {
    var row = 0
    while row < part.rowCount {
      let end = end(from: row, of: part)
      current.append(row..<end, of: part)
      row = end
      if row < part.rowCount || current.rowCount == rowsPerBatch { close() }
    }
  }

  /// The first row of a part that the current batch has no room for.
  private func end(from row: Int, of part: ColumnBatch) -> Int {
    let end = min(part.rowCount, row + rowsPerBatch - current.rowCount)
    let limit = ColumnTableBuilder.textLimit
    if current.byteCount + part.byteCount <= limit { return end }
    return zip(current.columns, part.columns).reduce(end) { end, columns in
      let least = current.rowCount == 0 ? row + 1 : row
      return max(least, columns.1.end(from: row, to: end, within: limit - columns.0.textInAll))
    }
  }

  private mutating func close() {
    finished.append(current)
    current = ColumnBatch(fields)
  }

  /// Ends the table; the builder is empty afterwards.
  package mutating func finish() -> ColumnTable {
    if current.rowCount > 0 { close() }
    defer { finished = [] }
    return ColumnTable(fields: fields, batches: finished)
  }
}

extension ColumnBuffer {
  /// The bytes of texts, or of the texts of lists.
  fileprivate var textInAll: Int { elements?.textCount ?? textCount }

  /// The end of the rows from one on whose texts take no more than a number of bytes.
  fileprivate func end(from row: Int, to end: Int, within limit: Int) -> Int {
    guard kind.hasEnds else { return end }
    let start = textEnd(of: row - 1)
    var (low, high) = (row, end)
    while low < high {
      let middle = (low + high + 1) / 2
      if textEnd(of: middle - 1) - start <= limit { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func textEnd(of row: Int) -> Int {
    let end = Int(end(of: row))
    return elements.map { Int($0.end(of: end - 1)) } ?? end
  }
}
