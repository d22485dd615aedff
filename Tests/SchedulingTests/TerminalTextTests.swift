import Diagnostics
import Testing

@testable import Scheduling

/// How untrusted text is made safe for a terminal.
@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("ann", "ann", "ann"),
    ("Å, é, 漢, 😀", "Å, é, 漢, 😀", "Å, é, 漢, 😀"),
    ("a\u{1B}[31mb", "a\\u{1B}[31mb", "a\\u{1B}[31mb"),
    ("\u{7}\u{8}\u{7F}\0", "\\u{7}\\u{8}\\u{7F}\\u{0}", "\\u{7}\\u{8}\\u{7F}\\u{0}"),
    ("\u{9B}2J\u{85}", "\\u{9B}2J\\u{85}", "\\u{9B}2J\\u{85}"),
    (
      "\u{202E}gnp\u{2066}\u{2069}", "\\u{202E}gnp\\u{2066}\\u{2069}",
      "\\u{202E}gnp\\u{2066}\\u{2069}"
    ),
    ("a\nb\tc", "a␤b\\u{9}c", "a\nb\tc"),
    ("a\r\nb", "a\\u{D}␤b", "a\\u{D}\nb"),
    ("a\u{200B}b\u{AD}\u{E0041}", "a\\u{200B}b\\u{AD}\\u{E0041}", "a\\u{200B}b\\u{AD}\\u{E0041}"),
    ("a\u{200D}b\u{FE0F}", "a\\u{200D}b\\u{FE0F}", "a\\u{200D}b\\u{FE0F}"),
    ("👩\u{200D}⚕\u{FE0F}", "👩\u{200D}⚕\u{FE0F}", "👩\u{200D}⚕\u{FE0F}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("\u{2028}e\u{301}", "\\u{2028}e\u{301}", "\\u{2028}e\u{301}"),
  ])
  func isEscaped(_ text: String, line: String, lines: String) {
    #expect(Array(TerminalText.line(text).utf8) == Array(line.utf8))
    #expect(Array(TerminalText.lines(text).utf8) == Array(lines.utf8))
    #expect(TerminalText.lines(Array(text.utf8)) == Array(lines.utf8))
  }

  /// No control character remains on a line, whatever the text.
  @Test func removesEveryControlCharacter() {
    for value in (0...0x2FFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let line = TerminalText.line("x\(Character(scalar))x")
      #expect(
        line.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control && !$0.properties.isDefaultIgnorableCodePoint
        },
        "U+\(String(value, radix: 16))")
    }
  }

  @Test func jsonStaysJSON() {
    let text = "{\"id\":\"a\u{202E}\u{E0041}\u{9B}é\"}\n"
    let escaped = "{\"id\":\"a\\u202E\\uDB40\\uDC41\\u009Bé\"}\n"
    #expect(TerminalText.lines(Array(text.utf8), isJSON: true) == Array(escaped.utf8))
  }

  @Test func invalidUTF8IsReplaced() {
    #expect(TerminalText.lines([0x41, 0x1B, 0xFF]) == Array("A\\u{1B}\u{FFFD}".utf8))
  }

  @Test func errorsShowNoControlCharacters() {
    let hostile = "\u{1B}]0;x\u{7}\u{9B}\u{202E}"
    var error = InputError(
      .noSuch(kind: "patient", id: hostile), field: hostile, line: 1, source: "a\n\(hostile)")
    error.record = hostile
    #expect(
      error.description.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{202E}"
      })
    #expect(error.description.contains("\\u{1B}]0;x\\u{7}"))
  }
}
