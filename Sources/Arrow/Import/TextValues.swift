import Scheduling

/// A view of a column's texts as bytes, in any layout.
///
/// A trivial value that loops can copy; the batch must outlive it.
///
/// Safe: a row is below the column's count and has a value; `ArrowColumn.checkValues` has seen that
/// offsets ascend and views lie within their buffers.
struct TextValues {
  private let extent: ArrowType.Extent
  /// The offsets or views, starting with the first row.
  private let places: UnsafeRawPointer
  /// The bytes of all texts; for views, the list of variadic buffers.
  private let bytes: UnsafeRawPointer

  /// Creates a view of a column of texts or binary data; `nil` for other types and for empty
  /// columns.
  init?(_ column: ArrowColumn) {
    switch column.field.type {
    case .text(let extent), .binary(let extent): self.extent = extent
    default: return nil
    }
    guard column.dictionary == nil, column.count > 0, let buffers = column.buffers,
      let places = buffers[0]
    else { return nil }
    let width = extent == .small ? 4 : extent == .large ? 8 : 16
    self.places = places + column.offset * width
    // The buffer may be missing if all texts are empty; the substitute is never read.
    bytes = extent == .view ? UnsafeRawPointer(buffers + 1) : buffers[1] ?? places
  }

  /// Returns the bytes of a non-null row.
  @inline(__always)
  subscript(row: Int) -> UnsafeBufferPointer<UInt8> {
    switch extent {
    case .small: slice(row, Int32.self)
    case .large: slice(row, Int64.self)
    case .view: view(row)
    }
  }

  @inline(__always)
  private func slice<Offset: FixedWidthInteger>(
    _ row: Int, _ type: Offset.Type
  ) -> UnsafeBufferPointer<UInt8> {
    let stride = MemoryLayout<Offset>.stride
    let start = places.loadUnaligned(fromByteOffset: row &* stride, as: Offset.self)
    let end = places.loadUnaligned(fromByteOffset: (row &+ 1) &* stride, as: Offset.self)
    return TextValues.text(
      bytes + Int(truncatingIfNeeded: start), Int(truncatingIfNeeded: end &- start))
  }

  @inline(__always)
  private func view(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    let view = places + row &* 16
    let length = Int(view.loadUnaligned(as: Int32.self))
    if length <= 12 { return TextValues.text(view + 4, length) }
    let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    let buffer = bytes.load(fromByteOffset: number &* 8, as: UnsafeRawPointer?.self)
    return TextValues.text((buffer ?? places) + start, length)
  }

  @inline(__always)
  private static func text(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
