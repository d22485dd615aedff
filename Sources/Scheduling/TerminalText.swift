/// Text from outside as a terminal shows it, with the characters escaped that a terminal would act upon or not show.
///
/// Control characters, of C1 too, can move the cursor, set the title and answer as if they were typed; formatting
/// characters for bidirectional text and invisible characters can show an id as another. They become `\u{1B}` and
/// the like, in JSON `\u001B`, and ends of lines within a line `␤`. Files keep the characters as they are.
package enum TerminalText {
  /// A text on one line, such as an id, a name or a path.
  package static func line(_ text: String) -> String { escaped(text, keeping: []) }

  /// A text of several lines, which may have tabs.
  package static func lines(_ text: String) -> String { escaped(text, keeping: ["\n", "\t"]) }

  /// Bytes of text in UTF-8 that are going to a terminal; JSON stays JSON of the same value.
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
      if kept.contains(scalar) || !isActed(scalar) || isJoining(scalars, index) {
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

  /// Whether a terminal acts upon a character, or shows nothing of it.
  private static func isActed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default:
      scalar.properties.generalCategory == .control || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether an invisible character changes how its neighbours look: a joiner within an emoji or a word of a
  /// script that needs it, or a variation selector behind a character that has variants.
  private static func isJoining(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0 else { return false }
    let (scalar, previous) = (scalars[index], scalars[index - 1])
    if scalar.properties.isVariationSelector {
      return previous.properties.isEmoji || previous.value >= 0x1000 && !isActed(previous)
    }
    guard scalar.value == 0x200C || scalar.value == 0x200D, index + 1 < scalars.count else {
      return false
    }
    let next = scalars[index + 1]
    if isJoined(previous) && isJoined(next) { return true }
    let isEmoji = isPicture(previous) || previous.value == 0xFE0F && index > 1
    return scalar.value == 0x200D && isEmoji && isPicture(next)
  }

  /// Whether a character is an emoji, and no digit that only begins one.
  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// Whether a letter or mark belongs to a script whose letters join: from Arabic to Myanmar, Khmer, Mongolian and
  /// their neighbours.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF, 0xA800...0xAAFF, 0x10A00...0x11FFF:
      !isActed(scalar)
        && (scalar.properties.isAlphabetic
          || scalar.properties.canonicalCombiningClass != .notReordered)
    default: false
    }
  }

  /// Whether a byte is a character of ASCII that is shown as it is.
  private static func isPlain(_ byte: UInt8) -> Bool { 0x20 <= byte && byte < 0x7F }
}
