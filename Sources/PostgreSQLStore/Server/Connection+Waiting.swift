import CPostgreSQL
import Foundation
import Scheduling

extension Connection {
  /// Waits for all that a statement results in.
  ///
  /// - Parameters:
  ///   - sent: What libpq returned when the statement was given to it.
  ///   - sql: The statement.
  /// - Returns: The last result, which the caller owns.
  /// - Throws: The first error of all results, when no more come.
  func result(of sent: Int32, _ sql: String) throws(InputError) -> OpaquePointer? {
    guard sent == 1 else { throw failure(sql) }
    try flush(sql)
    return try results(sql)
  }

  /// Lets all results come that are under way.
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
        throw giveUp(ServerError("rows were asked for in a way that gives none"), sql)
      default: error = error ?? ServerError(result: result)
      }
    }
    defer { cancellation = nil }
    guard let error else { return last }
    PQclear(last)
    throw inputError(error, sql)
  }

  /// The next result of what runs; `nil` behind the last.
  func nextResult(_ sql: String) throws(InputError) -> OpaquePointer? {
    while PQisBusy(handle) == 1, PQconsumeInput(handle) == 1, PQisBusy(handle) == 1 {
      try wait(POLLIN, sql)
    }
    return PQgetResult(handle)
  }

  /// Brings to the server what libpq still holds.
  func flush(_ sql: String) throws(InputError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        try wait(POLLIN | POLLOUT, sql)
        // A server that cannot send does not receive either.
        if PQconsumeInput(handle) == 0 { throw failure(sql) }
      default: throw failure(sql)
      }
    }
  }

  /// Waits until the socket is ready; where that takes longer, asks whether to go on.
  func wait(_ events: Int32, _ sql: String) throws(InputError) {
    while true {
      var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      if poll(&socket, 1, 50) != 0 { return }
      try heedCancellation(sql)
    }
  }

  /// Tells the server to stop where nobody waits any more, and gives it up where it does not.
  func heedCancellation(_ sql: String) throws(InputError) {
    if let cancellation {
      if cancellation < .now { throw giveUp(ServerError("timeout expired"), sql) }
    } else if isCancelled() {
      cancel()
    }
  }

  /// Tells the server to stop what runs, which is an error of that.
  func cancel() {
    cancellation = .now + patience
    guard let cancel = PQgetCancel(handle) else { return }
    let limit = ContinuousClock.now + .seconds(2)
    let request = CancelRequest(handle: cancel)
    // What comes to no end goes on by itself, and frees nothing that somebody else needs.
    _ = BlockingCall<Void> { _ in }.run(while: { .now < limit }) { request.send() }
  }

  /// Ends what is under way that nobody has read to the end.
  func settle() throws(InputError) {
    if isGivenUp { throw inputError(ServerError("no connection to the server"), "") }
    guard PQtransactionStatus(handle) == PQTRANS_ACTIVE else { return }
    try drop()
  }

  /// Stops what runs, and lets go by what comes of it.
  func drop() throws(InputError) {
    cancel()
    try drain()
  }

  /// Lets all go by that is still to come.
  func drain() throws(InputError) {
    var error: InputError?
    while let result = try nextResult("") {
      let status = PQresultStatus(result)
      PQclear(result)
      if status == PGRES_COPY_OUT { try dropRows() }
      if status == PGRES_COPY_IN || status == PGRES_COPY_BOTH {
        error = giveUp(ServerError("no connection to the server"), "")
        break
      }
    }
    cancellation = nil
    if let error { throw error }
  }

  /// Lets the rows of one query go by.
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

  /// What libpq says that is wrong now.
  func failure(_ sql: String) -> InputError {
    inputError(ServerError(String(cString: PQerrorMessage(handle))), sql)
  }

  /// The error that people read; what was cancelled is nothing but cancelled.
  func inputError(_ error: ServerError, _ sql: String) -> InputError {
    if cancellation != nil, error.state == "57014" || isGivenUp { return .cancelled(address) }
    return InputError(error, at: login, isWriting: Connection.isWriting(sql))
  }

  /// The error behind which nothing can be done here any more.
  func giveUp(_ error: ServerError, _ sql: String) -> InputError {
    isGivenUp = true
    return inputError(error, sql)
  }

  /// Whether a statement is one that writes, by its first word.
  private static func isWriting(_ sql: String) -> Bool {
    let words = sql.split(maxSplits: 2, whereSeparator: \.isWhitespace).prefix(2)
    guard let first = words.first?.lowercased() else { return false }
    if first == "copy" { return words.last?.hasPrefix("(") == false }
    if first == "select" { return sql.hasSuffix("FOR UPDATE") }
    return !["with", "show", "values", "table", "begin", "fetch"].contains(first)
  }
}

/// What tells a server to stop a statement; it is apart from the connection.
///
/// Safe: libpq has made it a copy of its own, which any thread may use; it is freed once, behind that.
private struct CancelRequest: @unchecked Sendable {
  let handle: OpaquePointer

  func send() {
    var complaint = [CChar](repeating: 0, count: 256)
    PQcancel(handle, &complaint, Int32(complaint.count))
    PQfreeCancel(handle)
  }
}
