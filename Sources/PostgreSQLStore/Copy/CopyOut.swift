import CPostgreSQL
import Foundation
import Scheduling

extension Connection {
  /// Asks for the rows of queries, all in one message.
  ///
  /// - Returns: Their rows, one query after the other. Until they were read, or finished with, the
  ///   connection serves nothing else.
  func copyOut(_ queries: [String]) throws(InputError) -> CopyOut {
    try settle()
    let sql = queries.map { "COPY (\($0)) TO STDOUT (FORMAT BINARY)" }.joined(separator: ";\n")
    guard PQsendQuery(handle, sql) == 1 else { throw failure(sql) }
    try flush(sql)
    return CopyOut(self, sql)
  }
}

/// The rows of queries, as they come from the server.
///
/// Safe: a row is libpq's until `PQfreemem`, which comes with the next; its fields lie within its bytes, and
/// there is room for as many as it states.
final class CopyOut {
  private let connection: Connection
  private let sql: String
  private let handle: OpaquePointer
  /// The row that was read last, which is libpq's.
  private var row: UnsafeMutablePointer<CChar>?
  private var fields = UnsafeMutableBufferPointer<Field>.allocate(capacity: 16)
  private var stage = Stage.between
  /// Why nothing more comes than what has come.
  private var loss: InputError?

  private enum Stage {
    /// No query's rows have begun.
    case between
    /// A query's rows have begun, with what stands before the first.
    case header
    case rows
    /// There is nothing left.
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

  /// The next row; `nil` behind the last row of a query, and behind the last query again and again.
  ///
  /// - Throws: `InputError` for what the server says, and for rows that are damaged; then there is
  ///   nothing left to read.
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

  /// Has done with it: what little is left goes by, and where it is more the server is told to stop, which
  /// makes a transaction fail.
  func finish() throws(InputError) {
    var left = CopyOut.patience
    while stage != .ended {
      guard try next() != nil else { continue }
      left -= 1
      if left == 0 {
        stage = .ended
        return try connection.drop()
      }
    }
  }

  /// The rows that are rather read than stopped.
  private static let patience = 100_000

  /// Begins with the next query's rows, if there are more.
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

  /// Sees how the rows of a query have ended.
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

  /// The error of a result, behind which no rows come.
  private func end(_ result: OpaquePointer) -> InputError {
    stage = .ended
    let error = connection.inputError(ServerError(result: result), sql)
    if !connection.isLost { try? connection.drain() }
    return error
  }

  /// Waits for more, and takes it.
  private func receive() throws(InputError) {
    do throws(InputError) {
      if let loss { throw loss }
      try connection.heedCancellation(sql)
      try connection.wait(POLLIN, sql)
      // What the server has said last, which may be why it is gone, is still to be read.
      if PQconsumeInput(connection.handle) == 0 { loss = connection.failure(sql) }
    } catch {
      stage = .ended
      throw error
    }
  }

  /// The row in what has come; `nil` for the mark behind the last.
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
    "the server has sent a row that is damaged (try again, and check what is between it and here)")
}
