import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// Rows as bytes against rows of cells, which are their definition.
@Suite struct RowWriterTests {
  private static let texts = [
    "", "ann", "a,b", "\"", "line\nfeed", "return\r", "tab\t", "nul\0", "back\\slash", "é😀",
    String(repeating: "long,", count: 30_000),
  ]
  private static let numbers = [
    0, -0.0, 1, -1, 0.5, 0.1, -0.1, 1.0 / 3, 2.0 / 3, 0.0078125, 5e-7, 1.5e-6, 123456.789, 1e15,
    9.99999999e8, 1e9, 4_294_967_296, 1e21, -1e21, 1e-5, 0.001, 31.5, 12.25, 0.125, 1e300,
    0x1p-1074,
    1685.1000000000004, 0.30000000000000004, .infinity, -.infinity, .nan, 999.999,
    9_007_199_254_740_992,
  ]

  private func cell(_ random: inout Seeded) -> Cell {
    let number: Double =
      switch Int.random(in: 0...4, using: &random) {
      case 0: RowWriterTests.numbers.randomElement(using: &random) ?? 0
      case 1: Double(Int.random(in: -2000...2000, using: &random)) / 1000
      case 2: Double(Int.random(in: 0...40, using: &random)) / 40
      case 3: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      default: Double.random(in: -1e6...1e6, using: &random)
      }
    return switch Int.random(in: 0...6, using: &random) {
    case 0: .text(RowWriterTests.texts.randomElement(using: &random) ?? "")
    case 1: .integer(Int.random(in: 0...12, using: &random))
    case 2: .integer(Int(truncatingIfNeeded: UInt64.random(in: 0...UInt64.max, using: &random)))
    case 3: .decimal(number)
    case 4: .number(number)
    case 5: .boolean(Bool.random(using: &random))
    default: .empty
    }
  }

  @Test(arguments: TableFormat.allCases) func agreesWithCells(_ format: TableFormat) {
    var random = Seeded(state: 51)
    let columns = ["name", "a \"b\"", "c", "d"]
    for _ in 0..<40 {
      var table = TableWriter(columns: columns, format: format)
      let rows = RowWriter(columns: columns, format: format)
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let row = columns.map { _ in cell(&random) }
        table.write(row)
        rows.write(row)
      }
      table.finish()
      let encoding = RowEncoding(format)
      let bytes = rows.take()
      let own =
        encoding.header(columns) + bytes.dropFirst(bytes.isEmpty ? 0 : encoding.separatorLength)
        + encoding.footer(isEmpty: bytes.isEmpty)
      let isSame = own == table.take()
      #expect(isSame)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func whatIsNotFiniteIsEmpty(
    _ number: Double
  ) {
    for encoding in [RowEncoding.csv, .ndjson, .json, .binary] {
      let (own, empty) = (
        RowWriter(columns: ["a", "b"], encoding), RowWriter(columns: ["a", "b"], encoding)
      )
      own.number(number)
      own.decimal(number)
      own.endRow()
      empty.empty()
      empty.empty()
      empty.endRow()
      #expect(own.take() == empty.take())
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func aStatisticThatIsNotFiniteIsMissing(
    _ number: Double
  ) {
    #expect(
      JSONValue.object(["mean": .number(number)]).text
        == JSONValue.object(["mean": .missing(.tooLarge)]).text)
    #expect(JSONValue.list([.number(1), .number(number)]).text == "[1, null]\n")
  }

  /// Numbers by hand against the texts that they stand for.
  @Test func digits() {
    var random = Seeded(state: 52)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    defer { bytes.deallocate() }
    func text(_ count: Int) -> String {
      String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
    var numbers = RowWriterTests.numbers
    for _ in 0..<20_000 {
      numbers.append(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)))
      numbers.append(Double(Int.random(in: -3_000_000...3_000_000, using: &random)) / 1000)
      numbers.append(Double(Int.random(in: 0...1 << 53, using: &random)) / 100)
    }
    for number in numbers {
      #expect(text(ByteDigits.putDecimal(number, at: bytes)) == Decimal6.text(number))
      #expect(text(ByteDigits.putExact(number, at: bytes)) == ExactNumber.text(number))
    }
    for number in [0, 9, 10, 99, 100, -1, .max, .min] {
      #expect(text(ByteDigits.put(number, at: bytes)) == "\(number)")
    }
  }

