package import Scheduling

/// A reader of the lines of a text in UTF-8, in bounded memory.
///
/// A line ends with LF or CRLF. A line that is too long or not UTF-8 is an error in place of the
/// line, and reading goes on with the next one.
package final class LineReader: Sequence, IteratorProtocol {
  /// A line without its line break.
  package struct Line: Hashable, Sendable {
    /// The position in the text, from 1.
    package var number: Int
    /// The content; it may be empty.
    package var text: String
  }

  /// Whether the last line that was read ended with the text instead of a line feed.
  package private(set) var endsWithoutNewline = false

  private var buffer: ByteBuffer
  private var number = 0
  /// Where in the stream the line read last begins.
  package private(set) var lineStart = 0
  private var source: String
  private let limit: Int

  /// Opens a file, or standard input for `-`; errors name it as `source`.
  ///
  /// The limit is the most bytes that a line may have before its line feed.
  convenience init(path: String, source: String, limit: Int = 16 << 20) throws(InputError) {
    try self.init(ByteSource(path: path, name: source), limit: limit)
  }

  /// Reads the lines of a stream.
  package init(_ bytes: ByteSource, limit: Int = 16 << 20) throws(InputError) {
    buffer = try ByteBuffer(bytes)
    source = bytes.name
    self.limit = limit
  }

  /// Where in the stream the next line begins.
  package var position: Int { buffer.position }

  /// Goes on with other lines, in the same memory.
  package func restart(_ bytes: ByteSource, line: Int) throws(InputError) {
    try buffer.restart(bytes)
    source = bytes.name
    number = line - 1
    endsWithoutNewline = false
  }

  /// Lets somebody else read lines from the bytes that are in memory.
  ///
  /// The body gets the bytes and the number of the first line, and answers how many bytes it took, up
  /// to the end of a line, and how many lines these are.
  ///
  /// Safe: the bytes are the buffer's for the call, and the buffer counts those that were taken.
  package func lend(_ body: (UnsafeBufferPointer<UInt8>, Int) -> (bytes: Int, lines: Int)) {
    let line = number + 1
    let taken = buffer.withRest { body($0, line) }
    buffer.consume(taken.bytes)
    number += taken.lines
  }

  /// The memory that the reader holds, in bytes.
  var capacity: Int { buffer.bytes.capacity }

  /// Returns the next line or what is wrong with it, or `nil` after the last one.
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

  /// Loads the line and counts the bytes before its line feed; a line over the limit is skipped.
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
