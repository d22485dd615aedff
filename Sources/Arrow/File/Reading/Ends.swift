/// The offsets of texts or lists, starting with that of the first.
///
/// Safe: there is one more end than rows, which the creator has checked.
struct Ends {
  private let numbers: SignedNumbers

  init(_ start: UnsafeRawPointer, _ width: Int) { numbers = SignedNumbers(start, width) }

  /// Returns the end of the last of `rows` rows.
  func end(of rows: Int) -> Int { numbers[rows] }

  /// Returns the last offset; `nil` if offsets are not ascending.
  func last(_ rows: Int) -> Int? {
    let isSound =
      numbers.width == 4 ? isRising(rows, Int32.self) : isRising(rows, Int64.self)
    return isSound ? end(of: rows) : nil
  }

  private func isRising<Number: FixedWidthInteger>(_ rows: Int, _: Number.Type) -> Bool {
    let ends = numbers.start.assumingMemoryBound(to: Number.self)
    // A loop without early exit can be vectorized.
    var isSound = ends[0] >= 0
    for row in 0..<rows { isSound = isSound && ends[row] <= ends[row + 1] }
    return isSound
  }
}

/// Signed integers of two, four or eight bytes.
///
/// Safe: the buffer starts at a multiple of eight and contains the numbers, which the creator has
/// checked.
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
