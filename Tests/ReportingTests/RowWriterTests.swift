import AdherenceAnalytics
import AdherenceStatistics
import Formats
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Reporting

/// Rows as bytes against rows of cells, which are their definition.
@Suite struct RowWriterTests {
  private static let texts = [
    "", "ann", "a,b", "\"", "line\nfeed", "return\r", "both\r\n", "tab\t", "nul\0", "back\\slash",
    "é😀", String(repeating: "long,", count: 30_000),
  ]
  static let numbers = [
    0, -0.0, 1, -1, 0.5, 0.1, -0.1, 1.0 / 3, 2.0 / 3, 0.0078125, 5e-7, 1.5e-6, 123456.789, 1e15,
    9.99999999e8, 1e9, 4_294_967_296, 1e21, -1e21, 1e-5, 0.001, 31.5, 12.25, 0.125, 1e300, 9, 10,
    -9, 9.9999999, 0x1p-1074, 1685.1000000000004, 0.30000000000000004, .infinity, -.infinity, .nan,
    999.999, 9_007_199_254_740_992,
  ]

  /// A row with all that rows may have: parts that are shared, numbers that are stored, cells that
  /// are made.
  private struct Row {
    var name: Name
    var slot: Int
    var counts: Counts
    var cells: [Cell]
    var part: Counts?

    struct Name: Equatable {
      var text: String
      var number: Int
    }
    struct Counts {
      var integer: Int
      var decimal: Double
      var number: Double
    }

    /// The cells, restated.
    var expected: [Cell] {
      let part: [Cell] =
        self.part.map { [.integer($0.integer), .decimal($0.decimal), .number($0.number)] }
        ?? [.empty, .empty, .empty]
      return [
        .text(name.text), .integer(name.number), .integer(counts.integer), .decimal(counts.decimal),
        .number(counts.number),
      ] + cells + part + [.integer(name.number)]
    }
  }

  private static let counts: [Column<Row.Counts>] = [
    .integer("integer", "", "", at: \.integer), .decimal("decimal", "", "", at: \.decimal),
    .number("number", "", "", at: \.number),
  ]
  private static let made = (0..<3).map { place in
    let about = TableColumn(name: "made \"\(place)\"", type: .text, unit: nil, meaning: "")
    return Column<Row>(about) { $0.cells[place] }
  }
  private static let number = Column<Row.Name>.integer("number", "", "", at: \.number)
  private static let named = [Column<Row.Name>.text("text", "") { $0.text }, number]
  private static let columns: [Column<Row>] =
    named.shared(by: \.name, slot: \.slot) + counts.of(\.counts) + made + counts.of(\.part)
    + [number].shared(by: \.name)

  private func number(_ random: inout Seeded) -> Double {
    switch Int.random(in: 0...4, using: &random) {
    case 0: Self.numbers.randomElement(using: &random) ?? 0
    case 1: Double(Int.random(in: -2000...2000, using: &random)) / 1000
    case 2: Double(Int.random(in: 0...40, using: &random)) / 40
    case 3: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
    default: Double.random(in: -1e6...1e6, using: &random)
    }
  }

  private func integer(_ random: inout Seeded) -> Int {
    Bool.random(using: &random)
      ? Int.random(in: 0...12, using: &random)
      : Int(truncatingIfNeeded: UInt64.random(in: 0...UInt64.max, using: &random))
  }

  private func counts(_ random: inout Seeded) -> Row.Counts {
    Row.Counts(
      integer: integer(&random), decimal: number(&random), number: number(&random))
  }

  private func cell(_ random: inout Seeded) -> Cell {
    switch Int.random(in: 0...5, using: &random) {
    case 0: .text(Self.texts.randomElement(using: &random) ?? "")
    case 1: .integer(integer(&random))
    case 2: .decimal(number(&random))
    case 3: .number(number(&random))
    case 4: .boolean(Bool.random(using: &random))
    default: .empty
    }
  }

