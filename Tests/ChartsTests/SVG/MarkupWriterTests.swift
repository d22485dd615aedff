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
}
