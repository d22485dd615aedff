package import Diagnostics
package import Scheduling

// TEXT values and lists.
extension ContentLine {
  /// The TEXT value without backslash escapes.
  package var unescapedValue: String { ContentLine.unescaped(value[...]) }

  /// The values of a comma-separated TEXT list, without backslash escapes.
  package var unescapedValues: [String] {
    var (texts, isEscaped) = ([Substring](), false)
    var start = value.startIndex
    for (index, byte) in zip(value.utf8.indices, value.utf8) {
      if byte == UInt8(ascii: ","), !isEscaped {
        texts.append(value[start..<index])
        start = value.utf8.index(after: index)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return (texts + [value[start...]]).map(ContentLine.unescaped)
  }

  /// The values of a comma-separated list.
  package var values: [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        bytes.append(isEscaped && byte.inCapitals == UInt8(ascii: "N") ? 10 : byte)
        isEscaped = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes a text as a TEXT value.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\r": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

extension ContentLine {
  /// Returns an error about the line, or about a part of its value.
  package func error(_ problem: InputError.Problem, _ part: String? = nil) -> InputError {
    InputError(problem, field: part.map { "\(name).\($0)" } ?? name, line: line)
  }

  /// Parses a duration such as `PT15M` or `-P1D`, without months.
  package func length(_ text: String) throws(InputError) -> (period: ISODuration, isNegative: Bool)
  {
    let isNegative = text.hasPrefix("-")
    let plain = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let period = ISODuration(plain.uppercased()) else {
      throw error(.malformed(text: text, .period))
    }
    if period.months > 0 { throw error(.outOfRange(text: text, rule: "have no months")) }
    return (period, isNegative)
  }
}
