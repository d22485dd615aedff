/// A line of iCalendar: `name;parameter=value:value`, unfolded.
struct ContentLine {
  /// The name in capitals.
  var name: String
  /// The parameters by their names in capitals, without quotes.
  var parameters: [String: String] = [:]
  var value: String
  /// The line of the text where it begins, from 1.
  var line: Int

  /// Reads a text's lines, which end with LF or CRLF; those that begin with a blank go on with the line
  /// before.
  static func lines(of text: String) throws(InputError) -> [ContentLine] {
    var lines: [ContentLine] = []
    var bytes: [UInt8] = []
    var first = 1
    for (index, var part) in text.utf8.split(separator: 10, omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.last == 13 { part.removeLast() }
      if let blank = part.first, blank == 32 || blank == 9 {
        bytes += part.dropFirst()
      } else {
        try append(bytes, at: first, to: &lines)
        (bytes, first) = (Array(part), index + 1)
      }
    }
    try append(bytes, at: first, to: &lines)
    return lines
  }

  private static func append(_ bytes: [UInt8], at line: Int, to lines: inout [ContentLine])
    throws(InputError)
  {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.allSatisfy({ $0 == 32 || $0 == 9 }) { return }
    guard let read = ContentLine(text, line: line) else {
      throw InputError(.malformed(text: text, .property), line: line)
    }
    lines.append(read)
  }

  /// Reads one unfolded line; `nil` where it has no name, no colon or a quote that never ends.
  init?(_ text: String, line: Int) {
    var pieces: [Substring] = []
    var rest = text.unicodeScalars[...]
    repeat {
      guard let end = rest.endOfPiece else { return nil }
      pieces.append(Substring(rest[..<end]))
      let isLast = rest[end] == ":"
      rest = rest[rest.index(after: end)...]
      if isLast { break }
    } while true
    guard let name = pieces.first, !name.isEmpty else { return nil }
    self.init(name: name.uppercased(), value: String(rest), line: line)
    for piece in pieces.dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { return nil }
      parameters[pair[0].uppercased()] = String(pair[1].filter { $0 != "\"" })
    }
  }

  init(name: String, parameters: [String: String] = [:], value: String, line: Int = 0) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.line = line
  }
}

extension Substring.UnicodeScalarView {
  /// Where the first colon or semicolon stands that no quotes enclose.
  fileprivate var endOfPiece: Index? {
    var isQuoted = false
    for index in indices {
      switch self[index] {
      case "\"": isQuoted.toggle()
      case ":" where !isQuoted, ";" where !isQuoted: return index
      default: break
      }
    }
    return nil
  }
}

extension ContentLine {
  /// The line as text, folded to 75 octets and ended with CRLF.
  var text: String {
    let named = parameters.sorted { $0.key < $1.key }.map {
      ";\($0.key)=\($0.value.quotedIfNeeded)"
    }
    var text = ""
    var length = 0
    for scalar in (name + named.joined() + ":" + value).unicodeScalars {
      let width = UTF8.width(scalar)
      if length + width > 75 {
        text += "\r\n "
        length = 1
      }
      text.unicodeScalars.append(scalar)
      length += width
    }
    return text + "\r\n"
  }

  /// A text value without its backslashes.
  var unescapedValue: String {
    var text = ""
    var isEscaped = false
    for character in value {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        text.append(isEscaped && "nN".contains(character) ? "\n" : character)
        isEscaped = false
      }
    }
    return text
  }

  /// A text as a value: with backslashes before what separates values, and none of the line breaks.
  static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\", ";", ",": "\\\(character)"
      case _ where character.isNewline: "\\n"
      default: String(character)
      }
    }.joined()
  }
}

extension String {
  fileprivate var quotedIfNeeded: String {
    contains { ":;,".contains($0) } ? "\"\(self)\"" : self
  }
}
