/// Rows of bits, the first of a byte lowest.
///
/// Safe: callers have as many bits as they name; a byte of the source is read where one of its bits is meant,
/// and one of the target where it was written. What is cut off are bits behind the last.
enum Bits {
  /// Copies bits to a place; those after the last become 0 in its byte.
  ///
  /// The bits after the place are not there yet, so that whole bytes are written.
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

  /// At most eight bits from a place on.
  private static func read(_ count: Int, at row: Int, of source: UnsafeRawPointer) -> UInt8 {
    var bits = UInt16(source.load(fromByteOffset: row >> 3, as: UInt8.self))
    // The byte after the last may be nobody's.
    if row & 7 + count > 8 {
      bits |= UInt16(source.load(fromByteOffset: row >> 3 + 1, as: UInt8.self)) << 8
    }
    return UInt8(truncatingIfNeeded: bits >> (row & 7)) & UInt8(truncatingIfNeeded: 1 << count - 1)
  }

  /// Makes bits 1, and those after them 0 in their byte.
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

  /// How many bits are 1.
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
