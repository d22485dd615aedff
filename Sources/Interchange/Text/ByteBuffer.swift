package import Diagnostics
import Foundation
import Scheduling

/// A sliding window of a stream, from the current record to the end of the last block.
///
/// Offsets are relative to ``start``, so that they stay valid when ``fill()`` moves the bytes.
///
/// Safe: `consume` ensures that `start` never exceeds the count, and the array lends its bytes for
/// the call.
package struct ByteBuffer {
  /// The bytes in memory; those before ``start`` are consumed.
  private(set) var bytes: [UInt8] = []
  /// The index in ``bytes`` of the current record.
  private(set) var start = 0
  /// The number of consumed bytes of the stream.
  private(set) var position = 0
  private var source: ByteSource
  private var isAtEnd = false

  /// Reads the first block and drops a byte order mark.
  ///
  /// Blocks until the stream provides bytes, so that an unreadable stream is reported here.
  package init(_ source: ByteSource) throws(InputError) {
    self.source = source
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while count < mark.count, mark.starts(with: bytes), try fill() {}
    if bytes.starts(with: mark) { consume(mark.count) }
  }

  /// Replaces the stream, reusing the memory, and reads the first block; the stream must not start
  /// with a byte order mark.
  mutating func restart(_ source: ByteSource) throws(InputError) {
    self.source = source
    bytes.removeAll(keepingCapacity: true)
    (start, position, isAtEnd) = (0, 0, false)
    _ = try fill()
  }

  /// The number of unconsumed bytes in memory.
  package var count: Int { bytes.count - start }

  /// Returns the bytes in a range of offsets.
  func slice(_ offsets: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start + offsets.lowerBound..<start + offsets.upperBound]
  }

  /// Consumes bytes, whose memory the next ``fill()`` reuses.
  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "\(count) bytes of \(self.count) are read")
    start += count
    position += count
  }

  /// Calls a body with the unconsumed bytes in memory.
  package func withRest<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start...])) }
  }

  /// Reads another block; returns `false` at the end of the stream.
  ///
  /// After an error the stream has ended, and its remaining bytes are dropped.
  package mutating func fill() throws(InputError) -> Bool {
    if isAtEnd { return false }
    bytes.removeSubrange(..<start)
    start = 0
    do {
      isAtEnd = try !source.appendBlock(&bytes)
    } catch {
      isAtEnd = true
      bytes = []
      throw error.at(source: source.name)
    }
    return !isAtEnd
  }

  /// Returns the offset of the first line feed in memory at or after an offset.
  package func newline(from offset: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      let rest = all[(start + offset)...]
      guard let first = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(first, Int32(UInt8.newline), rest.count)
      else { return nil }
      return offset + (UnsafeRawPointer(found) - first)
    }
  }

  /// Skips the rest of a line without buffering it and returns whether it ended with a line feed.
  package mutating func skipLine() throws(InputError) -> Bool {
    repeat {
      if let newline = newline(from: 0) {
        consume(newline + 1)
        return true
      }
      consume(count)
    } while try fill()
    return false
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")
  static let closingBrace = UInt8(ascii: "}")
  static let closingBracket = UInt8(ascii: "]")

  /// Whether the byte is JSON white space.
  var isSpace: Bool { self == 32 || self == 9 || self == 10 || self == 13 }
}

extension String {
  /// Copies valid UTF-8; `nil` for invalid bytes, which are not repaired.
  init?(utf8 bytes: Span<UInt8>) {
    guard let characters = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: characters)
  }
}
