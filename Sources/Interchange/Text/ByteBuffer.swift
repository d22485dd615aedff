import Foundation
package import Scheduling

/// The part of a stream that is in memory: from the record being read to the end of the last block.
///
/// Offsets count from ``start``, so they stay valid when ``fill()`` moves the bytes.
///
/// Safe: `consume` sees to it that `start` never passes the count, and what is lent is the array's for the
/// call.
package struct ByteBuffer {
  /// The bytes in memory; those before ``start`` are done with.
  private(set) var bytes: [UInt8] = []
  /// The index in ``bytes`` at which the record being read starts.
  private(set) var start = 0
  /// How many bytes of the stream are done with.
  private(set) var position = 0
  private var source: ByteSource
  private var isAtEnd = false

  /// Reads the first block and drops a byte order mark.
  ///
  /// Blocks until the stream gives something, so that a stream which cannot be read says so here.
  package init(_ source: ByteSource) throws(InputError) {
    self.source = source
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while count < mark.count, mark.starts(with: bytes), try fill() {}
    if bytes.starts(with: mark) { consume(mark.count) }
  }

  /// Goes on with another stream, in the same memory, and reads its first block; it has no byte order
  /// mark.
  mutating func restart(_ source: ByteSource) throws(InputError) {
    self.source = source
    bytes.removeAll(keepingCapacity: true)
    (start, position, isAtEnd) = (0, 0, false)
    _ = try fill()
  }

  /// The number of bytes in memory that are still to be read.
  package var count: Int { bytes.count - start }

  /// The bytes between two offsets.
  func slice(_ offsets: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start + offsets.lowerBound..<start + offsets.upperBound]
  }

  /// Marks bytes as read; their memory is used again by the next ``fill()``.
  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "\(count) bytes of \(self.count) are read")
    start += count
    position += count
  }

  /// Lends out the bytes that are in memory and still to be read.
  package func withRest<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start...])) }
  }

  /// Adds a block; returns `false` at the end of the stream.
  ///
  /// A stream that fails has ended: what was left of it is dropped with the error.
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

  /// The offset of the first line feed at or after another one, among the bytes in memory.
  package func newline(from offset: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      let rest = all[(start + offset)...]
      guard let first = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(first, Int32(UInt8.newline), rest.count)
      else { return nil }
      return offset + (UnsafeRawPointer(found) - first)
    }
  }

  /// Passes over the rest of a line without keeping it; returns whether a line feed ended it.
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
}

extension String {
  /// Copies bytes that are UTF-8; others give `nil`, and nothing is repaired.
  init?(utf8 bytes: Span<UInt8>) {
    guard let characters = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: characters)
  }
}
