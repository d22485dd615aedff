import Testing

@testable import Charts

@Suite struct PathDataTests {
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
