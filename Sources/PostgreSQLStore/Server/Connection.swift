import CPostgreSQL
import Scheduling

/// One connection to a server, for one thread at a time.
///
/// Nothing here blocks for longer than whoever waits wants: many times a second it asks whether to go on,
/// and if not the server is told to stop the statement, which ends with the error that it was cancelled.
/// What is done within a twentieth of a second is not cancelled, so that a `ROLLBACK` afterwards goes
/// through.
///
/// Safe: libpq takes one thread at a time for a connection: whoever has opened it or taken it from the pool
/// is alone with it, and only `isCancelled` is shared.
final class Connection: @unchecked Sendable {
  let address: StoreAddress
  let login: Login
  /// libpq's connection.
  let handle: OpaquePointer
  let isCancelled: @Sendable () -> Bool
  /// Whether the server was told to stop what runs, and until when it may take to do so.
  var cancellation: ContinuousClock.Instant?
  /// How long the server may take to stop.
  var patience = Duration.seconds(5)
  /// Whether the server was given up, as it does not even stop.
  var isGivenUp = false
  /// The names of statements that are prepared.
  private var statements: [Statement: String] = [:]
  /// The statements that were asked before.
  private var once: Set<Statement> = []

  /// Opens a connection and sets what holds for all that is done on it.
  ///
  /// - Throws: `InputError` where there is no server, where it does not let the role in, is older than
  ///   PostgreSQL 13, or keeps its texts otherwise than in UTF-8.
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

  /// Whether the server is gone, so that nothing more can be done here.
  var isLost: Bool { isGivenUp || PQstatus(handle) == CONNECTION_BAD }

  /// Runs statements without values, one or several; rows that they return are dropped.
  func execute(_ sql: String) throws(InputError) {
    try settle()
    _ = try result(of: PQsendQuery(handle, sql), sql)
  }

  /// Runs a statement with values, and returns its rows.
  ///
  /// The first time it goes in one message; from the second time on it is prepared.
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

  /// The name that a statement is prepared by; `nil` for one that is new.
  private func prepare(_ sql: String, _ types: [Oid]) throws(InputError) -> String? {
    let key = Statement(sql: sql, types: types)
    if let known = statements[key] { return known }
    // Statements that are never the same do not pile up here, nor on the server.
    if once.count + statements.count >= 500 { once.removeAll() }
    if once.insert(key).inserted || statements.count >= 400 { return nil }
    let name = "regimen_\(statements.count)"
    _ = try result(of: PQsendPrepare(handle, name, sql, Int32(types.count), types), sql)
    statements[key] = name
    return name
  }

  /// A statement by its bytes, where Swift compares texts by what they mean.
  private struct Statement: Hashable {
    var sql: String
    var types: [Oid]

    static func == (a: Statement, b: Statement) -> Bool {
      a.types == b.types && a.sql.utf8.elementsEqual(b.sql.utf8)
    }
  }

  /// A name as it stands in SQL, whatever is in it.
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
        "the database '\(login.database)' keeps texts as \(encoding) (create one with the encoding"
          + " UTF8)")
    }
  }

  private func refusal(_ reason: String) -> InputError {
    InputError(.unreadable(reason: reason), source: address.description)
  }

  /// What a database, or a role, could have set otherwise.
  private var session: String {
    """
    SET search_path = \(quoted(address.schema)), pg_temp; SET TimeZone = 'UTC'; SET jit = off;
    SET lock_timeout = '5s'; SET client_min_messages = warning;
    SET idle_in_transaction_session_timeout = 0; SET standard_conforming_strings = on;
    SET default_transaction_isolation = 'read committed'; SET row_security = on
    """
  }
}
