import Diagnostics
import Scheduling

/// Unfolds the content lines of a text.
///
/// A line that begins with a space or tab continues the previous one; empty lines are ignored. Bytes are
/// joined before decoding, since some programs fold within a UTF-8 sequence.
///
/// Safe: parts are copied into an array of its own, which is lent for the call.
package struct LineUnfolding {
  private var bytes: [UInt8] = []
  private var first = 0
  private var isTooLong = false
  private let limit: Int

  /// An unfolded line.
  package struct Unfolded {
    /// The bytes; truncated if the line is too long.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The number of its first line, from 1.
    package let line: Int
    /// Whether the line exceeds the limit and was truncated.
    package let isTooLong: Bool
  }

  /// Creates an unfolder for lines of at most `limit` bytes.
  package init(limit: Int = .max) { self.limit = limit }

  /// Reads the next line of the text, and passes the previous unfolded line to `body` if it is complete.
  ///
  /// - Parameters:
  ///   - part: The line without LF; a trailing CR is removed.
  ///   - number: The line number.
  ///   - isCut: Whether the line is longer than `part`.
  ///   - body: Receives the previous unfolded line.
  /// - Throws: The errors of `body`.
  package mutating func take<Failure: Error>(
    _ part: UnsafeBufferPointer<UInt8>, number: Int, isCut: Bool = false,
    _ body: (Unfolded) throws(Failure) -> Void
  ) throws(Failure) {
    var part = part[...]
    if part.last == 13 { part.removeLast() }
    guard let blank = part.first else { return }
    if blank == 32 || blank == 9 {
      part.removeFirst()
      if first == 0 { first = number }
    } else {
      try finish(body)
      first = number
    }
    isTooLong = isTooLong || isCut || bytes.count + part.count > limit
    bytes.append(contentsOf: part.prefix(limit - bytes.count))
  }

  /// Passes the last line to `body`.
  package mutating func finish<Failure: Error>(_ body: (Unfolded) throws(Failure) -> Void)
    throws(Failure)
  {
    defer {
      bytes.removeAll(keepingCapacity: true)
      (first, isTooLong) = (0, false)
    }
    if bytes.allSatisfy({ $0 == 32 || $0 == 9 }) { return }
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      let line = Unfolded(bytes: bytes, line: first, isTooLong: isTooLong)
      do throws(Failure) { try body(line) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

// Safe: each line ends where a line feed was found, or with the text.
extension ContentLine {
  /// Parses the lines of a text, which end with LF or CRLF.
  static func lines(of text: String) throws(InputError) -> [ContentLine] {
    var lines: [ContentLine] = []
    var unfolding = LineUnfolding()
    func append(_ unfolded: LineUnfolding.Unfolded) throws(InputError) {
      guard let line = ContentLine(unfolded.bytes, line: unfolded.line) else {
        let text = String(decoding: unfolded.bytes, as: UTF8.self)
        throw InputError(.malformed(text: text, .property), line: unfolded.line)
      }
      lines.append(line)
    }
    let bytes = Array(text.utf8)
    var (start, number) = (0, 1)
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      var failure: InputError?
      bytes.withUnsafeBufferPointer { all in
        let part = UnsafeBufferPointer(rebasing: all[start..<end])
        do throws(InputError) { try unfolding.take(part, number: number, append) } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      (start, number) = (end + 1, number + 1)
    }
    try unfolding.finish(append)
    return lines
  }
}
