import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

/// A connection to a server, used by one thread at a time.
///
/// No call blocks for longer than the caller wants: it polls for cancellation many times a second,
/// and then asks the server to cancel the statement, which fails with an error of cancellation.
/// Statements that take less than a twentieth of a second are not cancelled, so that a subsequent
/// `ROLLBACK` succeeds.
///
/// Safe: libpq allows one thread at a time per connection: the caller that opened it or took it
/// from the pool has exclusive access, and only `isCancelled` is shared.
final class Connection: @unchecked Sendable {
  let address: StoreAddress
  let login: Login
  /// libpq's connection.
  let handle: OpaquePointer
  let isCancelled: @Sendable () -> Bool
  /// The deadline for the server to react to a cancel request; `nil` if none was sent.
  var cancellation: ContinuousClock.Instant?
  /// The time that the server has to react to a cancel request.
  var cancellationTimeout = Duration.seconds(5)
  /// Whether the connection is unusable because the server did not react to a cancel request.
  var isAbandoned = false
  /// The names of prepared statements.
  private var statements: [Statement: String] = [:]
  /// The statements that have run once.
  private var once: Set<Statement> = []

  /// Opens a connection and configures the session.
  ///
  /// - Throws: `InputError` if there is no server, the server rejects the role, is older than
  ///   PostgreSQL 13, or has a database with an encoding other than UTF-8.
  init(_ address: StoreAddress, isCancelled: @escaping @Sendable () -> Bool = { false })
    throws(InputError)
  {
    guard let opening = Opening.open(address, isCancelled: isCancelled) else {
      throw .cancelled(address)
    }
    guard let handle = opening.handle else {
      let login = Login(address: address, role: "", database: "")
      throw InputError(opening.error ?? ServerError("there is no connection"), at: login)
    }
    (self.address, self.handle, self.isCancelled) = (address, handle, isCancelled)
    login = Login(
      address: address, role: PQuser(handle).map { String(cString: $0) } ?? "",
      database: PQdb(handle).map { String(cString: $0) } ?? "")
    if let error = opening.error { throw InputError(error, at: login) }
    PQsetnonblocking(handle, 1)
    try checkServer()
    try execute(session)
  }

  deinit { PQfinish(handle) }

  /// Whether the connection is lost.
  var isLost: Bool { isAbandoned || PQstatus(handle) == CONNECTION_BAD }

  /// Runs one or more statements without parameters and discards their rows.
  func execute(_ sql: String) throws(InputError) {
    try settle()
    _ = try result(of: PQsendQuery(handle, sql), sql)
  }

  /// Runs a statement with parameters and returns its rows.
  ///
  /// The statement is prepared when it runs for the second time.
  func query(_ sql: String, _ values: [Parameter] = []) throws(InputError) -> QueryResult {
    try settle()
    let types = values.map(\.type)
    let name = try prepare(sql, types)
    let sent = EncodedParameters(values).withPointers { pointers, lengths, formats in
      if let name {
        return PQsendQueryPrepared(
          handle, name, Int32(types.count), pointers, lengths, formats, 1)
      }
      return PQsendQueryParams(
        handle, sql, Int32(types.count), types, pointers, lengths, formats, 1)
    }
    return QueryResult(try result(of: sent, sql))
  }

  /// Returns the name of the prepared statement; `nil` for a new one.
  private func prepare(_ sql: String, _ types: [Oid]) throws(InputError) -> String? {
    let key = Statement(sql: sql, types: types)
    if let known = statements[key] { return known }
    // Limits the number of statements remembered here and on the server if each is different.
    if once.count + statements.count >= 500 { once.removeAll() }
    if once.insert(key).inserted || statements.count >= 400 { return nil }
    let name = "regimen_\(statements.count)"
    _ = try result(of: PQsendPrepare(handle, name, sql, Int32(types.count), types), sql)
    statements[key] = name
    return name
  }

  /// A statement compared by bytes, because Swift compares strings by canonical equivalence.
  private struct Statement: Hashable {
    var sql: String
    var types: [Oid]

    static func == (a: Statement, b: Statement) -> Bool {
      a.types == b.types && a.sql.utf8.elementsEqual(b.sql.utf8)
    }
  }

