/// Escaping of untrusted text for a terminal: characters that a terminal would interpret or not show.
///
/// Control characters, including C1, can move the cursor, set the title and inject input; bidirectional
/// formatting characters and invisible characters can disguise an id. They are escaped as `\u{1B}`, in JSON
/// as `\u001B`, and line breaks within a line as `␤`. Files contain the characters unescaped.
package enum TerminalText {
  /// Returns a text on one line, such as an id, a name or a path, escaped.
  package static func line(_ text: String) -> String { escaped(text, keeping: []) }

  /// Returns a text of several lines, which may contain tabs, escaped.
  package static func lines(_ text: String) -> String { escaped(text, keeping: ["\n", "\t"]) }

  /// Returns UTF-8 text escaped; JSON remains equivalent JSON.
  package static func lines(_ bytes: [UInt8], isJSON: Bool = false) -> [UInt8] {
    if bytes.allSatisfy({ isPlain($0) || $0 == 10 }) { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    let escape = isJSON ? jsonEscape : swiftEscape
    return Array(escaped(text, keeping: ["\n", "\t"], by: escape).utf8)
  }

  private static func escaped(
    _ text: String, keeping kept: Set<Unicode.Scalar>,
    by escape: (Unicode.Scalar) -> String = swiftEscape
  ) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    let scalars = Array(text.unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if kept.contains(scalar) || !isInterpreted(scalar) || isJoining(scalars, index) {
        escaped.append(scalar)
      } else if scalar == "\n" {
        escaped.append("␤")
      } else {
        escaped.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(escaped)
  }

  private static func swiftEscape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }

  /// Whether a terminal interprets the character or does not show it.
  private static func isInterpreted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default:
      scalar.properties.generalCategory == .control || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether an invisible character affects how its neighbours are rendered: a joiner within an emoji or
  /// within a word of a script that needs it, or a variation selector after a character that has variants.
  private static func isJoining(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0 else { return false }
    let (scalar, previous) = (scalars[index], scalars[index - 1])
    if scalar.properties.isVariationSelector {
      return previous.properties.isEmoji || previous.value >= 0x1000 && !isInterpreted(previous)
    }
    guard scalar.value == 0x200C || scalar.value == 0x200D, index + 1 < scalars.count else {
      return false
    }
    let next = scalars[index + 1]
    if isJoined(previous) && isJoined(next) { return true }
    let isEmoji = isPicture(previous) || previous.value == 0xFE0F && index > 1
    return scalar.value == 0x200D && isEmoji && isPicture(next)
  }

  /// Whether a character is an emoji, excluding digits that can begin a keycap sequence.
  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// Whether a letter or mark belongs to a script that uses joiners: from Arabic to Myanmar, Khmer, Mongolian
  /// and their neighbours.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF, 0xA800...0xAAFF, 0x10A00...0x11FFF:
      !isInterpreted(scalar)
        && (scalar.properties.isAlphabetic
          || scalar.properties.canonicalCombiningClass != .notReordered)
    default: false
    }
  }

  /// Whether the byte is a printable ASCII character.
  private static func isPlain(_ byte: UInt8) -> Bool { 0x20 <= byte && byte < 0x7F }
}
