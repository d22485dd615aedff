import CSQLite
import Diagnostics
import SQLiteStore
import Scheduling

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
    rows.beginRow()
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
