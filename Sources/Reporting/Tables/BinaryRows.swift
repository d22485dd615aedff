/// Rows encoded for a database: batches of rows of one table, each prefixed with the table index,
/// number of rows and length.
///
/// Safe: the lengths are those that `append` has written, within this process.
enum BinaryRows {
  /// Appends the rows of a writer.
  static func append(_ rows: RowBuffer, of table: Int, to bytes: inout [UInt8]) {
    guard rows.count > 0 else { return }
    bytes.append(UInt8(table))
    withUnsafeBytes(of: UInt64(rows.count).littleEndian) { bytes += $0 }
    bytes += rows.bytes()
  }

  /// Decodes batches.
  ///
  /// - Parameters:
  ///   - bytes: The encoded batches.
  ///   - body: Called with the table index and its rows.
  static func forEach(
    in bytes: [UInt8], _ body: (Int, UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let table = Int(bytes[place])
        let length = Int(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self)))
        let rows = UnsafeRawBufferPointer(rebasing: bytes[place + 9..<place + 9 + length])
        try body(table, rows)
        place += 9 + length
      }
    }
  }
}

/// Decodes the cells of rows sequentially.
///
/// Safe: lengths are those that `RowBuffer` has written, within this process.
struct BinaryCursor {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A cell; a text points into the decoded bytes.
  enum Value {
    case empty
    case integer(Int64)
    case number(Double)
    case text(UnsafeRawBufferPointer)
  }

  /// Returns the next cell; `nil` at the end.
  mutating func next() -> Value? {
    guard place < bytes.count, let cell = BinaryCell(rawValue: bytes[place]) else { return nil }
    place += 1
    switch cell {
    case .empty: return .empty
    case .integer: return .integer(Int64(bitPattern: take()))
    case .number: return .number(Double(bitPattern: take()))
    case .text:
      let length = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      place += 4
      defer { place += length }
      return .text(UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
    }
  }

  private mutating func take() -> UInt64 {
    defer { place += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
