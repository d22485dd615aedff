import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

extension Connection {
  /// Sends queries in one message.
  ///
  /// - Returns: The rows of the queries in order. The connection is busy until all rows are read or
  ///   ``CopyOut/finish()`` is called.
  func copyOut(_ queries: [String]) throws(InputError) -> CopyOut {
    try settle()
    let sql = queries.map { "COPY (\($0)) TO STDOUT (FORMAT BINARY)" }.joined(separator: ";\n")
    guard PQsendQuery(handle, sql) == 1 else { throw failure(sql) }
    try flush(sql)
    return CopyOut(self, sql)
  }
}

/// The rows of queries as they arrive from the server.
///
/// Safe: a row is libpq's until `PQfreemem`, which comes with the next; its fields lie within its
/// bytes, and there is room for as many as it states.
final class CopyOut {
  private let connection: Connection
  private let sql: String
  private let handle: OpaquePointer
  /// The last row read, which libpq owns.
  private var row: UnsafeMutablePointer<CChar>?
  private var fields = UnsafeMutableBufferPointer<Field>.allocate(capacity: 16)
  private var stage = Stage.between
  /// The error that ends the rows once the received bytes are consumed.
  private var connectionError: InputError?

  private enum Stage {
    /// Before the rows of a query.
    case between
    /// Before the header of a query's rows.
    case header
    case rows
    /// After the last row of the last query.
    case ended
  }

  init(_ connection: Connection, _ sql: String) {
    self.connection = connection
    self.sql = sql
    handle = connection.handle
  }

  deinit {
    PQfreemem(row)
    fields.deallocate()
    if stage != .ended { try? connection.drop() }
  }

  /// Returns the next row; `nil` after the last row of each query, and always after the last query.
  ///
  /// - Throws: `InputError` for errors of the server and for malformed rows; no more rows can be
  ///   read then.
  func next() throws(InputError) -> Fields? {
    if stage == .ended { return nil }
    if stage == .between, try !begin() { return nil }
    while true {
      PQfreemem(row)
      var next: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &next, 1)
      row = next
      if count > 0 {
        if let fields = try parsed(Int(count)) { return fields }
      } else if count == 0 {
        try receive()
      } else {
        try endRows()
        return nil
      }
    }
  }

  /// Skips the remaining rows if they are few, and otherwise cancels the query, which makes the
  /// transaction fail.
  func finish() throws(InputError) {
    var left = CopyOut.drainLimit
    while stage != .ended {
      guard try next() != nil else { continue }
      left -= 1
      if left == 0 {
        stage = .ended
        return try connection.drop()
      }
    }
  }

  /// The number of rows that are skipped rather than cancelled.
  private static let drainLimit = 100_000

  /// Starts reading the rows of the next query, if there is one.
  private func begin() throws(InputError) -> Bool {
    guard let result = try nextResult() else {
      stage = .ended
      connection.cancellation = nil
      return false
    }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_OUT else { throw end(result) }
    stage = .header
    return true
  }

  /// Reads the status of a query after its last row.
  private func endRows() throws(InputError) {
    stage = .between
    guard let result = try nextResult() else { return }
    defer { PQclear(result) }
    if PQresultStatus(result) != PGRES_COMMAND_OK { throw end(result) }
  }

  private func nextResult() throws(InputError) -> OpaquePointer? {
    do throws(InputError) {
      return try connection.nextResult(sql)
    } catch {
      stage = .ended
      throw error
    }
  }

  /// Returns the error of a result, after which no rows follow.
  private func end(_ result: OpaquePointer) -> InputError {
    stage = .ended
    let error = connection.inputError(ServerError(result: result), sql)
    if !connection.isLost { try? connection.drain() }
    return error
  }

  /// Waits for more bytes and reads them.
  private func receive() throws(InputError) {
    do throws(InputError) {
      if let connectionError { throw connectionError }
      try connection.checkCancellation(sql)
      try connection.wait(POLLIN, sql)
      // The last message of the server, which may explain a lost connection, is read before the
      // error is thrown.
      if PQconsumeInput(connection.handle) == 0 { connectionError = connection.failure(sql) }
    } catch {
      stage = .ended
      throw error
    }
  }

  /// Parses the received row; `nil` for the trailer.
  private func parsed(_ count: Int) throws(InputError) -> Fields? {
    var rest = UnsafeRawBufferPointer(start: row, count: count)
    if stage == .header {
      guard CopyForm.dropHeader(&rest) else { throw damaged() }
      stage = .rows
    }
    guard let number = CopyForm.take(Int16.self, from: &rest) else { throw damaged() }
    if number == -1, rest.isEmpty { return nil }
    guard number >= 0 else { throw damaged() }
    if Int(number) > fields.count {
      fields.deallocate()
      fields = .allocate(capacity: Int(number))
    }
    guard let start = fields.baseAddress, CopyForm.find(Int(number), in: rest, start) else {
      throw damaged()
    }
    return Fields(start, count: Int(number))
  }

  private func damaged() -> InputError {
    stage = .ended
    try? connection.drop()
    return InputError(.broken(.damagedRow), source: connection.address.description)
  }
}

extension InputError.Defect {
  fileprivate static let damagedRow = InputError.Defect(
    "the server has sent a malformed row (try again, and check the network)")
}