  /// The rows of `adherence.csv` with prepared cells against those of cells, for changing periods.
  @Test(arguments: TableFormat.allCases) func adherenceRows(_ format: TableFormat) throws {
    let records = try monitoring().records.prefix(12)
    for period in [CalendarPeriod.relativeWeek, .month, .week] {
      var query = try someQuery(by: period)
      query.numerator = .progress
      var fast = AdherenceTable(query.numerator, format: format)
      var slow = TableWriter(columns: AdherenceTable.columns, format: format)
      for record in records {
        let patient = record.adherence(query)
        fast.write(patient)
        for row in AdherenceTable.rows(of: patient, query.numerator) { slow.write(row) }
      }
      let encoding = RowEncoding(format)
      let expected = slow.take().dropFirst(encoding.header(AdherenceTable.columns).count)
      let isSame = fast.rows.take().dropFirst(encoding.separatorLength).elementsEqual(expected)
      #expect(isSame, "\(period)")
    }
  }

  @Test func rowsOnTheWayToADatabaseReadBack() throws {
    var random = Seeded(state: 53)
    let rows = RowWriter(columns: ["a", "b", "c"], .binary)
    var cells: [Cell] = []
    for _ in 0..<200 {
      let row = (0..<3).map { _ in cell(&random) }
      cells += row
      rows.write(row)
    }
    var bytes: [UInt8] = []
    BinaryRows.append(rows, of: 2, to: &bytes)
    var read = 0
    BinaryRows.forEach(in: bytes) { table, part in
      #expect(table == 2)
      var cursor = BinaryCursor(part)
      while let value = cursor.next() {
        #expect(cells[read].isStored(as: value), "\(cells[read])")
        read += 1
      }
    }
    #expect(read == cells.count)
  }

  @Test func aRowOfOtherLengthIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      let rows = RowWriter(columns: ["a", "b"], format: .csv)
      rows.integer(1)
      rows.endRow()
    }
  }

  /// A row with more cells than columns would be written behind the room for a row.
  @Test func moreCellsThanColumnsAreNeverWritten() async {
    await #expect(processExitsWith: .failure) {
      let rows = RowWriter(columns: ["a"], format: .csv)
      rows.integer(1)
      rows.integer(2)
    }
    await #expect(processExitsWith: .failure) {
      let rows = RowWriter(columns: ["a", "b"], .binary)
      for number in 0..<100_000 { rows.number(Double(number) + 0.5) }
    }
    await #expect(processExitsWith: .failure) {
      let rows = RowWriter(columns: ["a", "b"], format: .csv)
      rows.text("x")
      rows.integers([1, 2] as InlineArray)
    }
    await #expect(processExitsWith: .failure) {
      let wide = RowWriter(columns: ["a", "b", "c"], format: .ndjson)
      let cells = wide.prepared(0..<3) { for number in 0..<3 { wide.integer(number) } }
      RowWriter(columns: ["a"], format: .ndjson).cells(cells)
    }
  }
}

extension Cell {
  fileprivate func isStored(as value: BinaryCursor.Value) -> Bool {
    switch (self, value) {
    case (.empty, .empty): true
    case (.text(let text), .text(let bytes)): Array(text.utf8) == Array(bytes)
    case (.integer(let number), .integer(let stored)): Int64(number) == stored
    case (.boolean(let truth), .integer(let stored)): (truth ? 1 : 0) == stored
    case (.decimal(let number), .empty), (.number(let number), .empty): !number.isFinite
    case (.decimal(let number), .number(let stored)), (.number(let number), .number(let stored)):
      number.bitPattern == stored.bitPattern
    default: false
    }
  }
}
