import AdherenceAnalytics
public import Diagnostics
public import Interchange
import Scheduling

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
