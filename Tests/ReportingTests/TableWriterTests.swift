import Reporting
import Testing

@Suite struct TableWriterTests {
  private func text(_ format: TableFormat, _ rows: [[Cell]]) -> String {
    var table = TableWriter(columns: ["name", "count", "share"], format: format)
    for row in rows { table.write(row) }
    table.finish()
    return String(decoding: table.take(), as: UTF8.self)
  }

  private let rows: [[Cell]] = [
    [.text("ann"), .integer(3), .decimal(2.0 / 3)], [.text("a,\"b\"\n<c>"), .integer(-1), .empty],
  ]

  /// No format has a form for an infinity or for what is no number.
  @Test(arguments: [Double.infinity, -.infinity, .nan]) func whatIsNotFiniteIsEmpty(
    _ number: Double
  ) {
    for cell in [Cell.number(number), .decimal(number)] {
      let rows = [[.text("ann"), .integer(1), cell]]
      let empty: [[Cell]] = [[.text("ann"), .integer(1), .empty]]
      for format in TableFormat.allCases { #expect(text(format, rows) == text(format, empty)) }
    }
  }

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
      self.text(.csv, [[.empty, .empty, .decimal(number)]]) == "name,count,share\n,,\(text)\n")
  }

  @Test func controlCharacters() {
    #expect(JSONText.quoted("tab\t nul\u{0} ü") == #""tab\t nul\u0000 ü""#)
  }
}
