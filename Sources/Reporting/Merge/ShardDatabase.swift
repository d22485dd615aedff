import GRDBSQLite
import SQLiteStore
import Scheduling

/// The tables of a share's database, read row by row.
final class ShardDatabase {
  private let path: String
  private let cursors: TableCursors
  private let writers: [RowWriter]

  init(_ path: String, _ tables: [TableShape]) throws(InputError) {
    self.path = path
    writers = tables.map { RowWriter(columns: $0.columns, .binary) }
    do throws(InputError) {
      cursors = try TableCursors(path, tables.map { ($0.name, $0.columns) })
    } catch {
      throw InputError(.unreadable(reason: "it is no database of a share"), source: path)
    }
  }

  /// The next rows of every table, by their numbers.
  func take(_ counts: [Int]) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (table, writer) in writers.enumerated() {
      for _ in 0..<counts[table] {
        guard let row = try cursors.next(of: table) else { throw damage }
        copyRow(row, to: writer)
      }
      BinaryRows.append(writer, of: table, to: &bytes)
      writer.removeAll()
    }
    return bytes
  }

  private var damage: InputError { InputError(.broken(.truncated), source: path) }

  private func copyRow(_ cursor: OpaquePointer, to rows: RowWriter) {
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

  /// Refuses tables that have more than the rows taken.
  func checkEnd() throws(InputError) {
    for table in writers.indices {
      guard try cursors.next(of: table) == nil else { throw damage }
    }
  }
}
