/// The whole numbers of a column, in whichever width.
///
/// It is a few words without references, so that loops copy it freely; whoever has it keeps the batch.
///
/// Safe: a row is below the column's count.
struct IntegerValues {
  private let width: Int
  private let isSigned: Bool
  /// The first row.
  private let start: UnsafeRawPointer

  /// Reads the buffer of a type that counts something; `nil` of other types, and where there are no rows.
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

  /// The number of a row; of one beyond 63 bits `Int64.min`, which no place or time has.
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

  /// A row of a wide column without a sign.
  func unsigned(_ row: Int) -> UInt64 { load(row, UInt64.self) }

  @inline(__always)
  private func load<Number: FixedWidthInteger>(_ row: Int, _ type: Number.Type) -> Number {
    start.loadUnaligned(fromByteOffset: row &* MemoryLayout<Number>.stride, as: Number.self)
  }
}
