import Testing

@testable import Reporting

@Suite struct TableStreamTests {
  private struct Row {
    var name: String
    var count: Int
    var share: Double?
  }

  private static let columns: [Column<Row>] = [
    .text("name", "who") { $0.name }, .integer("count", "things", "how many", at: \.count),
    .decimal("share", "share", "how much") { $0.share },
  ]

  private func text(_ format: TableFormat, _ rows: [Row]) -> String {
    var table = TableStream(Self.columns, .text(format))
    var bytes = table.take()
    for var row in rows {
      table.rows.write(&row)
      bytes += table.take()
    }
    return String(decoding: bytes + table.finish(), as: UTF8.self)
  }

  private let rows = [
    Row(name: "ann", count: 3, share: 2.0 / 3), Row(name: "a,\"b\"\n<c>", count: -1),
  ]

  @Test func csv() {
    #expect(
      text(.csv, rows) == """
        name,count,share
        ann,3,0.666667
        "a,""b""
        <c>",-1,

        """)
  }

  @Test func ndjson() {
    #expect(
      text(.ndjson, rows) == #"""
        {"name":"ann","count":3,"share":0.666667}
        {"name":"a,\"b\"\n<c>","count":-1,"share":null}

        """#)
  }

  @Test func json() {
    #expect(
      text(.json, rows) == #"""
        [
        {"name":"ann","count":3,"share":0.666667},
        {"name":"a,\"b\"\n<c>","count":-1,"share":null}
        ]

        """#)
    #expect(text(.json, []) == "[]\n")
  }

  @Test(arguments: [
    (0.0, "0.000000"), (1.0, "1.000000"), (0.8, "0.800000"), (0.0078125, "0.007812"),
    (0.0000005, "0.000000"), (1234.5, "1234.500000"), (-0.25, "-0.250000"), (2.0 / 3, "0.666667"),
  ])
  func decimals(_ number: Double, _ text: String) {
    #expect(
      self.text(.csv, [Row(name: "", count: 0, share: number)]) == "name,count,share\n,0,\(text)\n")
  }

  @Test func controlCharacters() {
    #expect(JSONText.quoted("tab\t nul\u{0} ü") == #""tab\t nul\u0000 ü""#)
  }
}
