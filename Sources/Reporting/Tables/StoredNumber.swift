/// An element of a list of cells stored in a row; empty if the list is shorter.
///
/// Safe: the list lies in the row where `MemoryLayout` says.
struct ListedCell: Sendable {
  /// The offset of the list in the row in bytes.
  var list: Int
  /// The index in the list.
  let place: Int

  /// Returns the cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    let cells = (row + list).assumingMemoryBound(to: [Cell].self).pointee
    return cells.indices.contains(place) ? cells[place] : .empty
  }
}

/// A number stored in a row, with its offset and format.
///
/// Most cells of a report are such numbers; they are read and written without a call per cell.
///
/// Safe: the number lies in the row where `MemoryLayout` says, and callers have room for 32 bytes.
struct StoredNumber: Sendable {
  /// The type and format.
  enum Kind: Sendable { case integer, decimal, number }

  let kind: Kind
  /// The offset in the row in bytes.
  let place: Int

  /// Writes the digits.
  ///
  /// - Returns: The number of bytes; 0 if the number is not finite.
  @inline(__always)
  func put(of row: UnsafeRawPointer, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if kind == .integer {
      return ByteDigits.put(row.load(fromByteOffset: place, as: Int.self), at: bytes)
    }
    let number = row.load(fromByteOffset: place, as: Double.self)
    guard number.isFinite else { return 0 }
    return kind == .decimal
      ? ByteDigits.putDecimal(number, at: bytes) : ByteDigits.putExact(number, at: bytes)
  }

  /// Returns the cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    switch kind {
    case .integer: .integer(row.load(fromByteOffset: place, as: Int.self))
    case .decimal: .decimal(row.load(fromByteOffset: place, as: Double.self))
    case .number: .number(row.load(fromByteOffset: place, as: Double.self))
    }
  }
}
