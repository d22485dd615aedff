import AdherenceAnalytics
import CSQLite
import Diagnostics
import SQLiteStore
import Scheduling

/// Reads the rows of one shard patient by patient and validates them against its description.
struct ShardReader {
  private let partition: Partition
  /// The expected number of patients.
  private let patients: Int
  private let sizes: ShardFile
  private let tables: [ShardTable]
  private let database: ShardDatabase?
  private let tableCount: Int
  private var count = 0
  /// The next patient; `nil` after the last.
  private(set) var patient: ReportBlock.PatientSize?

  init(_ path: String, _ shard: Shard, _ format: ReportFormat) throws(InputError) {
    partition = Partition(shard.index, of: shard.count)
    patients = shard.part.patients
    let shapes = shard.contents.patientTables
    tableCount = shapes.count
    func file(_ name: String) throws(InputError) -> ShardFile {
      try ShardFile(name, in: path, shard.files[name])
    }
    sizes = try file(Shard.sizesName)
    switch format {
    case .text(let format):
      var tables: [ShardTable] = []
      for shape in shapes {
        let file = try file("\(shape.name).\(format.rawValue)")
        tables.append(try ShardTable(file, shape.columns, RowEncoding(format)))
      }
      (self.tables, database) = (tables, nil)
    case .arrow:
      throw InputError(
        .unreadable(reason: "tables of columns are merged in memory alone"), source: path)
    case .sqlite:
      let file = try file("report.sqlite")
      try file.checkAll()
      (tables, database) = ([], try ShardDatabase(file.path, shapes))
    }
    patient = try nextPatient()
  }

  /// Returns whether the next patient sorts before that of another shard.
  func precedes(_ other: ShardReader) -> Bool {
    guard let patient, let theirs = other.patient else { return patient != nil }
    return patient.id < theirs.id
  }

  /// Returns the rows of the next patient.
  mutating func take() throws(InputError) -> ReportBlock {
    guard let patient else { return ReportBlock() }
    var block = ReportBlock()
    if let database {
      block.tables = [.bytes(try database.take(patient.sizes))]
    } else {
      for (table, size) in zip(tables, patient.sizes) {
        block.tables.append(.bytes(try table.take(size)))
      }
    }
    self.patient = try nextPatient()
    return block
  }

  /// Parses the next line and validates that its patient belongs to the shard and follows the
  /// previous one.
  private mutating func nextPatient() throws(InputError) -> ReportBlock.PatientSize? {
    guard let line = try sizes.line() else { return nil }
    guard let next = SizeLine.read(line[...], tables: tableCount), partition.contains(next.id),
      patient.map({ $0.id < next.id }) ?? true
    else { throw .damaged(sizes.path) }
    count += 1
    return next
  }

  /// Throws if tables have more rows than the patients, or a checksum differs.
  func checkEnd() throws(InputError) {
    guard count == patients else { throw .damaged(sizes.path) }
    try sizes.checkEnd()
    for table in tables { try table.checkEnd() }
    try database?.checkEnd()
  }
}

/// A table of a shard, read in chunks.
final class ShardTable {
  private let file: ShardFile
  private let encoding: RowEncoding
  private var isEmpty = true

  init(_ file: ShardFile, _ columns: [TableColumn], _ encoding: RowEncoding) throws(InputError) {
    self.file = file
    self.encoding = encoding
    let header = encoding.header(columns)
    guard try file.take(header.count) == header else { throw .damaged(file.path) }
  }

  /// Returns the rows of a patient, given their length when written.
  func take(_ size: Int) throws(InputError) -> [UInt8] {
    guard isEmpty, size > 0, encoding.separatorLength > 0 else { return try file.take(size) }
    // The first row of the file has no separator before it.
    isEmpty = false
    let rows = try file.take(size - encoding.separatorLength)
    return Array(",".utf8.prefix(encoding.separatorLength)) + rows
  }

  func checkEnd() throws(InputError) {
    let footer = encoding.footer(isEmpty: encoding.separatorLength > 0 && isEmpty)
    guard try file.take(footer.count) == footer else { throw .damaged(file.path) }
    try file.checkEnd()
  }
}

/// The tables of a shard's database, read row by row.
final class ShardDatabase {
  private let path: String
  private let cursors: TableCursors
  private let buffers: [RowBuffer]

  init(_ path: String, _ tables: [TableShape]) throws(InputError) {
    self.path = path
    buffers = tables.map { RowBuffer($0.columns, .binary) }
    do throws(InputError) {
      cursors = try TableCursors(path, tables.map { ($0.name, $0.columns.map(\.name)) })
    } catch {
      throw InputError(
        .unreadable(reason: "it is no database of a share"), source: path, cause: error)
    }
  }

  /// Returns the next rows of every table, given their numbers.
  func take(_ counts: [Int]) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (table, rows) in buffers.enumerated() {
      for _ in 0..<counts[table] {
        guard let row = try cursors.next(of: table) else { throw damage }
        copyRow(row, to: rows)
      }
      BinaryRows.append(rows, of: table, to: &bytes)
      rows.removeAll()
    }
    return bytes
  }

  private var damage: InputError { InputError(.broken(.truncated), source: path) }

  private func copyRow(_ cursor: OpaquePointer, to rows: RowBuffer) {
    for column in 0..<sqlite3_column_count(cursor) {
      rows.write(cell(cursor, column), at: Int(column))
    }
    rows.endRow()
  }

  // Safe: SQLite's bytes stay until the next step, as many as it counts, and are copied at once.
  private func cell(_ cursor: OpaquePointer, _ column: Int32) -> Cell {
    switch sqlite3_column_type(cursor, column) {
    case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(cursor, column)))
    case SQLITE_FLOAT: .number(sqlite3_column_double(cursor, column))
    case SQLITE_TEXT:
      .text(
        String(
          decoding: UnsafeBufferPointer(
            start: sqlite3_column_text(cursor, column),
            count: Int(sqlite3_column_bytes(cursor, column))), as: UTF8.self))
    default: .empty
    }
  }

  /// Throws if a table has more rows than were taken.
  func checkEnd() throws(InputError) {
    for table in buffers.indices {
      guard try cursors.next(of: table) == nil else { throw damage }
    }
  }
}
