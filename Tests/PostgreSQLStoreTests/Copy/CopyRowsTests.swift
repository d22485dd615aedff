import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// Rows that are written to a server and read back.
@Suite(.enabled(if: TestServer.isAvailable))
struct CopyRowsTests {
  /// A row with a column of each kind.
  struct Row: Equatable, CustomTestStringConvertible {
    var testDescription = "row"
    var small: Int16?
    var medium: Int32?
    var large: Int64?
    var number: Double?
    var boolean: Bool?
    var text: String?
    var bytes: [UInt8]?
    var texts: [String]?
    var timestamp: Int64?
    var day: Int32?

    static let columns =
      "small int2, medium int4, large int8, number float8, truth boolean, text text, bytes bytea,"
      + " texts text[], moment timestamptz, local timestamp, day date"

    func put(in rows: inout CopyRows) {
      rows.begin(fields: 11)
      rows.put(int2: small)
      rows.put(int4: medium)
      rows.put(int8: large)
      rows.put(number: number)
      rows.put(boolean: boolean)
      rows.put(text: text)
      rows.put(bytes: bytes)
      rows.put(texts: texts)
      rows.put(timestamp: timestamp)
      rows.put(timestamp: timestamp)
      rows.put(day: day)
    }

    init(_ name: String) { testDescription = name }

    init(_ name: String, _ fields: Fields) throws {
      testDescription = name
      small = fields.int2(0)
      medium = fields.int4(1)
      large = fields.int8(2)
      number = fields.number(3)
      boolean = fields.boolean(4)
      text = try fields.text(5)
      bytes = fields.bytes(6)
      texts = try fields.texts(7)
      timestamp = fields.timestamp(8)
      #expect(fields.timestamp(9) == timestamp)
      day = fields.day(10)
    }

    /// Compares all bits and bytes.
    static func == (a: Row, b: Row) -> Bool {
      a.small == b.small && a.medium == b.medium && a.large == b.large
        && a.number?.bitPattern == b.number?.bitPattern && a.boolean == b.boolean
        && a.text.map { Array($0.utf8) } == b.text.map { Array($0.utf8) } && a.bytes == b.bytes
        && a.texts?.map { Array($0.utf8) } == b.texts?.map { Array($0.utf8) }
        && a.timestamp == b.timestamp && a.day == b.day
    }
  }

  static let extremes: [Row] = {
    var (least, largest, odd, big) = (Row("least"), Row("largest"), Row("odd"), Row("big"))
    (least.small, least.medium, least.large, least.number) = (.min, .min, .min, -.infinity)
    (least.boolean, least.text, least.bytes, least.texts) = (false, "", [], [])
    // The years 4714 BC and 294276 are the first and the last.
    (least.timestamp, least.day) = (.min, .min)
    (largest.small, largest.medium, largest.large) = (.max, .max, .max)
    (largest.number, largest.boolean) = (.greatestFiniteMagnitude, true)
    (largest.timestamp, largest.day) = (.max, .max)
    (odd.number, odd.text, odd.texts) = (-0.0, "a\0b\u{2400}", ["", "\0", "NULL", "{\"}", "ü"])
    (odd.bytes, odd.timestamp, odd.day) = (Array(0...255), -62_135_683_200, -719_162)
    (big.number, big.text) = (.nan, String(repeating: "1 MB ", count: 200_000))
    (big.bytes, big.texts) = (
      Array(repeating: 0, count: 1_000_000), [String](repeating: "x", count: 999)
    )
    (big.timestamp, big.day) = (9_224_318_015_999, 2_000_000)
    var first = Row("first moment")
    (first.timestamp, first.day) = (-210_866_803_200, -2_440_588)
    return [Row("null"), least, largest, odd, big, first]
  }()

  private static let writing = """
    COPY rows (small, medium, large, number, truth, text, bytes, texts, moment, local, day)
    FROM STDIN (FORMAT BINARY)
    """

  private func table() throws -> Connection {
    let connection = try TestServer.shared.connection()
    try connection.execute("CREATE TABLE rows (\(Row.columns), place serial)")
    return connection
  }

  @Test func roundTrip() throws {
    let rows = CopyRowsTests.extremes + (0..<100).map { CopyRowsTests.drawn(seed: $0) }
    let connection = try table()
    var copy = CopyRows()
    rows.forEach { $0.put(in: &copy) }
    #expect(copy.count == rows.count && !copy.isEmpty)
    try connection.copyIn(CopyRowsTests.writing, copy)
    let back = try connection.copyOut(["SELECT * FROM rows ORDER BY place"])
    for row in rows {
      let fields = try #require(try back.next())
      #expect(fields.count == 12)
      #expect(try Row(row.testDescription, fields) == row)
    }
    #expect(try back.next() == nil && back.next() == nil)
    let asked = try connection.query("SELECT * FROM rows ORDER BY place")
    for (index, row) in rows.enumerated() {
      #expect(try Row(row.testDescription, asked[index]) == row)
    }
    copy.removeAll()
    try connection.copyIn(CopyRowsTests.writing, copy)
    #expect(try connection.query("SELECT count(*) FROM rows").first?.int8(0) == Int64(rows.count))
  }

