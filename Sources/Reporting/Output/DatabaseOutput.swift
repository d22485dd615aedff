import GRDB
import GRDBSQLite
import Interchange
import SQLiteStore
import Scheduling

/// One database with a table each.
///
/// It is written as a temporary file in one transaction without a journal: an incomplete database
/// never has the final name. Rows are inserted patient by patient, so that the bytes do not depend
/// on the number of threads.
///
/// Safe: blocks come one at a time (`OrderedBlockQueue`), and the last word after all of them; the queue
/// runs what is done one by one. A text is lent to SQLite until its row is written.
final class DatabaseOutput: ReportOutput, @unchecked Sendable {
  private static let name = "report.sqlite"

  private let folder: OutputFolder
  private let isSummed: Bool
  private let queue: DatabaseQueue
  /// The path of the temporary file.
  private let draft: String
  private let tables: [TableShape]
  /// The `INSERT` statement of each table.
  private var inserts: [OpaquePointer?] = []

  /// Creates the database, with a checksum if requested.
  init(_ report: ReportFolder, in folder: OutputFolder, isSummed: Bool) throws(InputError) {
    self.folder = folder
    self.isSummed = isSummed
    tables = report.contents.patientTables
    draft = try folder.emptyFile(DatabaseOutput.name)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: draft, configuration: configuration)
    } catch {
      throw InputError(writing: "\(folder.path)/\(DatabaseOutput.name)", error)
    }
    try inDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try db.beginTransaction()
      for table in tables {
        try db.execute(sql: DatabaseSchema.create(table.name, table.columns))
        inserts.append(try prepare(db, table.name, table.columns.count))
      }
    }
  }

  deinit { abandon() }

  func abandon() {
    for insert in inserts { sqlite3_finalize(insert) }
    inserts = []
    try? queue.close()
  }

  private func prepare(_ db: Database, _ table: String, _ columns: Int) throws -> OpaquePointer? {
    let places = Array(repeating: "?", count: columns).joined(separator: ",")
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      db.sqliteConnection, "INSERT INTO \"\(table)\" VALUES (\(places))", -1,
      UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return statement
  }

  func write(_ block: ReportBlock) throws {
    guard case .bytes(let rows) = block.tables.first else { return }
    try inDatabase { _ in
      try BinaryRows.forEach(in: rows) { table, bytes in
        try insert(bytes, tables[table].columns.count, inserts[table])
      }
    }
  }

  private func insert(
    _ bytes: UnsafeRawBufferPointer, _ columns: Int, _ statement: OpaquePointer?
  ) throws {
    var cursor = BinaryCursor(bytes)
    var column: Int32 = 0
    while let cell = cursor.next() {
      column += 1
      switch cell {
      case .empty: sqlite3_bind_null(statement, column)
      case .integer(let number): sqlite3_bind_int64(statement, column, number)
      case .number(let number): sqlite3_bind_double(statement, column, number)
      case .text(let text):
        sqlite3_bind_text(
          statement, column, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count), nil)
      }
      guard column == columns else { continue }
      column = 0
      let code = sqlite3_step(statement)
      sqlite3_reset(statement)
      guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
  }

  func finish(_ end: ReportEnd) throws {
    try inDatabase { db in
      for table in end.tables { try write(table, to: db) }
      try db.execute(sql: "CREATE TABLE report (json TEXT NOT NULL)")
      try db.execute(sql: "INSERT INTO report VALUES (?)", arguments: [end.summary])
      if let statistics = end.statistics {
        try db.execute(sql: "CREATE TABLE statistics (json TEXT NOT NULL)")
        try db.execute(sql: "INSERT INTO statistics VALUES (?)", arguments: [statistics.text])
      }
      for table in tables {
        for sql in DatabaseSchema.indices(table.name, table.columns) {
          try db.execute(sql: sql)
        }
      }
      for insert in inserts { sqlite3_finalize(insert) }
      inserts = []
      try db.commit()
    }
    try queue.close()
    try folder.sync(DatabaseOutput.name)
  }

  private func write(_ table: EndTable, to db: Database) throws {
    try db.execute(sql: DatabaseSchema.create(table.name, table.columns))
    let insert = try prepare(db, table.name, table.columns.count)
    defer { sqlite3_finalize(insert) }
    try table.rows(.binary).take().withUnsafeBytes {
      try self.insert($0, table.columns.count, insert)
    }
  }

  func sums() throws(InputError) -> [String: FileSum] {
    isSummed ? [DatabaseOutput.name: FileSum(try Checksum64(ofFile: draft))] : [:]
  }

  private func inDatabase(_ body: (Database) throws -> Void) throws(InputError) {
    do {
      try queue.writeWithoutTransaction(body)
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
