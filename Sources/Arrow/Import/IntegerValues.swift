/// A view of a column's integers of any width.
///
/// A trivial value that loops can copy; the batch must outlive it.
///
/// Safe: a row is below the column's count.
struct IntegerValues {
  private let width: Int
  private let isSigned: Bool
  /// The address of the first row.
  private let start: UnsafeRawPointer

  /// Creates a view of integers, dates or times; `nil` for other types and for empty columns.
  init?(_ column: ArrowColumn) {
    switch column.field.type {
    case .integer(let bytes, let isSigned): (width, self.isSigned) = (bytes, isSigned)
    case .date, .time, .timestamp, .duration:
      (width, isSigned) = (column.field.type.width ?? 8, true)
    default: return nil
    }
    guard column.count > 0, let start = column.buffers?[0] else { return nil }
    self.start = start + column.offset * width
  }

  /// Returns the value of a row; `Int64.min`, which is no valid index or time, if it exceeds 63
  /// bits.
  @inline(__always)
  subscript(row: Int) -> Int64 {
    switch (width, isSigned) {
    case (8, true): load(row, Int64.self)
    case (4, true): Int64(load(row, Int32.self))
    case (4, false): Int64(load(row, UInt32.self))
    case (1, true): Int64(load(row, Int8.self))
    case (1, false): Int64(load(row, UInt8.self))
    case (2, true): Int64(load(row, Int16.self))
    case (2, false): Int64(load(row, UInt16.self))
    default: Int64(exactly: load(row, UInt64.self)) ?? .min
    }
  }

  /// Returns the value of a row of unsigned 64-bit integers.
  func unsigned(_ row: Int) -> UInt64 { load(row, UInt64.self) }

  @inline(__always)
  private func load<Number: FixedWidthInteger>(_ row: Int, _ type: Number.Type) -> Number {
    start.loadUnaligned(fromByteOffset: row &* MemoryLayout<Number>.stride, as: Number.self)
  }
}