  /// Returns a row in which each column is null or any possible value.
  private static func drawn(seed: Int) -> Row {
    var numbers = Drawing(seed: UInt64(seed))
    var row = Row("seed \(seed)")
    func some<Value>(_ value: Value) -> Value? {
      Int.random(in: 0..<5, using: &numbers) > 0 ? value : nil
    }
    row.small = some(.random(in: .min ... .max, using: &numbers))
    row.medium = some(.random(in: .min ... .max, using: &numbers))
    row.large = some(.random(in: .min ... .max, using: &numbers))
    row.number = some(Double(bitPattern: .random(in: .min ... .max, using: &numbers)))
    row.boolean = some(.random(using: &numbers))
    row.text = some(text(&numbers))
    row.bytes = some((0..<20).map { _ in .random(in: .min ... .max, using: &numbers) })
    row.texts = some((0..<Int.random(in: 0..<4, using: &numbers)).map { _ in text(&numbers) })
    row.timestamp = some(.random(in: -210_866_803_200...9_224_318_015_999, using: &numbers))
    row.day = some(.random(in: -2_440_588...2_000_000, using: &numbers))
    return row
  }

  private static func text(_ numbers: inout Drawing) -> String {
    let pieces = ["\0", "\u{2400}", "\u{FE0F}", "\u{FE0E}", "a", "\"", "\\", ",", "é", "💊", "\n"]
    let count = Int.random(in: 0..<12, using: &numbers)
    return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &numbers)] }
      .joined()
  }

  @Test func jsonRoundTrips() throws {
    let connection = try table()
    try connection.execute("CREATE TABLE values (value jsonb)")
    let values = [
      #"{}"#, #"[1, "a\u0000b", null]"#, #"{"\u0000": "\\u0000"}"#, "\"␀\"", nil, #""a\\b""#,
    ]
    var rows = CopyRows()
    for value in values {
      rows.begin(fields: 1)
      rows.put(json: value)
    }
    try connection.copyIn("COPY values FROM STDIN (FORMAT BINARY)", rows)
    let back = try connection.copyOut(["SELECT value FROM values"])
    for value in values { #expect(try back.next()?.json(0) == value) }
  }

  /// Rows that the server rejects.
  @Test(arguments: [
    ("a moment that no calendar has", Int64.max - 1, Int32(0), "timestamp"),
    ("a moment before all", -300_000_000_000, 0, "timestamp"),
    ("a day that no calendar has", 0, Int32.max - 1, "date"),
    ("a day before all", 0, Int32.min + 1, "date"),
  ])
  func areRefused(_ name: String, _ timestamp: Int64, _ day: Int32, _ type: String) throws {
    let connection = try table()
    var (row, rows) = (Row(name), CopyRows())
    (row.timestamp, row.day) = (timestamp, day)
    row.put(in: &rows)
    let message = refusal { try connection.copyIn(CopyRowsTests.writing, rows) }
    #expect(
      message == "\(connection.address): cannot be written: the server rejects a value:"
        + " \(type) out of range")
    #expect(try connection.query("SELECT * FROM rows").isEmpty)
  }

  @Test func otherFieldCountsAreNil() throws {
    let connection = try table()
    let row = try connection.query("SELECT 1::int4, '{{1},{2}}'::text[], '{a,null}'::text[]")[0]
    #expect(row.int2(0) == nil && row.int8(0) == nil && row.number(0) == nil)
    #expect(row.boolean(0) == nil && row.timestamp(0) == nil && row.int4(0) == 1)
    for column in 0..<3 {
      #expect(refusal { _ = try row.texts(column) }?.hasPrefix("is not a list of texts") == true)
    }
    #expect(
      refusal { _ = try row.json(0) }?.hasPrefix("is not in a supported format of jsonb") == true)
  }

  @Test func parts() throws {
    let connection = try table()
    let row = try connection.query(
      "SELECT '1969-12-31 23:59:59.5'::timestamp, '2025-01-01 00:00:00.999999+00'::timestamptz,"
        + " '1999-12-31 23:59:59.999999'::timestamp, '1970-01-01'::date")[0]
    #expect(row.timestamp(0) == -1)
    #expect(row.timestamp(1) == 1_735_689_600)
    #expect(row.timestamp(2) == 946_684_799)
    #expect(row.day(3) == 0)
  }
}

/// A seeded random number generator.
struct Drawing: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
