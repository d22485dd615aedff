/// Joins the lines of a text that are folded.
///
/// A line that begins with a blank or a tab goes on with the one before; empty lines are none. Bytes are joined
/// before anybody decodes them, since some programs fold within a letter.
///
/// Safe: parts are copied into an array of its own, which is lent for the call.
package struct LineUnfolding {
  private var bytes: [UInt8] = []
  private var first = 0
  private var isTooLong = false
  private let limit: Int

  /// A line whose folds are joined.
  package struct Unfolded {
    /// The bytes; of a line that is too long the first ones.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// Where it begins, from 1.
    package let line: Int
    /// Whether bytes are left out, since there are more than the limit.
    package let isTooLong: Bool
  }

  /// Creates a joint for lines of at most so many bytes.
  package init(limit: Int = .max) { self.limit = limit }

  /// Takes the next line of the text, and hands on the one that is complete with it.
  ///
  /// - Parameters:
  ///   - part: The line without its LF; a CR at its end is left out.
  ///   - number: Its number.
  ///   - isCut: Whether it has more bytes than `part`.
  ///   - body: Takes the line before.
  /// - Throws: What `body` throws.
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

  /// Hands on the last line.
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
  /// Reads a text's lines, which end with LF or CRLF.
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