  private func row(_ random: inout Seeded) -> Row {
    let name = Row.Name(
      text: Self.texts.prefix(4).randomElement(using: &random) ?? "",
      number: Int.random(in: 0...1, using: &random))
    return Row(
      name: name, slot: Int.random(in: 0...2, using: &random), counts: counts(&random),
      cells: (0..<3).map { _ in cell(&random) },
      part: Bool.random(using: &random) ? counts(&random) : nil)
  }

  @Test func whatIsStoredNeedsNoCall() {
    let places = Self.columns.prefix(5).map { column in
      if case .stored(let number) = column.source { number.place } else { -1 }
    }
    #expect(places[0] == -1 && places[1...].allSatisfy { $0 >= 0 } && Set(places).count == 5)
  }

  @Test(arguments: TableFormat.allCases.sampled(1)) func agreesWithCells(_ format: TableFormat) {
    var random = Seeded(state: 51)
    for _ in 0..<60 {
      let rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in self.row(&random) }
      var table = TableStream(Self.columns, .text(format))
      for var row in rows { table.rows.write(&row) }
      let naive = NaiveTable(columns: Self.columns.map(\.about.name), rows: rows.map(\.expected))
      let isSame = table.finish().elementsEqual(naive.text(format).utf8)
      #expect(isSame)
    }
  }

  @Test func cellsOfARow() {
    var random = Seeded(state: 54)
    for _ in 0..<200 {
      var row = self.row(&random)
      let cells = Self.columns.map { $0.cell(of: &row) }
      #expect(cells == row.expected.map(\.written))
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func aStatisticThatIsNotFiniteIsMissing(
    _ number: Double
  ) {
    #expect(
      JSONValue.sorted(["mean": .number(number)]).indentedText
        == JSONValue.sorted(["mean": .missing(.tooLarge)]).indentedText)
    #expect(JSONValue.list([.number(1), .number(number)]).indentedText == "[1, null]\n")
  }

  /// Values that are made one by one, and texts that go on in stretches.
  @Test(arguments: [0, 1, isExhaustive ? 20_000 : 6_000]) func valuesThatAreMadeStandAsThoseOfAList(
    _ count: Int
  ) {
    let kinds: [(Int) -> JSONValue] = [
      { .integer($0) }, { .sorted(["day": .integer($0), "share": .missing(.nothingDue)]) },
      { $0 % 2 == 0 ? .missing(.tooFewPatients) : .list([.text("a\"\($0)"), .null]) },
    ]
    for kind in kinds {
      let list = JSONValue.sorted(["all": .list((0..<count).map(kind))])
      let made = JSONValue.sorted(["all": .made(count, kind)])
      #expect(made.indentedText == list.indentedText)
      var stretches: [[UInt8]] = []
      made.write { stretches.append($0) }
      #expect(String(decoding: stretches.joined(), as: UTF8.self) == list.indentedText)
      #expect(stretches.count == 1 || stretches.dropLast().allSatisfy { $0.count >= 1 << 16 })
    }
  }

  @Test func whatIsMadeIsWithheldToo() {
    let made = JSONValue.made(3) { .sorted(["patients": .integer($0 * 4)]) }
    let list = JSONValue.list((0..<3).map { .sorted(["patients": .integer($0 * 4)]) })
    #expect(
      made.withholding(groupsSmallerThan: 5).indentedText
        == list.withholding(groupsSmallerThan: 5).indentedText)
  }

  @Test func rowsOnTheWayToADatabaseReadBack() throws {
    var random = Seeded(state: 53)
    let writer = RowWriter(Self.columns, .binary)
    var cells: [Cell] = []
    for _ in 0..<200 {
      var row = self.row(&random)
      cells += row.expected
      writer.write(&row)
    }
    #expect(writer.buffer.rowCount == 200)
    var bytes: [UInt8] = []
    BinaryRows.append(writer.buffer, of: 2, to: &bytes)
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
