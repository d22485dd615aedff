package import Diagnostics
package import Formats
import Scheduling

/// A streaming reader of the values of JSON texts of any length, with memory for the longest value.
///
/// A top-level array, and an array under one of certain names in an object, is streamed element by
/// element; the other members of such an object are skipped. All other values are read whole;
/// several may follow each other in one text, for example one per line.
///
///     let text = #"{"entities": [{"id": 1}, {"id": 2}], "clock": 5}"#
///     let elements = try JSONElements(Array(text.utf8), source: "text", streaming: ["entities"])
///     let document = JSONDocument()
///     while let next = elements.next(into: document) { print(try next.get().number) }  // 0 1
package final class JSONElements {
  /// The position of a value.
  package struct Position: Hashable, Sendable {
    /// The number of preceding values.
    package var number: Int
    /// The line on which it starts, from 1.
    package var line: Int
  }

  /// The maximum sizes in bytes of a value, and of a string within it.
  package static let limits = (value: 64 << 20, text: 16 << 20)

  private var buffer: ByteBuffer
  private let source: String
  private let names: [StaticString]
  private let limits: (value: Int, text: Int)

  /// The containers around the next value.
  private enum Around { case list, object, elements }
  private var around: [Around] = []
  /// Whether no value has started yet.
  private var isFirst = true
  /// The lines on which the first text starts and ends.
  private var firstLines: (begin: Int, end: Int)?
  private var needsComma = false
  private var isOver = false
  /// Whether each line is a text of its own.
  private var isLines = false
  private var number = 0
  private var line = 1
  /// The number of scanned bytes from the start of the buffer.
  private var scanned = 0
  /// Whether the current value is only skipped because it is too long.
  private var isTooLong = false

  /// Opens a file (`-` for standard input); `source` is its name in error messages.
  ///
  /// - Throws: `InputError` if it cannot be read.
  package convenience init(
    path: String, source: String, streaming names: [StaticString]
  ) throws(InputError) {
    try self.init(ByteSource(path: path, name: source), streaming: names)
  }

  /// Reads bytes in memory; `source` is their name in error messages.
  package convenience init(
    _ bytes: [UInt8], source: String, streaming names: [StaticString]
  ) throws(InputError) {
    var rest: [UInt8]? = bytes
    let stream = ByteSource(name: source) { block throws(InputError) in
      guard let bytes = rest, !bytes.isEmpty else { return false }
      block += bytes
      rest = nil
      return true
    }
    try self.init(stream, streaming: names)
  }

  init(
    _ bytes: ByteSource, streaming names: [StaticString],
    limits: (value: Int, text: Int) = JSONElements.limits
  ) throws(InputError) {
    buffer = try ByteBuffer(bytes)
    (source, self.names, self.limits) = (bytes.name, names, limits)
  }

  /// Reads the next value into a document and returns its position; `nil` after the last one.
  ///
  /// - Returns: The error of an invalid value; reading continues with the next one.
  package func next(into document: JSONDocument) -> Result<Position, InputError>? {
    while !isOver {
      let position = Position(number: number, line: line)
      do throws(InputError) {
        guard try advance() else { continue }
        number += 1
        try take(into: document)
        return .success(Position(number: position.number, line: start))
      } catch {
        var error = error.at(source: source, line: line)
        if number > position.number { error.field = "\(position.number)" }
        return .failure(error)
      }
    }
    return nil
  }

  /// The lines on which the last scanned value and the first text start.
  private var (start, textStart) = (1, 1)
}

// The structure around values.
extension JSONElements {
  /// Advances to the end of the next value, which is then ``scanned``; `false` if brackets, commas
  /// or the end were consumed instead.
  private func advance() throws(InputError) -> Bool {
    guard let byte = try nextByte() else { return try finish() }
    if try passComma(byte) { return false }
    start = line
    switch (around.last, byte) {
    case (nil, UInt8(ascii: "[")): return enter(.list)
    case (.object, .closingBrace), (.list, .closingBracket), (.elements, .closingBracket):
      leave()
      return false
    case (.object, .quote):
      try member()
      return false
    case (.object, _), (_, .closingBrace), (_, .closingBracket), (_, UInt8(ascii: ":")):
      throw try broken()
    case (.elements, _): try passValue()
    case (nil, _), (.list, _): if try !passObject(byte) { return false }
    }
    if scanned == 0, !isTooLong { throw try broken() }
    needsComma = !around.isEmpty
    return true
  }

  private func enter(_ part: Around) -> Bool {
    drop(1)
    around.append(part)
    needsComma = false
    return false
  }

  private func leave() {
    drop(1)
    around.removeLast()
    needsComma = !around.isEmpty
    endText()
  }

  /// Skips a required comma; a missing one is reported once.
  private func passComma(_ byte: UInt8) throws(InputError) -> Bool {
    if around.isEmpty {
      isLines = firstLines.map { $0.begin == $0.end && $0.end < line } ?? false
      if isFirst { textStart = line }
      isFirst = false
      return false
    }
    if byte == .closingBrace || byte == .closingBracket { return false }
    guard needsComma != (byte == .comma) else {
      if needsComma { drop(1) }
      needsComma = false
      return byte == .comma
    }
    let error = malformed()
    if byte == .comma { drop(1) }
    needsComma = false
    throw error
  }

