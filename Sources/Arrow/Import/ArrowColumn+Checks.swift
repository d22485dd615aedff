import CArrow
import Diagnostics
import Scheduling

extension ArrowType {
  /// Whether the first buffer is a validity bitmap.
  var hasValidity: Bool {
    switch self {
    case .null, .union, .runEndEncoded: false
    default: true
    }
  }

  /// The number of buffers of an array of this type; `nil` if it varies.
  fileprivate var bufferCount: Int? {
    switch self {
    case .null, .runEndEncoded: 0
    case .structure, .fixedList: 1
    case .text(.view), .binary(.view), .union: nil
    case .text, .binary, .list(.smallView), .list(.largeView): 3
    default: 2
    }
  }

  /// The width of a value in bytes; `nil` for types of variable width.
  var width: Int? {
    switch self {
    case .integer(let bytes, _), .float(let bytes), .decimal(_, _, let bytes),
      .fixedBinary(let bytes):
      bytes
    case .date(let unit): unit == .days ? 4 : 8
    case .time(let unit): unit == .seconds || unit == .milliseconds ? 4 : 8
    case .timestamp, .duration: 8
    default: nil
    }
  }
}

// The validation of buffers of unknown length.
//
// Safe: indexes are those of rows in the array's stated length, below 2⁵⁸, so that no sum wraps;
// the length of a buffer is not available.
extension ArrowColumn {
  static func checkBufferCount(_ array: ArrowArray, _ field: ArrowField) throws(InputError) {
    let count = Int(clamping: array.n_buffers)
    let isRight = field.type.bufferCount.map { $0 == count } ?? (3...1_000_000 ~= count)
    guard isRight else { throw InputError(.broken(.wrongCount(count, "buffers"))) }
    if count > 0, array.buffers == nil { throw InputError(.broken(.missingPart("buffer"))) }
  }

  /// Returns a buffer, which must exist.
  func buffer(_ number: Int) throws(InputError) -> UnsafeRawPointer {
    guard let buffer = buffers?[number] else { throw InputError(.broken(.missingPart("buffer"))) }
    return buffer
  }

  /// Validates the offsets and views of the values.
  func checkValues() throws(InputError) {
    guard count > 0 else { return }
    switch field.type {
    case .boolean: _ = try buffer(0)
    case .text(.small), .binary(.small): try checkOffsets(Int32.self)
    case .text(.large), .binary(.large): try checkOffsets(Int64.self)
    case .text(.view), .binary(.view): try checkViews()
    case .list(.small), .map: try checkOffsets(Int32.self)
    case .list(.large): try checkOffsets(Int64.self)
    case .list(.smallView): try checkListViews(Int32.self)
    case .list(.largeView): try checkListViews(Int64.self)
    case .fixedList(let length): try checkFixedLists(length)
    default: if field.type.width != nil { _ = try buffer(0) }
    }
  }

  /// Validates that offsets are ascending from 0 on, and that those of lists lie within the
  /// elements.
  private func checkOffsets<Offset: FixedWidthInteger>(_ type: Offset.Type) throws(InputError) {
    let offsets = try buffer(0)
    let stride = MemoryLayout<Offset>.stride
    func offset(_ place: Int) -> Offset {
      offsets.loadUnaligned(fromByteOffset: place &* stride, as: Offset.self)
    }
    var last = offset(self.offset)
    var isWrong = last < 0
    for place in self.offset &+ 1..<self.offset &+ count &+ 1 {
      let next = offset(place)
      if next < last { isWrong = true }
      last = next
    }
    guard !isWrong, let end = Int(exactly: last) else {
      throw InputError(.broken(.unorderedOffsets))
    }
    if let entries = children.first {
      guard end <= entries.count else { throw InputError(.broken(.placeOutside)) }
    } else if end > Int(offset(self.offset)) {
      _ = try buffer(1)
    }
  }

  /// Validates that the views of long texts lie within the variadic buffers, whose lengths the last
  /// buffer has.
  private func checkViews() throws(InputError) {
    let views = try buffer(0)
    let others = bufferCount - 2
    let lengths = others > 0 ? try buffer(bufferCount - 1) : nil
    for row in 0..<count where validity[row] {
      let view = views + (offset + row) * 16
      let length = Int(view.loadUnaligned(as: Int32.self))
      if 0...12 ~= length { continue }
      let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
      guard length > 0, start >= 0, 0..<others ~= number, let lengths,
        Int64(start + length)
          <= lengths.loadUnaligned(fromByteOffset: number * 8, as: Int64.self)
      else { throw InputError(.broken(.placeOutside)) }
      _ = try buffer(1 + number)
    }
  }

  private func checkListViews<Offset: FixedWidthInteger>(_ type: Offset.Type) throws(InputError) {
    let (offsets, sizes) = (try buffer(0), try buffer(1))
    let stride = MemoryLayout<Offset>.stride
    let end = children.first?.count ?? 0
    for row in 0..<count where validity[row] {
      let place = (offset + row) * stride
      let start = Int(offsets.loadUnaligned(fromByteOffset: place, as: Offset.self))
      let size = Int(sizes.loadUnaligned(fromByteOffset: place, as: Offset.self))
      guard start >= 0, size >= 0, start <= end, size <= end - start else {
        throw InputError(.broken(.placeOutside))
      }
    }
  }

  private func checkFixedLists(_ length: Int) throws(InputError) {
    let (end, isOver) = (offset + count).multipliedReportingOverflow(by: length)
    guard !isOver, end <= children.first?.count ?? 0 else {
      throw InputError(.broken(.placeOutside))
    }
  }
}

extension InputError.Defect {
  static let unorderedOffsets = Self(
    "has descending offsets (the producer of the table is faulty)")
  static let placeOutside = Self(
    "refers to data outside its buffers (the producer of the table is faulty)")
}
