import Diagnostics
import Foundation
import Scheduling
import TestSampling
import Testing

@testable import Interchange

@Suite struct CSVReaderTests {
  /// Expected records are written as their line and their fields, separated by bars.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var records: [String]
    var limit = 1_000
  }

  static let stray = "has a quote inside a field (quote the field and double the quotes in it)"
  static let unclosed = "has a quoted field that never ends (close it with a quote)"
  static let truncated = "ends in the middle of a record (the file was cut off)"
  static let invalid = "is not valid UTF-8 (save the file as UTF-8)"
  static let tooLong = "has too many bytes in one record: the limit is 8"
  static func count(_ found: Int) -> String {
    "has \(found) fields where the header has 2 (quote fields that contain commas)"
  }

  static let wellFormed = [
    Example(testDescription: "header alone", input: "a,b\n", records: []),
    Example(testDescription: "header without newline", input: "a,b", records: []),
    Example(testDescription: "one record", input: "a,b\n1,2\n", records: ["2 1|2"]),
    Example(testDescription: "no newline at the end", input: "a,b\n1,2", records: ["2 1|2"]),
    Example(testDescription: "CRLF", input: "a,b\r\n1,2\r\n", records: ["2 1|2"]),
    Example(testDescription: "half a CRLF at the end", input: "a,b\n1,2\r", records: ["2 1|2"]),
    Example(
      testDescription: "half a CRLF behind quotes", input: "a,b\n1,\"2\"\r", records: ["2 1|2"]),
    Example(testDescription: "CR in a field", input: "a,b\n1\r3,2\r\r\n", records: ["2 1\r3|2\r"]),
    Example(testDescription: "CR before a comma", input: "a,b\n1\r,2\n", records: ["2 1\r|2"]),
    Example(testDescription: "byte order mark", input: "\u{FEFF}a,b\n1,2\n", records: ["2 1|2"]),
    Example(
      testDescription: "byte order mark and quotes", input: "\u{FEFF}\"a\",b\n1,2\n",
      records: ["2 1|2"]),
    Example(
      testDescription: "empty fields", input: "a,b\n,\n\"\",\"\"\n", records: ["2 |", "3 |"]),
    Example(testDescription: "empty field at the end", input: "a,b\n1,", records: ["2 1|"]),
    Example(
      testDescription: "empty lines", input: "\n\r\na,b\n\n1,2\n\r\n\n3,4\n\r",
      records: ["5 1|2", "8 3|4"]),
    Example(testDescription: "spaces stay", input: "a,b\n 1 , 2\n", records: ["2  1 | 2"]),
    Example(testDescription: "quoted", input: "a,b\n\"1\",\"2\"\n", records: ["2 1|2"]),
    Example(testDescription: "quoted with CRLF", input: "a,b\r\n1,\"2\"\r\n", records: ["2 1|2"]),
    Example(testDescription: "comma in quotes", input: "a,b\n\"1,5\",2\n", records: ["2 1,5|2"]),
    Example(
      testDescription: "doubled quotes", input: "a,b\n\"\"\"\",\"x\"\"\"\"y\"\n",
      records: ["2 \"|x\"\"y"]),
    Example(
      testDescription: "line breaks in quotes", input: "a,b\n\"1\n\r\n2\",x\n3,4\n",
      records: ["2 1\n\r\n2|x", "5 3|4"]),
    Example(testDescription: "beyond ASCII", input: "a,b\né,\"漢🙂\"\n", records: ["2 é|漢🙂"]),
    Example(testDescription: "NUL", input: "a,b\n\0,2\n", records: ["2 \0|2"]),
    Example(
      testDescription: "at the limit", input: "a,b\n123,4567\n", records: ["2 123|4567"], limit: 8),
  ]

  static let damaged = [
    Example(
      testDescription: "too few fields", input: "a,b\n1\n3,4\n",
      records: ["log:2: \(count(1))", "3 3|4"]),
    Example(
      testDescription: "too many fields", input: "a,b\n1,2,3\n3,4\n",
      records: ["log:2: \(count(3))", "3 3|4"]),
    Example(
      testDescription: "too many fields at the end", input: "a,b\n1,2,3",
      records: ["log:2: \(count(3))"]),
    Example(
      testDescription: "cut off", input: "a,b\n1,2\n3", records: ["2 1|2", "log:3: \(truncated)"]),
    Example(
      testDescription: "quote inside a field", input: "a,b\n1,5\" pipe\n3,4\n",
      records: ["log:2: \(stray)", "3 3|4"]),
    Example(
      testDescription: "quote behind CR", input: "a,b\n1,5\r\"\n3,4\n",
      records: ["log:2: \(stray)", "3 3|4"]),
    Example(
      testDescription: "text behind a closing quote", input: "a,b\n1,\"2\"x\n3,4\n",
      records: ["log:2: \(stray)", "3 3|4"]),
    Example(
      testDescription: "text behind a closing quote and CR", input: "a,b\n1,\"2\"\r,\n3,4\n",
      records: ["log:2: \(stray)", "3 3|4"]),
    Example(
      testDescription: "stray quote at the end", input: "a,b\n1,2\"",
      records: ["log:2: \(stray)"]),
    Example(
      testDescription: "unclosed quote at the end", input: "a,b\n1,2\n3,\"4\n",
      records: ["2 1|2", "log:3: \(unclosed)"]),
    Example(
      testDescription: "unclosed quote without newline", input: "a,b\n3,\"4",
      records: ["log:2: \(unclosed)"]),
    Example(
      testDescription: "unclosed quote costs one line", input: "a,b\n\"1,2\n3,4\n5,6",
      records: ["log:2: \(unclosed)", "3 3|4", "4 5|6"]),
    Example(
      testDescription: "unclosed quote before a quoted field costs one line",
      input: "a,b\n\"1,2\n3,4\n5,\"6\"\n7,8\n",
      records: ["log:2: \(stray)", "3 3|4", "4 5|6", "5 7|8"]),
    Example(
      testDescription: "invalid UTF-8", input: "a,b\n1,ÿ\n\"ÿ\"\"\",4\n5,6\n",
      records: ["log:2: 'b' \(invalid)", "log:3: 'a' \(invalid)", "4 5|6"]),
    Example(
      testDescription: "half a character before a comma", input: "a,b\n1ÿ,2\n",
      records: ["log:2: 'a' \(invalid)"]),
    Example(
      testDescription: "over the limit", input: "a,b\n1234,5678\n3,4\n",
      records: ["log:2: \(tooLong)", "3 3|4"], limit: 8),
    Example(
      testDescription: "over the limit at the end", input: "a,b\n1234,5678",
      records: ["log:2: \(tooLong)"], limit: 8),
    Example(
      testDescription: "over the limit before the stray quote", input: "a,b\n1,2345678\"\n3,4\n",
      records: ["log:2: \(tooLong)", "3 3|4"], limit: 8),
    Example(
      testDescription: "unclosed quote over the limit", input: "a,b\n\"1,2\n3,4\n5,6\n",
      records: ["log:2: \(tooLong)", "3 3|4", "4 5|6"], limit: 8),
    Example(
      testDescription: "unclosed quote over the limit on one line",
      input: "a,b\n1,\"2345678901234567890\n3,4\n", records: ["log:2: \(tooLong)", "3 3|4"],
      limit: 8),
  ]

  @Test(arguments: wellFormed + damaged, blockSizes)
  func reads(_ example: Example, inBlocksOf size: Int) throws {
    let source = ByteSource.blocks(of: size, bytes(example.input))
    let reader = try CSVReader(source, limit: example.limit)
    #expect(reader.columns == ["a", "b"])
    #expect(reader.map(text) == example.records)
    #expect(reader.next() == nil)
  }

  private func text(_ result: Result<CSVRecord, InputError>) -> String {
    switch result {
    case .success(let record): "\(record.line) \(record.fields.joined(separator: "|"))"
    case .failure(let error): error.description
    }
  }

  @Test func readsOneColumn() throws {
    let reader = try CSVReader(.blocks(of: 7, bytes("a\n\n\"\"\nx\n")))
    #expect(reader.map(text) == ["3 ", "4 x"])
  }

  @Test func givesFieldsByColumn() throws {
    let reader = try CSVReader(.blocks(of: 7, bytes("a,b\n1,2\n")))
    #expect(try reader.next()?.get()[1] == "2")
  }

  @Test(arguments: (0..<200 as Range<UInt64>).sampled(50))
  func readsWrittenFields(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let width = Int.random(in: 1...5, using: &random)
    let rows = (0..<30).map { _ in (0..<width).map { _ in field(using: &random) } }
    let header = (0..<width).map { "c\($0)" }
    let text = ([header] + rows).map { line($0, using: &random) }.joined()
    for size in blockSizes {
      let reader = try CSVReader(.blocks(of: size, Array(text.utf8)))
      #expect(
        try reader.map { try $0.get().fields.map(\.unicodeScalars).map(Array.init) }
          == rows.map { $0.map(\.unicodeScalars).map(Array.init) })
    }
  }

  private func field(using random: inout SeededGenerator) -> String {
    let pieces = [
      "\"", ",", "\r", "\n", "\r\n", "a", "0", " ", "é", "漢", "🙂", "e\u{301}", "\u{FEFF}",
    ]
    return (0..<Int.random(in: 0...6, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Quotes fields that need it, and some that do not.
  private func line(_ fields: [String], using random: inout SeededGenerator) -> String {
    let written = fields.map { field in
      let special = field.utf8.contains {
        [.quote, .comma, .carriageReturn, .newline].contains($0)
      }
      let quotes = special || field.isEmpty || Bool.random(using: &random)
      return quotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }
    return written.joined(separator: ",") + (Bool.random(using: &random) ? "\n" : "\r\n")
  }

  /// Arbitrary bytes are read to the end, independently of block sizes.
  @Test(arguments: (0..<300 as Range<UInt64>).sampled(50))
  func resultIsIndependentOfBlockSize(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let pieces = ["\"", "\"", ",", "\r", "\n", "\n", "a", "é", "ÿ"]
    let noise = (0..<200).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let results = try blockSizes.map { size in
      let source = ByteSource.blocks(of: size, bytes("a,b\n" + noise))
      return try CSVReader(source, limit: 40).map(text)
    }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  @Test(arguments: [
    (
      "line", "1,", "\n3,4\n",
      ["log:2: has too many bytes in one record: the limit is 1048576", "3 3|4"]
    ),
    (
      "quoted field", "1,\"", "\"\n3,4\n",
      ["log:2: has too many bytes in one record: the limit is 1048576", "3 3|4"]
    ),
    (
      "unclosed quote", "1,\"", "\n3,4\n",
      ["log:2: has too many bytes in one record: the limit is 1048576", "3 3|4"]
    ),
  ])
  func readsOneGigabyteInBoundedMemory(
    _ name: String, start: String, end: String, records: [String]
  )
    throws
  {
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    let source = ByteSource.repeated(block, times: 16_384, after: "a,b\n" + start, before: end)
    let reader = try CSVReader(source, limit: 1 << 20)
    #expect(reader.map(text) == records)
    #expect(reader.capacity < 2 * (1 << 20) + 4 * block.count)
  }

  @Test func readsLineOfCommasInBoundedMemory() throws {
    let block = [UInt8](repeating: .comma, count: 65_536)
    let source = ByteSource.repeated(block, times: 16, after: "a,b\n1", before: "\n3,4\n")
    let reader = try CSVReader(source)
    #expect(reader.map(text) == ["log:2: \(CSVReaderTests.count(1_048_577))", "3 3|4"])
    #expect(reader.capacity < 3 << 20)
  }

  @Test func reportsAStreamThatFailsOnce() throws {
    let reader = try CSVReader(.failing(after: "a,b\n1,2\n3,"))
    #expect(reader.map(text) == ["2 1|2", "log:3: cannot be read: Input/output error"])
  }

  @Test func readsAFile() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = (1...30_000).map { "\($0),\"<\($0)>\"\r\n" }
    try Data(("a,b\r\n" + rows.joined()).utf8).write(to: url)
    let records = try CSVReader(path: url.path, source: "log").map { try $0.get() }
    #expect(records == (1...30_000).map { CSVRecord(line: $0 + 1, fields: ["\($0)", "<\($0)>"]) })
  }

  @Test func rejectsMissingFile() {
    let error = #expect(throws: InputError.self) {
      try CSVReader(path: "/no/log", source: "log")
    }
    #expect(error?.description == "log: cannot be read: No such file or directory")
  }
}

@Suite struct CSVHeaderTests {
  @Test(arguments: [
    ("", "log:1: 'header' is missing (it is required)"),
    ("\n\n", "log:3: 'header' is missing (it is required)"),
    ("a,b\"\n", "log:1: \(CSVReaderTests.stray)"),
    ("\"a,b\n1\n", "log:1: \(CSVReaderTests.unclosed)"),
    ("a,ÿ\n", "log:1: \(CSVReaderTests.invalid)"),
    ("a,b,c,d,e,f\n", "log:1: \(CSVReaderTests.tooLong)"),
  ])
  func refuses(_ text: String, with description: String) {
    let error = #expect(throws: InputError.self) {
      try CSVReader(.blocks(of: 2, bytes(text)), limit: 8)
    }
    #expect(error?.description == description)
  }

  @Test func rejectsTooManyColumns() {
    let text = (0...1_000).map(String.init).joined(separator: ",") + "\n"
    let error = #expect(throws: InputError.self) { try CSVReader(.blocks(of: 99, bytes(text))) }
    #expect(error?.description == "log:1: has too many columns: the limit is 1000")
  }

  @Test(arguments: [
    ("id,value,at\n", []),
    ("at,id\n", []),
    ("id\n", ["log:1: 'at' is missing (it is required)"]),
    ("id,at,colour\n", ["log:1: 'colour' is unknown (known: id, at, value)"]),
    ("\nid,at,id\n", ["log:2: names a column a second time: 'id' (keep one of them)"]),
    (
      "ID,x,x\n",
      [
        "log:1: 'ID' is unknown (known: id, at, value)",
        "log:1: 'x' is unknown (known: id, at, value)",
        "log:1: names a column a second time: 'x' (keep one of them)",
        "log:1: 'id' is missing (it is required)",
        "log:1: 'at' is missing (it is required)",
      ]
    ),
  ])
  func checks(_ text: String, giving descriptions: [String]) throws {
    let reader = try CSVReader(.blocks(of: 3, bytes(text)))
    let errors = reader.headerErrors(known: ["id", "at", "value"], required: ["id", "at"])
    #expect(errors.map(\.description) == descriptions)
  }
}
