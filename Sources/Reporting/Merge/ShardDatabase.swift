import GRDB
import GRDBSQLite
import Scheduling

/// The tables of a share's database, read row by row.
final class ShardDatabase {
  private let path: String
  private let queue: DatabaseQueue
  private let writers: [RowWriter]
  private var cursors: [OpaquePointer?] = []

  init(_ path: String, _ tables: [TableShape]) throws(InputError) {
    self.path = path
    writers = tables.map { RowWriter(columns: $0.columns, .binary) }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.unsafeRead { db in
        for table in tables {
          var cursor: OpaquePointer?
          let sql = "SELECT * FROM \"\(table.name)\" ORDER BY rowid"
          let code = sqlite3_prepare_v2(db.sqliteConnection, sql, -1, &cursor, nil)
          guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
          }
          cursors.append(cursor)
        }
      }
    } catch {
      throw InputError(.unreadable(reason: "it is no database of a share"), source: path)
    }
  }

  deinit { for cursor in cursors { sqlite3_finalize(cursor) } }

  /// The next rows of every table, by their numbers.
  func take(_ counts: [Int]) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    for table in cursors.indices {
      for _ in 0..<counts[table] {
        guard sqlite3_step(cursors[table]) == SQLITE_ROW else { throw damage }
        copyRow(cursors[table], to: writers[table])
      }
      BinaryRows.append(writers[table], of: table, to: &bytes)
      writers[table].removeAll()
    }
    return bytes
  }

  private var damage: InputError { InputError(.broken(.truncated), source: path) }

  private func copyRow(_ cursor: OpaquePointer?, to rows: RowWriter) {
    for column in 0..<sqlite3_column_count(cursor) {
      switch sqlite3_column_type(cursor, column) {
      case SQLITE_INTEGER: rows.integer(Int(sqlite3_column_int64(cursor, column)))
      case SQLITE_FLOAT: rows.number(sqlite3_column_double(cursor, column))
      case SQLITE_TEXT:
        let length = Int(sqlite3_column_bytes(cursor, column))
        rows.text(
          String(
            decoding: UnsafeBufferPointer(
              start: sqlite3_column_text(cursor, column), count: length), as: UTF8.self))
      default: rows.empty()
      }
    }
    rows.endRow()
  }

  func checkEnd() throws(InputError) {
    for cursor in cursors {
      guard sqlite3_step(cursor) == SQLITE_DONE else { throw damage }
    }
  }
}
