/// Cuts the rows of parts into batches that end at the same rows however the parts came.
///
/// Names are in the order of their rows, so that the same rows give the same batches.
struct BatchCutter {
  let fields: [ColumnField]
  private let rowsPerBatch: Int
  /// The rows that no batch has yet, or the last batch, which is not needed any more.
  private var current: ColumnBatch
  private var isFull = false
  /// Whether batches stay as they are, and are not emptied for the next.
  private let keepsBatches: Bool

  /// The bytes of a column's texts with which a batch ends before it has all its rows: offsets of
  /// 32 bits reach no further than twice as far.
  private static let textLimit = 1 << 30

  init(_ fields: [ColumnField], rowsPerBatch: Int, keepsBatches: Bool = false) {
    precondition(rowsPerBatch > 0, "a batch has at least one row, not \(rowsPerBatch)")
    (self.fields, self.rowsPerBatch, self.keepsBatches) = (fields, rowsPerBatch, keepsBatches)
    current = ColumnBatch(fields)
  }

  /// Takes the rows of a part from one on, and returns a batch when it is full.
  ///
  /// Unless batches are kept, it is good until the next call, and may be the part itself.
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

  /// The rows that are left, if there are any.
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

  /// The first row of a part that the current batch has no room for.
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
  /// The bytes of texts, or of the texts of lists.
  fileprivate var textInAll: Int {
    cells.pointee.elements?.cells.pointee.textCount ?? cells.pointee.textCount
  }

  /// The end of the rows from one on whose texts take no more than a number of bytes.
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
