import CSQLite
import Diagnostics
import Formats
import Interchange
import SQLiteStore
import Scheduling

/// One database with a table each.
///
/// It is written as a temporary file in one transaction without a journal: an incomplete database
/// never has the final name. Rows are inserted patient by patient, so that the bytes do not depend
/// on the number of threads.
///
/// Safe: blocks come one at a time (`OrderedBlockQueue`), and the last word after all of them. A text
/// is lent to SQLite until its row is written.
final class DatabaseOutput: ReportOutput, @unchecked Sendable {
  private static let name = "report.sqlite"

  private let folder: OutputFolder
  private let isSummed: Bool
  /// The connection until the database is complete or abandoned.
  private var connection: Connection?
  /// The path of the temporary file.
  private let draft: String
  private let tables: [TableShape]
  /// The `INSERT` statement of each table.
  private var inserts: [Statement] = []

  /// Creates the database, with a checksum if requested.
  init(_ report: ReportFolder, in folder: OutputFolder, isSummed: Bool) throws(InputError) {
    self.folder = folder
    self.isSummed = isSummed
    tables = report.contents.patientTables
    draft = try folder.emptyFile(DatabaseOutput.name)
    try writing {
      let connection = try Connection(output: draft)
      self.connection = connection
      try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
      for table in tables { inserts.append(try create(table.name, table.columns, connection)) }
    }
  }

  func abandon() {
    inserts = []
    connection = nil
  }

  /// Creates a table and returns the statement that inserts a row.
  private func create(_ table: String, _ columns: [TableColumn], _ connection: Connection)
    throws(InputError) -> Statement
  {
    try connection.execute(DatabaseSchema.create(table, columns))
    let places = Array(repeating: "?", count: columns.count).joined(separator: ",")
    return try connection.statement("INSERT INTO \"\(table)\" VALUES (\(places))")
  }

  func write(_ block: ReportBlock) throws {
    guard case .bytes(let rows) = block.tables.first else { return }
    try writing {
      try BinaryRows.forEach(in: rows) { table, bytes in
        try insert(bytes, tables[table].columns.count, inserts[table])
      }
    }
  }

  private func insert(
    _ bytes: UnsafeRawBufferPointer, _ columns: Int, _ statement: Statement
  ) throws(InputError) {
    let handle = statement.handle
    var cursor = BinaryCursor(bytes)
    var column: Int32 = 0
    while let cell = cursor.next() {
      column += 1
      switch cell {
      case .empty: sqlite3_bind_null(handle, column)
      case .integer(let number): sqlite3_bind_int64(handle, column, number)
      case .number(let number): sqlite3_bind_double(handle, column, number)
      case .text(let text):
        sqlite3_bind_text(
          handle, column, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count), nil)
      }
      guard column == columns else { continue }
      column = 0
      try statement.run()
    }
  }

  func finish(_ end: ReportEnd) throws {
    try writing {
      guard let connection else { preconditionFailure("the database is closed") }
      for table in end.tables {
        let insert = try create(table.name, table.columns, connection)
        try table.rows(.binary).take().withUnsafeBytes {
          try self.insert($0, table.columns.count, insert)
        }
      }
      try write(end.summary, to: "report", connection)
      if let statistics = end.statistics {
        try write(statistics.indentedText, to: "statistics", connection)
      }
      let indices = tables.flatMap { DatabaseSchema.indices($0.name, $0.columns) }
      try connection.execute((indices + ["COMMIT"]).joined(separator: ";"))
    }
    abandon()
    try folder.sync(DatabaseOutput.name)
  }

  /// Writes a table with one text.
  private func write(_ json: String, to table: String, _ connection: Connection)
    throws(InputError)
  {
    try connection.execute("CREATE TABLE \(table) (json TEXT NOT NULL)")
    let statement = try connection.statement("INSERT INTO \(table) VALUES (?)")
    statement.bind(json)
    try statement.run()
  }

  func sums() throws(InputError) -> [String: FileSum] {
    isSummed ? [DatabaseOutput.name: FileSum(try Checksum64(ofFile: draft))] : [:]
  }

  /// Runs a body whose errors name the final file.
  private func writing(_ body: () throws -> Void) throws(InputError) {
    do {
      try body()
    } catch {
      throw InputError(writing: "\(folder.path)/\(DatabaseOutput.name)", error)
    }
  }
}

/// The schema of a report's database.
enum DatabaseSchema {
  static func create(_ table: String, _ columns: [TableColumn]) -> String {
    let list = columns.map { "\"\($0.name)\" \($0.type.sql)" }
    return "CREATE TABLE \"\(table)\" (\(list.joined(separator: ", ")))"
  }

  /// Returns the statements for indices on patient and period, for the columns that the table has.
  static func indices(_ table: String, _ columns: [TableColumn]) -> [String] {
    ["patient", "period"].filter(columns.map(\.name).contains).map { column in
      "CREATE INDEX \"\(table)_\(column)\" ON \"\(table)\" (\"\(column)\")"
    }
  }
}
