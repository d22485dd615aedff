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
    Example("id,when\na,2025-01-01\n", "fields parted by comma, a header"),
    Example("id;when\na;2025-01-01\n", "fields parted by semicolon, a header"),
    Example("id\twhen\na\t2025-01-01\n", "fields parted by tab, a header"),
    Example("id|when\na|2025-01-01\n", "fields parted by pipe, a header"),
    Example("id;dose\na;1,5\nb;2,25\n", "fields parted by semicolon, a header, decimal commas"),
    Example("id;dose;x\na;1,5;2.5\n", "fields parted by semicolon, a header"),
    Example("id,dose\na,\"1,5\"\n", "fields parted by comma, a header"),
    Example("a,2025-01-01 08:00\nb,x\n", "fields parted by comma, no header, 2 columns by number"),
    Example("a;01.02.2025\n", "fields parted by semicolon, no header, 2 columns by number"),
    Example("a|7\nb|8\n", "fields parted by pipe, no header, 2 columns by number"),
    Example("id;note\na;\"x, y, z\"\nb;\"p, q, r\"\n", "fields parted by semicolon, a header"),
    Example("id,note\na,\"x;y\nz\"\nb,c\n", "fields parted by comma, a header"),
    Example("\u{FEFF}id;when\r\na;b\r\n", "fields parted by semicolon, a header"),
    Example("id\na\nb\n", "fields parted by comma, a header"),
    Example("", "fields parted by comma, a header"),
    Example("id,when", "fields parted by comma, a header"),
  ])
  func whatIsFoundOut(_ example: Example) {
    let dialect = CSVDialect(sample: Array(example.text.utf8), TableForm())
    #expect(dialect.description == example.found)
  }

  @Test func whatIsSaidCounts() {
    var form = TableForm()
    (form.delimiter, form.hasHeader, form.hasDecimalComma) = (.tab, false, true)
    let dialect = CSVDialect(sample: Array("a,b\nc,d\n".utf8), form)
    #expect(dialect.delimiter == .tab && dialect.columnCount == 1 && dialect.hasDecimalComma)
  }

  /// Whatever parts the fields, the same rows come out, in blocks of any size.
  @Test(arguments: TableDelimiter.allCases) func rowsAreTheSame(_ delimiter: TableDelimiter) throws
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
