package import Diagnostics
import Scheduling

/// A reader of the lines of a UTF-8 text, with bounded memory.
///
/// A line ends with LF or CRLF. A line that is too long or not UTF-8 is returned as an error, and
/// reading continues with the next one.
package final class LineReader: Sequence, IteratorProtocol {
  /// A line without its line break.
  package struct Line: Hashable, Sendable {
    /// The line number, from 1.
    package var number: Int
    /// The content, possibly empty.
    package var text: String
  }

  /// Whether the last line ended with the text instead of a line feed.
  package private(set) var endsWithoutNewline = false

  private var buffer: ByteBuffer
  private var number = 0
  /// The offset of the last line in the stream.
  package private(set) var lineStart = 0
  private var source: String
  private let limit: Int

  /// Opens a file (`-` for standard input); `source` is its name in error messages.
  ///
  /// `limit` is the maximum length of a line in bytes, not counting its line feed.
  convenience init(path: String, source: String, limit: Int = 16 << 20) throws(InputError) {
    try self.init(ByteSource(path: path, name: source), limit: limit)
  }

  /// Creates a reader of the lines of a stream.
  package init(_ bytes: ByteSource, limit: Int = 16 << 20) throws(InputError) {
    buffer = try ByteBuffer(bytes)
    source = bytes.name
    self.limit = limit
  }

  /// The offset of the next line in the stream.
  package var position: Int { buffer.position }

  /// Continues with other lines, reusing the memory.
  package func restart(_ bytes: ByteSource, line: Int) throws(InputError) {
    try buffer.restart(bytes)
    source = bytes.name
    number = line - 1
    endsWithoutNewline = false
  }

  /// Lets a fast parser consume lines from the bytes in memory.
  ///
  /// The body receives the bytes and the number of the first line, and returns the number of bytes
  /// that it consumed, up to the end of a line, and the number of lines.
  ///
  /// Safe: the bytes are the buffer's for the call, and the buffer counts those that were taken.
  package func lend(_ body: (UnsafeBufferPointer<UInt8>, Int) -> (bytes: Int, lines: Int)) {
    let line = number + 1
    let taken = buffer.withRest { body($0, line) }
    buffer.consume(taken.bytes)
    number += taken.lines
  }

  /// The allocated memory in bytes.
  var capacity: Int { buffer.bytes.capacity }

  /// Returns the next line or its error; `nil` after the last line.
  package func next() -> Result<Line, InputError>? {
    do throws(InputError) {
      return try readLine().map(Result.success)
    } catch {
      return .failure(error.at(source: source, line: number))
    }
  }

  private func readLine() throws(InputError) -> Line? {
    number += 1
    lineStart = buffer.position
    guard let length = try lengthOfLine() else { return nil }
    defer { buffer.consume(endsWithoutNewline ? length : length + 1) }
    let hasReturn = buffer.slice(0..<length).last == .carriageReturn
    let content = buffer.slice(0..<(hasReturn ? length - 1 : length))
    guard let text = String(utf8: content.span) else {
      throw InputError(.broken(.invalidUTF8))
    }
    return Line(number: number, text: text)
  }

  /// Reads the line and returns its length without the line feed; a line over the limit is skipped.
  private func lengthOfLine() throws(InputError) -> Int? {
    var searched = 0
    repeat {
      let newline = buffer.newline(from: searched)
      searched = buffer.count
      if newline ?? searched > limit {
        endsWithoutNewline = try !buffer.skipLine()
        throw InputError(.tooLarge(what: "bytes in one line", limit: limit))
      }
      if let newline { return newline }
    } while try buffer.fill()
    endsWithoutNewline = searched > 0 || endsWithoutNewline
    return searched > 0 ? searched : nil
  }
}
