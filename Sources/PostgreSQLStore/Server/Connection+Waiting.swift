import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

extension Connection {
  /// Waits for all results of a statement.
  ///
  /// - Parameters:
  ///   - sent: The value that libpq returned when the statement was sent.
  ///   - sql: The statement.
  /// - Returns: The last result, which the caller owns.
  /// - Throws: The first error, after all results have arrived.
  func result(of sent: Int32, _ sql: String) throws(InputError) -> OpaquePointer? {
    guard sent == 1 else { throw failure(sql) }
    try flush(sql)
    return try results(sql)
  }

  /// Waits for all pending results.
  func results(_ sql: String) throws(InputError) -> OpaquePointer? {
    var last: OpaquePointer?
    var error: ServerError?
    while let result = try nextResult(sql) {
      PQclear(last)
      last = result
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
      case PGRES_COPY_OUT, PGRES_COPY_IN, PGRES_COPY_BOTH:
        PQclear(result)
        throw abandon(ServerError("rows were asked for in a way that gives none"), sql)
      default: error = error ?? ServerError(result: result)
      }
    }
    defer { cancellation = nil }
    guard let error else { return last }
    PQclear(last)
    throw inputError(error, sql)
  }

  /// Returns the next result of the running statement; `nil` after the last one.
  func nextResult(_ sql: String) throws(InputError) -> OpaquePointer? {
    while PQisBusy(handle) == 1, PQconsumeInput(handle) == 1, PQisBusy(handle) == 1 {
      try wait(POLLIN, sql)
    }
    return PQgetResult(handle)
  }

  /// Sends the bytes that libpq has buffered.
  func flush(_ sql: String) throws(InputError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        try wait(POLLIN | POLLOUT, sql)
        // Reads while writing, because a server that cannot send stops receiving.
        if PQconsumeInput(handle) == 0 { throw failure(sql) }
      default: throw failure(sql)
      }
    }
  }

  /// Waits until the socket is ready, checking for cancellation.
  func wait(_ events: Int32, _ sql: String) throws(InputError) {
    while true {
      var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      if poll(&socket, 1, 50) != 0 { return }
      try checkCancellation(sql)
    }
  }

  /// Sends a cancel request if the caller has cancelled, and gives up the connection if the server
  /// does not react.
  func checkCancellation(_ sql: String) throws(InputError) {
    if let cancellation {
      if cancellation < .now { throw abandon(ServerError("timeout expired"), sql) }
    } else if isCancelled() {
      cancel()
    }
  }

  /// Sends a cancel request, which makes the running statement fail.
  func cancel() {
    cancellation = .now + cancellationTimeout
    guard let cancel = PQgetCancel(handle) else { return }
    let limit = ContinuousClock.now + .seconds(2)
    let request = CancelRequest(handle: cancel)
    // A request that hangs continues on its own thread and owns everything it needs.
    _ = BlockingCall<Void> { _ in }.run(while: { .now < limit }) { request.send() }
  }

  /// Cancels a running statement whose results were not read to the end.
  func settle() throws(InputError) {
    if isAbandoned { throw inputError(ServerError("no connection to the server"), "") }
    guard PQtransactionStatus(handle) == PQTRANS_ACTIVE else { return }
    try drop()
  }

  /// Cancels the running statement and discards its results.
  func drop() throws(InputError) {
    cancel()
    try drain()
  }

  /// Discards all remaining results.
  func drain() throws(InputError) {
    var error: InputError?
    while let result = try nextResult("") {
      let status = PQresultStatus(result)
      PQclear(result)
      if status == PGRES_COPY_OUT { try dropRows() }
      if status == PGRES_COPY_IN || status == PGRES_COPY_BOTH {
        error = abandon(ServerError("no connection to the server"), "")
        break
      }
    }
    cancellation = nil
    if let error { throw error }
  }

  /// Discards the rows of one query.
  ///
  /// Safe: a row is libpq's, and freed before the next is asked for.
  func dropRows() throws(InputError) {
    var row: UnsafeMutablePointer<CChar>?
    while true {
      let count = PQgetCopyData(handle, &row, 1)
      if count > 0 {
        PQfreemem(row)
      } else if count < 0 {
        return
      } else {
        try wait(POLLIN, "")
        if PQconsumeInput(handle) == 0 { return }
      }
    }
  }

  /// Returns the current error of libpq.
  func failure(_ sql: String) -> InputError {
    inputError(ServerError(String(cString: PQerrorMessage(handle))), sql)
  }

  /// Returns the user-facing error; a cancelled statement is only reported as cancelled.
  func inputError(_ error: ServerError, _ sql: String) -> InputError {
    if cancellation != nil, error.state == "57014" || isAbandoned { return .cancelled(address) }
    return InputError(error, at: login, isWriting: Connection.isWriting(sql))
  }

  /// Returns an error after which the connection cannot be used.
  func abandon(_ error: ServerError, _ sql: String) -> InputError {
    isAbandoned = true
    return inputError(error, sql)
  }

  /// Returns whether a statement writes, judged by its first words.
  private static func isWriting(_ sql: String) -> Bool {
    let words = sql.split(maxSplits: 2, whereSeparator: \.isWhitespace).prefix(2)
    guard let first = words.first?.lowercased() else { return false }
    if first == "copy" { return words.last?.hasPrefix("(") == false }
    if first == "select" { return sql.hasSuffix("FOR UPDATE") }
    return !["with", "show", "values", "table", "begin", "fetch"].contains(first)
  }
}

/// A cancel request of libpq, which is independent of the connection.
///
/// Safe: libpq has made it a copy of its own, which any thread may use; it is freed once, behind
/// that.
private struct CancelRequest: @unchecked Sendable {
  let handle: OpaquePointer

  func send() {
    var errorMessage = [CChar](repeating: 0, count: 256)
    PQcancel(handle, &errorMessage, Int32(errorMessage.count))
    PQfreeCancel(handle)
  }
}
