/// A block of rows of one batch, whose columns are read one by one.
final class RowBlock {
  /// The indices of the rows within the batch, of which the first ``count`` are valid.
  let rows = Cells<Int>(0)
  /// The number of rows.
  var count = 0

  /// The number of rows that fit into the L1 cache with all their columns.
  static let capacity = 512

  /// Sentinels of names, times and marks: no name, and values that must be read as text or are
  /// invalid.
  static let none: Int32 = -1
  static let close: Int32 = -2
  static let closeTime = Int64.min + 1
  static let closeMark = UInt8.max

  /// The values of one column.
  ///
  /// Safe: places are below `RowBlock.capacity`, by which blocks are filled.
  final class Cells<Value: BitwiseCopyable> {
    let start: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      start = .allocate(capacity: RowBlock.capacity)
      start.initialize(repeating: value, count: RowBlock.capacity)
    }

    deinit { start.deallocate() }

    /// Sets the first `count` values.
    func fill(_ value: Value, _ count: Int) {
      for place in 0..<count { start[place] = value }
    }
  }

  /// Sets the rows to a range.
  func fill(_ neighbours: Range<Int>) {
    for (place, row) in neighbours.enumerated() { rows.start[place] = row }
    count = neighbours.count
  }
}