  /// Records the end of the first text: if it is on its first line, each line is a text.
  private func endText() {
    if around.isEmpty, firstLines == nil { firstLines = (textStart, line) }
  }

  /// Reads a member of an object: enters a streamed array, and skips any other value.
  private func member() throws(InputError) {
    guard let isStreamed = try passName() else { throw try broken() }
    drop(scanned)
    if isStreamed, try nextByte() == UInt8(ascii: "[") {
      _ = enter(.elements)
      return
    }
    try passValue()
    drop(scanned)
    (needsComma, isTooLong) = (true, false)
  }

  /// Handles the end of the text, at which no container may be open.
  private func finish() throws(InputError) -> Bool {
    isOver = true
    if !around.isEmpty || number == 0 && isFirst { throw InputError(.broken(.truncated)) }
    return false
  }

  /// Returns the error of an unexpected token and skips the rest of the text, or of the line.
  private func broken() throws(InputError) -> InputError {
    let error = malformed()
    around = []
    if isLines { try skipLine() } else { isOver = true }
    return error
  }

  private func malformed() -> InputError {
    let text = String(decoding: buffer.slice(0..<min(buffer.count, 20)), as: UTF8.self)
    return InputError(.malformed(text: text, .json), line: line)
  }
}

// Values.
extension JSONElements {
  /// Scans an object without a streamed array, or any other value; enters an object with one and
  /// returns `false`.
  private func passObject(_ first: UInt8) throws(InputError) -> Bool {
    guard first == UInt8(ascii: "{") else {
      try passValue()
      return true
    }
    scanned = 1
    while let byte = try byteBehind() {
      switch byte {
      case .closingBrace:
        scanned += 1
        return true
      case .comma: scanned += 1
      case .quote:
        guard let isStreamed = try passName() else { return try passWhole() }
        guard try byteBehind() == UInt8(ascii: "["), isStreamed else {
          try passValue()
          continue
        }
        drop(scanned)
        around.append(.object)
        isTooLong = false
        return enter(.elements)
      default: return try passWhole()
      }
    }
    throw try unclosed()
  }

  /// Scans an invalid object by its brackets only.
  private func passWhole() throws(InputError) -> Bool {
    scanned = 0
    try passValue()
    return true
  }

  /// Scans the name of a member and its colon and returns whether its array is streamed; `nil` if
  /// there is no name.
  private func passName() throws(InputError) -> Bool? {
    let (begin, wasTooLong) = (scanned, isTooLong)
    isTooLong = false
    try passValue()
    guard !isTooLong, scanned > begin + 1 else { return nil }
    isTooLong = wasTooLong
    let name = buffer.slice(begin + 1..<scanned - 1)
    let isStreamed = names.contains { known in
      known.withUTF8Buffer { $0.elementsEqual(name) }
    }
    guard try byteBehind() == UInt8(ascii: ":") else { return nil }
    scanned += 1
    return isStreamed
  }

  /// Scans the next value.
  private func passValue() throws(InputError) {
    guard try byteBehind() != nil else { throw try unclosed() }
    var scan = JSONValueScan(endsWithLine: isLines)
    while true {
      if let end = buffer.withRest({ scan.end(in: $0, from: scanned) }) {
        scanned = end
        break
      }
      scanned = buffer.count
      isTooLong = isTooLong || scanned > limits.value
      if isTooLong { drop(scanned) }
      if try !buffer.fill() {
        if scan.isOpen { throw try unclosed() }
        break
      }
    }
    if scan.isOpen { throw try unclosed() }
    if scan.longestText > limits.text { isTooLong = true }
  }

  /// Returns the error of an unclosed value, which extends to the end of the text or of the line.
  private func unclosed() throws(InputError) -> InputError {
    (scanned, isTooLong, around) = (0, false, [])
    number += 1
    if isLines { try skipLine() } else { isOver = true }
    return InputError(.broken(.truncated), line: start)
  }

  private func skipLine() throws(InputError) {
    _ = try buffer.skipLine()
    line += 1
  }

  /// Parses the scanned value into a document.
  private func take(into document: JSONDocument) throws(InputError) {
    defer {
      drop(scanned)
      isTooLong = false
      endText()
    }
    if isTooLong {
      throw InputError(
        .tooLarge(what: "bytes in one value or text", limit: limits.text), line: start)
    }
    do throws(InputError) {
      try document.read(buffer.slice(0..<scanned))
    } catch {
      throw error.at(line: start)
    }
  }
}

// Bytes.
extension JSONElements {
  /// Advances the buffer to the next non-space byte and returns it; `nil` at the end.
  private func nextByte() throws(InputError) -> UInt8? {
    scanned = 0
    guard let byte = try byteBehind() else { return nil }
    drop(scanned)
    return byte
  }

  /// Advances the scan to the next non-space byte and returns it.
  private func byteBehind() throws(InputError) -> UInt8? {
    repeat {
      let place = buffer.withRest { rest in rest[scanned...].firstIndex { !$0.isSpace } }
      if let place {
        scanned = place
        return buffer.slice(place..<place + 1).first
      }
      scanned = buffer.count
    } while try buffer.fill()
    return nil
  }

  /// Consumes the first bytes of the buffer.
  private func drop(_ count: Int) {
    line += buffer.withRest { rest in rest[..<count].count { $0 == .newline } }
    buffer.consume(count)
    scanned = max(0, scanned - count)
  }
}
