import Testing

@testable import Charts

/// What elements, paths and texts look like when they are written.
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

  @Test func writesShortPaths() {
    var path = PathData()
    path.move(10, 20)
    path.line(12.5, 20)
    path.line(12.5, 19.96)
    path.line(0, 0.25)
    path.polygon([(0, 1), (1, 2)])
    path.rectangle(1, 2, 4, 8)
    path.move(1, 3)
    #expect(
      String(decoding: path.bytes, as: UTF8.self)
        == "M10 20h2.5h0l-12.5-19.7m0 .7l1 1zm1 1h3v6h-3zm0 1")
  }
}
