/// A cell of a list that is stored in a row; empty where the list is shorter.
///
/// Safe: the list lies in the row where `MemoryLayout` says.
struct ListedCell: Sendable {
  /// How many bytes from the beginning of the row the list lies.
  var list: Int
  /// The place in the list.
  let place: Int

  /// The cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    let cells = (row + list).assumingMemoryBound(to: [Cell].self).pointee
    return cells.indices.contains(place) ? cells[place] : .empty
  }
}

/// A number that is stored in a row: where it lies, and how it is written.
///
/// Most cells of a report are such numbers. They are read and written without a call for each.
///
/// Safe: the number lies in the row where `MemoryLayout` says, and callers have room for 32 bytes.
struct StoredNumber: Sendable {
  /// How it is stored and written.
  enum Kind: Sendable { case integer, decimal, number }

  let kind: Kind
  /// How many bytes from the beginning of the row.
  let place: Int

  /// Writes the digits.
  ///
  /// - Returns: How many bytes they took; 0 for what is not finite.
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

  /// The cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    switch kind {
    case .integer: .integer(row.load(fromByteOffset: place, as: Int.self))
    case .decimal: .decimal(row.load(fromByteOffset: place, as: Double.self))
    case .number: .number(row.load(fromByteOffset: place, as: Double.self))
    }
  }
}
