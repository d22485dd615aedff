import Testing

@testable import Reporting

/// The escaping of record texts in templates.
@Suite struct PageTextTests {
  /// To Swift such a quote is another character than the quote; to a browser it is a quote.
  @Test func escapesBelowAccents() {
    let text = "\"\u{301} onmouseover=alert(1) <\u{20DD} &\u{FE0F} '\u{200D}"
    let escaped = PageText.escaped(text)
    #expect(!escaped.utf8.contains { "<>\"'".utf8.contains($0) })
    #expect(escaped.hasPrefix("&quot;\u{301} onmouseover"))
  }
}
