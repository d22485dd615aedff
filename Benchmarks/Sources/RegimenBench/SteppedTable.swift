import Foundation
import CSQLite

/// A table of a store whose rows are only stepped through.
struct SteppedTable {
  var columns: [String]

  /// Steps through a table, optionally reading each column as a number.
  ///
  /// - Returns: The number of rows.
  func step(_ table: String, of path: String, readsColumns: Bool) throws -> Int {
    var (database, statement) = (OpaquePointer?.none, OpaquePointer?.none)
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table)"
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_exec(database, "PRAGMA mmap_size = 2147418112", nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
    else { throw CocoaError(.fileReadUnknown) }
    return readsColumns ? read(statement) : step(statement)
  }

  private func step(_ statement: OpaquePointer?) -> Int {
    var rows = 0
    while sqlite3_step(statement) == SQLITE_ROW { rows += 1 }
    return rows
  }

  private func read(_ statement: OpaquePointer?) -> Int {
    var (rows, sum) = (0, Int64(0))
    while sqlite3_step(statement) == SQLITE_ROW {
      rows += 1
      for column in 0..<Int32(columns.count) { sum &+= sqlite3_column_int64(statement, column) }
    }
    // The sum is used, so that reading columns is not optimised away.
    return sum == .min ? -1 : rows
  }
}
