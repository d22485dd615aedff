/// Operations on bitmaps, least significant bit first.
///
/// Safe: callers have as many bits as they name; a byte of the source is read where one of its bits
/// is meant, and one of the target where it was written. What is cut off are bits behind the last.
enum Bits {
  /// Copies bits to an offset; the remaining bits of the last byte become 0.
  ///
  /// The target after the offset may be uninitialized, so whole bytes are written.
  static func copy(
    _ rows: Range<Int>, of source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    at place: Int
  ) {
    var (row, place) = (rows.lowerBound, place)
    while row < rows.upperBound {
      let room = 8 - place & 7
      let count = min(room, rows.upperBound - row)
      let bits = read(count, at: row, of: source)
      let before = place & 7 == 0 ? 0 : target.load(fromByteOffset: place >> 3, as: UInt8.self)
      target.storeBytes(of: before | bits << (place & 7), toByteOffset: place >> 3, as: UInt8.self)
      row += count
      place += count
    }
  }

  /// Reads at most eight bits from an offset.
  private static func read(_ count: Int, at row: Int, of source: UnsafeRawPointer) -> UInt8 {
    var bits = UInt16(source.load(fromByteOffset: row >> 3, as: UInt8.self))
    // The next byte may be outside the buffer.
    if row & 7 + count > 8 {
      bits |= UInt16(source.load(fromByteOffset: row >> 3 + 1, as: UInt8.self)) << 8
    }
    return UInt8(truncatingIfNeeded: bits >> (row & 7)) & UInt8(truncatingIfNeeded: 1 << count - 1)
  }

  /// Sets bits to 1, and the remaining bits of the last byte to 0.
  static func set(_ rows: Range<Int>, of target: UnsafeMutableRawPointer) {
    var place = rows.lowerBound
    while place < rows.upperBound {
      let count = min(8 - place & 7, rows.upperBound - place)
      let bits = UInt8(truncatingIfNeeded: 1 << count - 1)
      let before = place & 7 == 0 ? 0 : target.load(fromByteOffset: place >> 3, as: UInt8.self)
      target.storeBytes(of: before | bits << (place & 7), toByteOffset: place >> 3, as: UInt8.self)
      place += count
    }
  }

  /// Counts the bits that are 1.
  static func count(_ rows: Range<Int>, of source: UnsafeRawPointer) -> Int {
    var (row, sum) = (rows.lowerBound, 0)
    while row < rows.upperBound {
      let count = min(8, rows.upperBound - row)
      sum += read(count, at: row, of: source).nonzeroBitCount
      row += count
    }
    return sum
  }
}
