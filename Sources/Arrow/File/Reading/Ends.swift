/// The ends of texts or lists, after a first one that is where the first begins.
///
/// Safe: there is an end more than there are rows, as whoever makes it has seen.
struct Ends {
  private let numbers: SignedNumbers

  init(_ start: UnsafeRawPointer, _ width: Int) { numbers = SignedNumbers(start, width) }

  /// The end of so many rows.
  func end(of rows: Int) -> Int { numbers[rows] }

  /// The end of the last row; `nil` where ends are not in order.
  func last(_ rows: Int) -> Int? {
    let isSound =
      numbers.width == 4 ? isRising(rows, Int32.self) : isRising(rows, Int64.self)
    return isSound ? end(of: rows) : nil
  }

  private func isRising<Number: FixedWidthInteger>(_ rows: Int, _: Number.Type) -> Bool {
    let ends = numbers.start.assumingMemoryBound(to: Number.self)
    // Without a way out in the middle it is done many at a time.
    var isSound = ends[0] >= 0
    for row in 0..<rows { isSound = isSound && ends[row] <= ends[row + 1] }
    return isSound
  }
}

/// Numbers with a sign of two, four or eight bytes.
///
/// Safe: the buffer begins at a multiple of eight and has the numbers, as whoever makes it has seen.
struct SignedNumbers {
  let start: UnsafeRawPointer
  let width: Int

  init(_ start: UnsafeRawPointer, _ width: Int) { (self.start, self.width) = (start, width) }

  subscript(place: Int) -> Int {
    switch width {
    case 2: Int(start.load(fromByteOffset: 2 * place, as: Int16.self))
    case 4: Int(start.load(fromByteOffset: 4 * place, as: Int32.self))
    default: Int(start.load(fromByteOffset: 8 * place, as: Int64.self))
    }
  }
}