  /// Returns a quoted SQL identifier.
  func quoted(_ identifier: String) -> String {
    "\"" + identifier.replacing("\"", with: "\"\"") + "\""
  }

  private func checkServer() throws(InputError) {
    let version = PQserverVersion(handle)
    if version < 130_000 {
      let name =
        version < 100_000 ? "\(version / 10_000).\(version / 100 % 100)" : "\(version / 10_000)"
      throw refusal("the server is PostgreSQL \(name), and a store needs 13 or newer (update it)")
    }
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "?"
    if encoding != "UTF8" {
      throw refusal(
        "the database '\(login.database)' has the encoding \(encoding) (create one with the encoding"
          + " UTF8)")
    }
  }

  private func refusal(_ reason: String) -> InputError {
    InputError(.unreadable(reason: reason), source: address.description)
  }

  /// The settings that a database or role may have changed.
  private var session: String {
    """
    SET search_path = \(quoted(address.schema)), pg_temp; SET TimeZone = 'UTC'; SET jit = off;
    SET lock_timeout = '5s'; SET client_min_messages = warning;
    SET idle_in_transaction_session_timeout = 0; SET standard_conforming_strings = on;
    SET default_transaction_isolation = 'read committed'; SET row_security = on
    """
  }
}

extension Connection {
  /// The notification channel of writers.
  static let channel = "regimen"

  /// Waits for a notification of a write to this store; the connection must listen to ``channel``.
  ///
  /// Notifications of other stores in the database are ignored.
  ///
  /// - Parameter milliseconds: The timeout.
  /// - Returns: Whether a notification arrived; all pending ones count as one.
  /// - Throws: `InputError` if the connection is lost or the wait is cancelled.
  func waitForNotification(_ milliseconds: Int) throws(InputError) -> Bool {
    try settle()
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if PQconsumeInput(handle) == 0 { throw failure("") }
      if takeNotifications() { return true }
      let now = ContinuousClock.now
      if now >= end { return false }
      if isCancelled() { throw .cancelled(address) }
      let left = (end - now) / .milliseconds(1)
      var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      poll(&socket, 1, Int32(min(50, max(1, left))))
    }
  }

  /// Consumes all pending notifications and returns whether one is about this store.
  private func takeNotifications() -> Bool {
    var isReceived = false
    while let notification = PQnotifies(handle) {
      let text = notification.pointee.extra.map { String(cString: $0) } ?? ""
      isReceived = isReceived || text.hasPrefix(address.schema + " ")
      PQfreemem(notification)
    }
    return isReceived
  }
}

/// The rows returned by a statement.
///
/// Safe: values are libpq's until `PQclear`; a row holds this object, and every field of every row
/// is filled in before anybody asks.
final class QueryResult {
  private let handle: OpaquePointer?
  private let fields: UnsafeMutablePointer<Field>
  private let columns: Int
  /// The number of rows.
  let count: Int

  /// Takes ownership of a result of libpq.
  init(_ handle: OpaquePointer?) {
    self.handle = handle
    columns = Int(PQnfields(handle))
    count = Int(PQntuples(handle))
    fields = .allocate(capacity: max(1, columns * count))
    for row in 0..<count {
      for column in 0..<columns {
        let (row32, column32) = (Int32(row), Int32(column))
        let isNull = PQgetisnull(handle, row32, column32) == 1
        (fields + row * columns + column).initialize(
          to: Field(
            start: isNull ? nil : UnsafeRawPointer(PQgetvalue(handle, row32, column32)),
            count: Int(PQgetlength(handle, row32, column32))))
      }
    }
  }

  deinit {
    fields.deallocate()
    PQclear(handle)
  }

  /// Whether there are no rows.
  var isEmpty: Bool { count == 0 }

  /// The first row; `nil` if there is none.
  var first: Fields? { isEmpty ? nil : self[0] }

  /// Accesses a row.
  subscript(row: Int) -> Fields {
    precondition(row >= 0 && row < count, "there is no row \(row) of \(count)")
    return Fields(fields + row * columns, count: columns, owner: self)
  }
}
