import Diagnostics
import Interchange
import ScheduleFormats
import Scheduling

/// The unfolded content lines of a stream, in bounded memory.
///
/// Lines end with LF or CRLF. A line longer than ``Limits/line`` bytes is truncated.
struct CalendarLines {
  private var buffer: ByteBuffer
  private var unfolding = LineUnfolding(limit: Limits.line)
  private var number = 0

  init(_ source: ByteSource) throws(InputError) { buffer = try ByteBuffer(source) }

  /// Calls a closure with each line.
  ///
  /// Safe: `lengthOfLine` has counted the bytes, which are joined before the buffer goes on.
  mutating func read(_ body: (LineUnfolding.Unfolded) -> Void) throws(InputError) {
    while let length = try lengthOfLine() {
      number += 1
      let isTooLong = length > Limits.line
      let part = min(length, Limits.line)
      buffer.withRest { bytes in
        unfolding.take(
          UnsafeBufferPointer(rebasing: bytes[..<part]), number: number, isCut: isTooLong, body)
      }
      if isTooLong {
        _ = try buffer.skipLine()
      } else {
        buffer.consume(min(length + 1, buffer.count))
      }
    }
    unfolding.finish(body)
  }

  /// Returns the number of bytes before the next line feed or the end, searching no further than
  /// the limit; `nil` at the end.
  private mutating func lengthOfLine() throws(InputError) -> Int? {
    var searched = 0
    while searched <= Limits.line {
      if let newline = buffer.newline(from: searched) { return newline }
      searched = buffer.count
      if try !buffer.fill() { break }
    }
    return searched > 0 ? searched : nil
  }
}

/// Limits on the size of a calendar file.
enum Limits {
  /// Bytes of an unfolded line.
  static let line = 1 << 20
  /// Nested components.
  static let nesting = 16
  /// Time zones defined only by their rules.
  static let zones = 500
  /// RRULEs of a component.
  static let rules = 64
  /// Values of all RDATEs of a component, of all its EXDATEs, or changes of a series.
  static let values = 100_000
  /// Changes of later occurrences, each of which makes a version.
  static let ranges = 1000
  /// Values in all versions of a series.
  static let work = 4_000_000
  /// Occurrences moved individually.
  static let moves = 10_000
}
