/// A splitter of rows into batches whose boundaries do not depend on those of the input.
///
/// Dictionaries list names in order of first use, so that the same rows give the same batches.
struct BatchCutter {
  let fields: [ColumnField]
  private let rowsPerBatch: Int
  /// The incomplete batch, or the last full batch, which can be reused.
  private var current: ColumnBatch
  private var isFull = false
  /// Whether each batch is a new object instead of being reused.
  private let keepsBatches: Bool

  /// The size of a column's text at which a batch ends early: 32-bit offsets reach at most twice as
  /// far.
  private static let textLimit = 1 << 30

  init(_ fields: [ColumnField], rowsPerBatch: Int, keepsBatches: Bool = false) {
    precondition(rowsPerBatch > 0, "a batch has at least one row, not \(rowsPerBatch)")
    (self.fields, self.rowsPerBatch, self.keepsBatches) = (fields, rowsPerBatch, keepsBatches)
    current = ColumnBatch(fields)
  }

  /// Appends the rows of a batch from a row on until the current batch is full, and returns the
  /// full batch.
  ///
  /// Unless batches are kept, the result is valid until the next call and may be `part` itself.
  mutating func take(_ part: ColumnBatch, from row: inout Int) -> ColumnBatch? {
    begin()
    guard row < part.rowCount else { return nil }
    let end = end(from: row, of: part)
    if !keepsBatches, row == 0, end == part.rowCount, end == rowsPerBatch, current.rowCount == 0 {
      row = end
      return part
    }
    current.append(row..<end, of: part)
    row = end
    isFull = row < part.rowCount || current.rowCount == rowsPerBatch
    return isFull ? current : nil
  }

  /// Returns the remaining rows; `nil` if there are none.
  mutating func takeRest() -> ColumnBatch? {
    begin()
    isFull = current.rowCount > 0
    return isFull ? current : nil
  }

  private mutating func begin() {
    guard isFull else { return }
    isFull = false
    if keepsBatches { current = ColumnBatch(fields) } else { current.removeAll() }
  }

  /// Returns the first row of `part` that does not fit into the current batch.
  private func end(from row: Int, of part: ColumnBatch) -> Int {
    let end = min(part.rowCount, row + rowsPerBatch - current.rowCount)
    let limit = BatchCutter.textLimit
    if current.byteCount + part.byteCount <= limit { return end }
    return zip(current.columns, part.columns).reduce(end) { end, columns in
      let least = current.rowCount == 0 ? row + 1 : row
      return max(least, columns.1.end(from: row, to: end, within: limit - columns.0.textInAll))
    }
  }
}

extension ColumnBuffer {
  /// The number of bytes of text, including texts in lists.
  fileprivate var textInAll: Int {
    cells.pointee.elements?.cells.pointee.textCount ?? cells.pointee.textCount
  }

  /// Returns the end of the longest range of rows whose text fits into `limit` bytes.
  fileprivate func end(from row: Int, to end: Int, within limit: Int) -> Int {
    guard kind.hasEnds else { return end }
    let first = textStart(of: row)
    var (low, high) = (row, end)
    while low < high {
      let middle = (low + high + 1) / 2
      if textStart(of: middle) - first <= limit { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func textStart(of row: Int) -> Int {
    cells.pointee.elements?.start(of: start(of: row)) ?? start(of: row)
  }
}
