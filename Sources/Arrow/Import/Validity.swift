/// Which rows of a column have a value: the bits of the column, and of the structs around it.
///
/// It is a few words without references, so that loops copy it freely; whoever has it keeps the batch.
///
/// Safe: nobody writes to the bits, and a row is below the column's count.
struct Validity: @unchecked Sendable {
  /// One bit a row, the least first.
  private struct Bits {
    let start: UnsafeRawPointer
    /// The bit of the first row.
    let offset: Int

    @inline(__always)
    subscript(row: Int) -> Bool {
      let bit = offset &+ row
      return start.load(fromByteOffset: bit &>> 3, as: UInt8.self) &>> UInt8(bit & 7) & 1 == 1
    }
  }

  private var own: Bits?
  private var parent: Bits?
  private var batch: Bits?

  /// Every row has a value.
  static let all = Validity()

  /// Whether every row has one.
  var isAll: Bool { own == nil && parent == nil && batch == nil }

  /// Whether a row has a value.
  @inline(__always)
  subscript(row: Int) -> Bool {
    if let own, !own[row] { return false }
    if let parent, !parent[row] { return false }
    if let batch, !batch[row] { return false }
    return true
  }

  /// The rows of a column within these, which are valid where its own bits say so too; `nil` where that is
  /// nested too deeply.
  func adding(_ start: UnsafeRawPointer, offset: Int) -> Validity? {
    let bits = Bits(start: start, offset: offset)
    var validity = self
    if own == nil {
      validity.own = bits
    } else if parent == nil {
      (validity.own, validity.parent) = (bits, own)
    } else if batch == nil {
      (validity.own, validity.parent, validity.batch) = (bits, own, parent)
    } else {
      return nil
    }
    return validity
  }
}
