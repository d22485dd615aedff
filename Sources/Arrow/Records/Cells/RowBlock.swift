/// Some rows of one batch, whose columns are read one after the other.
final class RowBlock {
  /// The rows within the batch, of which there are ``count``.
  let rows = Cells<Int>(0)
  /// How many rows there are.
  var count = 0

  /// So many rows fit into the nearest memory with all their columns.
  static let capacity = 512

  /// No name, and what only a reading as text can tell, or what is wrong: of names, times and marks.
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

    /// Gives so many rows one value.
    func fill(_ value: Value, _ count: Int) {
      for place in 0..<count { start[place] = value }
    }
  }

  /// Begins with neighbouring rows.
  func fill(_ neighbours: Range<Int>) {
    for (place, row) in neighbours.enumerated() { rows.start[place] = row }
    count = neighbours.count
  }
}
