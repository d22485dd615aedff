import AdherenceAnalytics
public import Diagnostics
public import Interchange
import Scheduling

/// A columnar reader of fills.
struct FillBlocks: RefillBlocks {
  private var patientCells = NameCells()
  private var drugCells = NameCells()
  private var classCells = NameCells()
  private var dateCells = TimeCells(.local)
  private var dateMemo = DateCache()
  private let patients = RowBlock.Cells<Int32>(RowBlock.none)
  private let drugs = RowBlock.Cells<Int32>(RowBlock.none)
  private let classes = RowBlock.Cells<Int32>(RowBlock.none)
  private let dates = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  private let days = ValueCells()
  private let doses = ValueCells()
  /// Whether columns have observation periods, which requires reading all rows as text.
  private var hasObservation = false

  mutating func read(
    _ columns: [ArrowColumn], _ header: TableHeader, _ block: RowBlock,
    into table: inout FillTable
  ) {
    hasObservation = FillTable.observationColumns.contains { header[$0] != nil }
    if let place = header["patient"] {
      patientCells.read(columns[place], block, { table.number(ofPatient: $0) }, patients)
    }
    if let place = header["drug"] {
      drugCells.read(columns[place], block, { table.number(ofDrug: $0) }, drugs)
    }
    if let place = header["class"] {
      classCells.read(columns[place], block, { table.number(ofClass: $0) }, classes)
    }
    if let place = header["date"] { readDates(columns[place], block) }
    if let place = header["days"] { days.read(columns[place], block) }
    if let place = header["dose"] { doses.read(columns[place], block) }
  }

  private mutating func readDates(_ column: ArrowColumn, _ block: RowBlock) {
    guard let texts = column.texts else { return dateCells.read(column, block, dates) }
    for place in 0..<block.count {
      let row = block.rows.start[place]
      dates.start[place] = RowBlock.closeTime
      guard column.validity[row], let start = texts[row].baseAddress else { continue }
      var cursor = RowCursor(next: start, end: start + texts[row].count)
      var day: Int32 = 0
      if cursor.readDate(&dateMemo, &day), cursor.isAtEnd {
        dates.start[place] = Int64(day) * 86_400
      }
    }
  }

  func append(_ place: Int, to table: inout FillTable) -> Bool {
    guard !hasObservation, let row = row(place) else { return false }
    table.rows.append(row)
    return true
  }

  /// Returns a valid row; `nil` if it must be read as text.
  ///
  /// Safe: dates are those of the calendar.
  private func row(_ place: Int) -> FillRow? {
    let number = OutcomeTable.Marks.number.rawValue
    let (date, supply) = (dates.start[place], days.amounts.start[place])
    let hasDose = doses.marks.start[place] != 0
    let dose = doses.amounts.start[place]
    guard patients.start[place] >= 0, drugs.start[place] != RowBlock.close,
      classes.start[place] != RowBlock.close,
      date != OutcomeTable.Row.none, date != RowBlock.closeTime,
      date.quotientDown(86_400) &* 86_400 == date,
      days.marks.start[place] == number, FillTable.isSupply(supply),
      !hasDose || (doses.marks.start[place] == number && dose > 0)
    else { return nil }
    return FillRow(
      patient: patients.start[place], day: Int32(truncatingIfNeeded: date / 86_400), days: supply,
      dose: hasDose ? dose : .nan, drug: drugs.start[place], drugClass: classes.start[place])
  }
}

extension RefillDataset {
  /// Reads streams of fills with the columns of `fills.csv`, and of hospital stays with those of
  /// `stays.csv`.
  ///
  /// Besides text, days may be dates or timestamps at midnight without a zone, `days` and `dose`
  /// may be numbers, and names may be integers or dictionaries. A null is an empty field. The
  /// streams are released after reading.
  ///
  /// - Throws: `InputError` if a column is missing or of a wrong type, or a producer fails.
  /// - Complexity: O(*n*) for *n* rows.
  public init(fills: ArrowStream, stays: ArrowStream? = nil) throws(InputError) {
    var fillTable = FillTable()
    let fillFindings = try RefillTables.read(
      fills, .fills(fillTable), into: &fillTable, FillBlocks())
    var stayTable = StayTable(of: fillTable)
    let stayFindings =
      try stays.map { stays throws(InputError) in
        try RefillTables.read(stays, .stays(stayTable), into: &stayTable, NoBlocks())
      } ?? RefillScan.Findings()
    self.init(fillTable, fillFindings, stayTable, stayFindings)
  }
}

extension TableRules {
  fileprivate static func fills(_ table: FillTable) -> TableRules {
    TableRules(
      "fills",
      [
        ("patient", .word), ("date", .date), ("days", .number), ("dose", .number),
        ("drug", .word), ("class", .word), ("observedFrom", .date), ("observedTo", .date),
        ("endCause", .word),
      ], required: table.required, hasUserInfo: false)
  }

  fileprivate static func stays(_ table: StayTable) -> TableRules {
    TableRules(
      "stays", [("patient", .word), ("from", .date), ("to", .date)], required: table.required,
      hasUserInfo: false)
  }
}

/// A columnar reader of a table of fills or stays.
protocol RefillBlocks {
  associatedtype Table: RefillTable
  /// Reads the columns of a block's rows.
  mutating func read(
    _ columns: [ArrowColumn], _ header: TableHeader, _ block: RowBlock, into table: inout Table)
  /// Appends a row of the block if it needs no reading as text, and returns whether that is so.
  func append(_ place: Int, to table: inout Table) -> Bool
}

/// Reads nothing: stays are few, so all are read as text.
private struct NoBlocks: RefillBlocks {
  func read(
    _ columns: [ArrowColumn], _ header: TableHeader, _ block: RowBlock, into table: inout StayTable
  ) {}

  func append(_ place: Int, to table: inout StayTable) -> Bool { false }
}

/// The reader of streams of fills and stays.
private enum RefillTables {
  static func read<Blocks: RefillBlocks>(
    _ stream: ArrowStream, _ rules: TableRules, into rows: inout Blocks.Table, _ blocks: Blocks
  ) throws(InputError) -> RefillScan.Findings {
    let (table, unknown) = try rules.read(stream)
    let names = table.columns.map(\.name)
    rows.begin(columns: names)
    let header = TableHeader(names, hasMore: false)
    var (blocks, findings) = (blocks, RefillScan.Findings())
    findings.problems.append(contentsOf: unknown)
    let block = RowBlock()
    for (number, batch) in table.batches.enumerated() {
      for start in stride(from: 0, to: batch.count, by: RowBlock.capacity) {
        block.fill(start..<min(start + RowBlock.capacity, batch.count))
        findings.count.read += block.count
        blocks.read(batch.columns, header, block, into: &rows)
        for place in 0..<block.count where !blocks.append(place, to: &rows) {
          take(table.starts[number] + start + place, of: table, &rows, &findings)
        }
      }
    }
    return findings
  }

  /// Reads one row as text.
  private static func take(
    _ row: Int, of table: ArrowTable, _ rows: inout some RefillTable,
    _ findings: inout RefillScan.Findings
  ) {
    do throws(InputError) {
      let warning = try rows.add(try table.dated(row))
      findings.warn(warning?.at(source: table.name, line: row + 1))
    } catch {
      findings.reject(error.at(source: table.name, line: row + 1))
    }
  }
}
