/// Text from outside as a terminal shows it, with the characters escaped that a terminal would act upon.
///
/// Control characters, of C1 too, can move the cursor, set the title and answer as if they were typed; formatting
/// characters for bidirectional text can show an id as another. Both become `\u{1B}` and the like, and ends of
/// lines within a line `␤`. Files keep the characters as they are.
package enum TerminalText {
  /// A text on one line, such as an id, a name or a path.
  package static func line(_ text: String) -> String { escaped(text, keeping: []) }

  /// A text of several lines, which may have tabs.
  package static func lines(_ text: String) -> String { escaped(text, keeping: ["\n", "\t"]) }

  /// Bytes of text in UTF-8 that are going to a terminal.
  package static func lines(_ bytes: [UInt8]) -> [UInt8] {
    bytes.allSatisfy(isPlain) ? bytes : Array(lines(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private static func escaped(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if kept.contains(scalar) || !isActed(scalar) {
        escaped.append(scalar)
      } else if scalar == "\n" {
        escaped.append("␤")
      } else {
        escaped.append(
          contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(escaped)
  }

  /// Whether a terminal acts upon a character rather than shows it.
  private static func isActed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Whether a byte can be part of no character that is escaped.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20 <= byte && byte != 0x7F && byte != 0xC2 && byte != 0xE2
  }
}
