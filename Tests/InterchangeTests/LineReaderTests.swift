import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct LineReaderTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var lines: [String]
    var endsWithoutNewline = false
    var limit = 1_000
  }

  static let tooLong = "log:2: has too many bytes in one line: the limit is 4"
  static let invalid = "is not valid UTF-8 (save the file as UTF-8)"

  static let examples = [
    Example(testDescription: "nothing", input: "", lines: []),
    Example(testDescription: "one line", input: "a\n", lines: ["1 a"]),
    Example(testDescription: "two lines", input: "a\nb c\n", lines: ["1 a", "2 b c"]),
    Example(testDescription: "CRLF", input: "a\r\nb\r\n", lines: ["1 a", "2 b"]),
    Example(testDescription: "CR inside a line", input: "a\rb\n", lines: ["1 a\rb"]),
    Example(testDescription: "two CR before LF", input: "a\r\r\n", lines: ["1 a\r"]),
    Example(
      testDescription: "empty lines", input: "\n\r\n\na\n", lines: ["1 ", "2 ", "3 ", "4 a"]),
    Example(
      testDescription: "no newline at the end", input: "a\nb", lines: ["1 a", "2 b"],
      endsWithoutNewline: true),
    Example(
      testDescription: "half a CRLF at the end", input: "a\r", lines: ["1 a"],
      endsWithoutNewline: true),
    Example(testDescription: "byte order mark", input: "\u{FEFF}a\n", lines: ["1 a"]),
    Example(testDescription: "byte order mark alone", input: "\u{FEFF}", lines: []),
    Example(
      testDescription: "byte order mark later", input: "\u{FEFF}\u{FEFF}\n\u{FEFF}\n",
      lines: ["1 \u{FEFF}", "2 \u{FEFF}"]),
    Example(testDescription: "beyond ASCII", input: "é\n漢字🙂\n", lines: ["1 é", "2 漢字🙂"]),
    Example(testDescription: "NUL", input: "a\0b\n", lines: ["1 a\0b"]),
    Example(
      testDescription: "invalid UTF-8", input: "a\nbÿ\nc\n",
      lines: ["1 a", "log:2: \(invalid)", "3 c"]),
    Example(
      testDescription: "invalid UTF-8 at the end", input: "ÿ", lines: ["log:1: \(invalid)"],
      endsWithoutNewline: true),
    Example(
      testDescription: "at the limit", input: "1234\n123\r\n", lines: ["1 1234", "2 123"], limit: 4),
    Example(
      testDescription: "over the limit", input: "a\n12345\nb\n", lines: ["1 a", tooLong, "3 b"],
      limit: 4
    ),
    Example(
      testDescription: "far over the limit", input: "a\n\(String(repeating: "x", count: 99))\nb\n",
      lines: ["1 a", tooLong, "3 b"], limit: 4),
    Example(
      testDescription: "over the limit at the end", input: "a\n12345", lines: ["1 a", tooLong],
      endsWithoutNewline: true, limit: 4),
  ]

  @Test(arguments: examples, blockSizes)
  func reads(_ example: Example, inBlocksOf size: Int) throws {
    let source = ByteSource.blocks(of: size, bytes(example.input))
    let reader = try LineReader(source, limit: example.limit)
    #expect(reader.map(text) == example.lines)
    #expect(reader.endsWithoutNewline == example.endsWithoutNewline)
    #expect(reader.next() == nil)
    #expect(reader.endsWithoutNewline == example.endsWithoutNewline)
  }

  private func text(_ result: Result<LineReader.Line, InputError>) -> String {
    switch result {
    case .success(let line): "\(line.number) \(line.text)"
    case .failure(let error): error.description
    }
  }

  @Test func readsLineOfOneGigabyteInBoundedMemory() throws {
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    let source = ByteSource.repeated(block, times: 16_384, after: "a\n", before: "\nb\n")
    let reader = try LineReader(source)
    #expect(
      reader.map(text) == [
        "1 a", "log:2: has too many bytes in one line: the limit is 16777216", "3 b",
      ])
    #expect(reader.capacity < 2 * (16 << 20) + 4 * block.count)
  }

  @Test(arguments: [
    ("a lone continuation", [0x80]),
    ("a byte that is never used", [0xFF]),
    ("a longer form than needed", [0xC0, 0xAF]),
    ("a surrogate", [0xED, 0xA0, 0x80]),
    ("beyond the last character", [0xF4, 0x90, 0x80, 0x80]),
    ("a character cut short", [0xF0, 0x9F, 0x99]),
  ])
  func repairsNothing(_ name: String, bytes: [UInt8]) throws {
    let reader = try LineReader(.blocks(of: 2, bytes + [.newline]))
    #expect(reader.map(text) == ["log:1: \(LineReaderTests.invalid)"])
  }

  @Test func reportsAStreamThatFailsOnce() throws {
    let reader = try LineReader(.failing(after: "a\nb"))
    #expect(reader.map(text) == ["1 a", "log:2: cannot be read: Input/output error"])
  }

  @Test func readsAFile() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
    defer { try? FileManager.default.removeItem(at: url) }
    let numbers = (1...50_000).map(String.init)
    try Data(numbers.joined(separator: "\n").utf8).write(to: url)
    let reader = try LineReader(path: url.path, source: "log")
    #expect(try reader.map { try $0.get().text } == numbers)
    #expect(reader.endsWithoutNewline)
  }

  @Test(arguments: [
    ("/nowhere/at/all.log", "log: cannot be read: No such file or directory"),
    ("/", "log: cannot be read: Is a directory"),
  ])
  func refuses(path: String, with description: String) {
    let error = #expect(throws: InputError.self) { try LineReader(path: path, source: "log") }
    #expect(error?.description == description)
  }
}
