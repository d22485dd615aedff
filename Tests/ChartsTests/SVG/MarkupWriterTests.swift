import Testing

@testable import Charts

/// The encoding of elements, paths and texts.
@Suite struct MarkupWriterTests {
  @Test func escapes() {
    var writer = MarkupWriter()
    writer.element("a", ["b": "\"<&>'", "c": .absent, "d": .number(-0.04)]) {
      $0.text("<x>\u{0}é")
      $0.empty("e", ["f": .number(1.5)])
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "<a b=\"&quot;&lt;&amp;&gt;&#39;\" d=\"0\">&lt;x&gt;\u{FFFD}é<e f=\"1.5\"/></a>")
  }

  @Test func markupAndTagsAreWrittenAsTheyAre() {
    var writer = MarkupWriter()
    writer.element("p", ["hidden": .empty, "title": .markup("5&nbsp;%")]) {
      $0.tag("br")
      $0.append(.markup("a&amp;"))
      $0.append("a&")
      $0.append([UInt8]("<b>".utf8))
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "<p hidden title=\"5&nbsp;%\"><br>a&amp;a&amp;<b></p>")
  }

  /// To Swift such a quote is another character than the quote; to a browser it is a quote.
  @Test func escapesBelowAccents() {
    var writer = MarkupWriter()
    writer.text("\"\u{301} onmouseover=alert(1) <\u{20DD} &\u{FE0F} '\u{200D}")
    #expect(!writer.bytes.contains { "<>\"'".utf8.contains($0) })
    #expect(writer.bytes.starts(with: "&quot;\u{301} onmouseover".utf8))
  }
}
