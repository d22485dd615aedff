import CArrow
import Scheduling
import TestSupport
import Testing

@testable import Arrow

/// Each value becomes the text that a file would have, in any memory layout.
@Suite struct ColumnTextTests {
  struct Example: CustomTestStringConvertible {
    var format: String
    var cells: [SentCell]
    var texts: [String?]
    var children: [SentColumn] = []

    init(_ format: String, _ cells: [SentCell], _ texts: [String?], _ child: SentColumn? = nil) {
      (self.format, self.cells, self.texts) = (format, cells, texts)
      children = child.map { [$0] } ?? []
    }

    var testDescription: String { format }
    var column: SentColumn {
      var column = SentColumn("x", format, cells)
      column.children = children
      return column
    }
  }

  private static let second: Int64 = 1_735_718_700
  private static let long = "a text of more than twelve bytes, ß"

  static let examples: [Example] =
    [
      Example("u", [.text("ß"), .null, .text(long), .text("")], ["ß", nil, long, ""]),
      Example("U", [.text("ß"), .null, .text(long), .text("")], ["ß", nil, long, ""]),
      Example(
        "vu", [.text("twelve bytes"), .null, .text(long), .text("thirteen here"), .text("")],
        ["twelve bytes", nil, long, "thirteen here", ""]),
      Example("c", [.int(-128), .null], ["-128", nil]),
      Example("C", [.int(255), .null], ["255", nil]),
      Example("s", [.int(-32_768)], ["-32768"]), Example("S", [.int(65_535)], ["65535"]),
      Example("i", [.int(-2_147_483_648)], ["-2147483648"]),
      Example("I", [.int(4_294_967_295)], ["4294967295"]),
      Example("l", [.int(.min), .int(.max)], ["-9223372036854775808", "9223372036854775807"]),
      Example("L", [.int(-1)], ["18446744073709551615"]),
      Example("e", [.double(0.5), .null], ["0.5", nil]),
      Example("f", [.double(2.5), .double(3)], ["2.5", "3"]),
      Example("g", [.double(0.1), .double(-2), .double(.nan)], ["0.1", "-2", "nan"]),
      Example("b", [.bool(true), .null, .bool(false)], ["true", nil, "false"]),
      Example("tdD", [.int(20_089), .int(-1), .null], ["2025-01-01", "1969-12-31", nil]),
      Example("tdm", [.int(20_089 * 86_400_000)], ["2025-01-01"]),
      Example("tss:", [.int(second), .int(-1)], ["2025-01-01T08:05:00", "1969-12-31T23:59:59"]),
      Example("tsm:UTC", [.int(second * 1_000 + 999)], ["2025-01-01T08:05:00Z"]),
      Example("tsu:Asia/Tokyo", [.int(second * 1_000_000 - 1)], ["2025-01-01T08:04:59Z"]),
      Example("tsn:", [.int(second * 1_000_000_000), .null], ["2025-01-01T08:05:00", nil]),
      Example("tsn:", [.int(-1)], ["1969-12-31T23:59:59"]),
      Example("tss:", [.int(.max)], ["9223372036854775807 s since 1970"]),
      Example("tdD", [.int(4_000_000)], ["day 4000000 since 1970"]),
      Example("tts", [.int(29_100)], ["08:05"]),
      Example("tDs", [.int(900)], ["PT900S"]), Example("tDu", [.int(900_000_000)], ["PT900S"]),
      Example(
        "d:10,2", [.int(1), .int(-12_345), .int(0), .null], ["0.01", "-123.45", "0.00", nil]),
      Example("d:10,0", [.int(70)], ["70"]), Example("d:10,-2", [.int(7), .int(0)], ["700", "0"]),
      Example("n", [.null, .null], [nil, nil]),
    ]
    + ["+l", "+L", "+vl"].map { format in
      Example(
        format, [.list([.text("a"), .text("b")]), .null, .list([]), .list([.null, .text("c")])],
        ["a;b", nil, "", "c"], SentColumn("item", "u", []))
    } + [
      Example(
        "+w:2", [.list([.text("a"), .text("b")]), .list([.text("c"), .null])], ["a;b", "c"],
        SentColumn("item", "vu", []))
    ]

  private func texts(_ table: SentTable) throws -> [String?] {
    let read = try ArrowTable(table.stream(), name: "t") { _ in true }
    return try (0..<read.count).map { try read.text($0, column: 0) }
  }

  @Test(arguments: examples) func valueReadsAsItsText(_ example: Example) throws {
    for (outer, inner, hasValidity) in [(0, 0, false), (3, 0, true), (0, 9, false), (1, 8, true)] {
      for chunks in [[], [1], [0, 1, 0]] {
        var column = example.column
        (column.offset, column.hasValidity) = (inner, hasValidity)
        column.countsNulls = outer == 0
        var table = SentTable([column])
        (table.offset, table.chunks) = (outer, chunks)
        #expect(try texts(table) == example.texts)
        #expect(table.ledger.live == 0)
      }
    }
  }

  /// All null masks over a few rows, at all offsets around a byte.
  @Test func nullsFollowValidityBits() throws {
    for mask in 0..<32 {
      for offset in 0...9 {
        let cells = (0..<5).map { mask >> $0 & 1 == 1 ? SentCell.int(Int64($0)) : .null }
        var column = SentColumn("x", "l", cells)
        column.offset = offset
        var table = SentTable([column])
        table.offset = mask % 3
        #expect(try texts(table) == (0..<5).map { mask >> $0 & 1 == 1 ? "\($0)" : nil })
      }
    }
  }

  @Test func structColumnsInheritNulls() throws {
    var info = SentColumn("userInfo", "+s", [.bool(true), .null, .bool(true)])
    info.children = [SentColumn("arm", ["A", "B", nil]), SentColumn("site", ["x", "y", "z"])]
    info.offset = 2
    var table = SentTable([SentColumn("id", ["a", "b", "c"]), info])
    (table.offset, table.chunks) = (5, [2])
    let read = try ArrowTable(table.stream(), name: "t") { $0 != "id" }
    #expect(read.columns.map(\.name) == ["userInfo.arm", "userInfo.site"])
    #expect(read.allNames == ["id", "userInfo.arm", "userInfo.site"])
    #expect(try (0..<3).map { try read.text($0, column: 0) } == ["A", nil, nil])
    #expect(try (0..<3).map { try read.text($0, column: 1) } == ["x", nil, "z"])
  }
}
