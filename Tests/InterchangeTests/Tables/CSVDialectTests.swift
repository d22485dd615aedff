import Testing

@testable import Interchange

@Suite struct CSVDialectTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var found: String

    init(_ text: String, _ found: String) { (self.text, self.found) = (text, found) }

    var testDescription: String { found }
  }

  @Test(arguments: [
    Example("id,when\na,2025-01-01\n", "delimiter: comma; header"),
    Example("id;when\na;2025-01-01\n", "delimiter: semicolon; header"),
    Example("id\twhen\na\t2025-01-01\n", "delimiter: tab; header"),
    Example("id|when\na|2025-01-01\n", "delimiter: pipe; header"),
    Example("id;dose\na;1,5\nb;2,25\n", "delimiter: semicolon; header; decimal comma"),
    Example("id;dose;x\na;1,5;2.5\n", "delimiter: semicolon; header"),
    Example("id,dose\na,\"1,5\"\n", "delimiter: comma; header"),
    Example(
      "a,2025-01-01 08:00\nb,2025-01-01\nc,x\n", "delimiter: comma; no header, 2 columns by number"),
    Example("a;01.02.2025\n", "delimiter: semicolon; no header, 2 columns by number"),
    Example("a|7\nb|8\n", "delimiter: pipe; no header, 2 columns by number"),
    Example("id;note\na;\"x, y, z\"\nb;\"p, q, r\"\n", "delimiter: semicolon; header"),
    Example("id,note\na,\"x;y\nz\"\nb,c\n", "delimiter: comma; header"),
    Example("\u{FEFF}id;when\r\na;b\r\n", "delimiter: semicolon; header"),
    Example("id\na\nb\n", "delimiter: comma; header"),
    Example(
      "sep=;\nid;when\na;2025-01-01\n", "delimiter: semicolon; header; 1 line before it skipped"),
    Example(
      "Export of 2025-03-18,,\n,,\nid,when,dose\n(ID),(local),(mg)\na,2025-01-01,1\nb,2025-01-02,1\n",
      "delimiter: comma; header; 2 lines before it skipped; 1 more header row skipped"),
    Example("id,2025-03-03,2025-03-04,2025-03-05\na,1,0,1\nb,1,1,1\n", "delimiter: comma; header"),
    Example("", "delimiter: comma; header"),
    Example("id,when", "delimiter: comma; header"),
  ])
  func `the dialect is detected`(_ example: Example) {
    let dialect = CSVDialect(sample: Array(example.text.utf8), TableForm())
    #expect(dialect.description == example.found)
  }

  @Test func `given parts of the dialect are not detected`() {
    var form = TableForm()
    (form.delimiter, form.hasHeader, form.hasDecimalComma) = (.tab, false, true)
    let dialect = CSVDialect(sample: Array("a,b\nc,d\n".utf8), form)
    #expect(dialect.delimiter == .tab && dialect.columnCount == 1 && dialect.hasDecimalComma)
  }

  @Test(arguments: TableDelimiter.allCases)
  func `rows are equal with any delimiter and in blocks of any size`(_ delimiter: TableDelimiter)
    throws
  {
    let mark = String(Character(Unicode.Scalar(delimiter.byte)))
    let text = ["id", "note\"s\(mark)", "x"].map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      .joined(separator: mark)
    for size in 1...7 {
      let bytes = Array("\(text)\r\na\(mark)b\(mark)\r\n\n\"1\n2\"\(mark)\(mark)3".utf8)
      var position = 0
      let source = ByteSource(name: "test") { block in
        let end = min(position + size, bytes.count)
        block += bytes[position..<end]
        defer { position = end }
        return end > position
      }
      var dialect = CSVDialect()
      dialect.delimiter = delimiter
      let reader = try CSVReader(source, dialect)
      #expect(reader.columns == ["id", "note\"s\(mark)", "x"])
      let rows = try reader.map { try $0.get().fields }
      #expect(rows == [["a", "b", ""], ["1\n2", "", "3"]])
    }
  }
}
