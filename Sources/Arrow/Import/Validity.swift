/// The validity of a column's rows: the bitmaps of the column and of the structs that contain it.
///
/// A trivial value that loops can copy; the batch must outlive it.
///
/// Safe: no one writes to the bits, and a row is below the column's count.
struct Validity: @unchecked Sendable {
  /// A bitmap, least significant bit first.
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

  /// The validity of a column without nulls.
  static let all = Validity()

  /// Whether no row is null.
  var isAll: Bool { own == nil && parent == nil && batch == nil }

  /// Returns whether a row is not null.
  @inline(__always)
  subscript(row: Int) -> Bool {
    if let own, !own[row] { return false }
    if let parent, !parent[row] { return false }
    if let batch, !batch[row] { return false }
    return true
  }

  /// Returns the validity of a nested column with a bitmap of its own; `nil` if the nesting is too
  /// deep.
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
