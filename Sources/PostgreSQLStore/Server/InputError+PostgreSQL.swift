import CPostgreSQL
import Diagnostics
import Scheduling

// The conversion of PostgreSQL's errors to user-facing errors.
extension InputError {
  /// Creates the error of a server's message, with a suggested fix.
  ///
  /// - Parameters:
  ///   - error: The message, which becomes the error's cause.
  ///   - login: The role and server.
  ///   - isWriting: Whether the statement writes.
  init(_ error: ServerError, at login: Login, isWriting: Bool = false) {
    let meaning = Meaning.of(error)
    let reason = meaning.reason(error, login)
    let isUnwritable = meaning.isAboutWriting ?? isWriting
    self.init(
      isUnwritable ? .unwritable(reason: reason) : .unreadable(reason: reason),
      source: login.address.description, cause: error)
  }

  /// The SQLSTATE of the cause; `nil` if it is not an error of a server.
  var sqlState: String? { (cause as? ServerError)?.state }

  /// Returns the error of a cancelled operation.
  static func cancelled(_ address: StoreAddress) -> InputError {
    InputError(.unreadable(reason: "it was cancelled"), source: address.description)
  }
}

/// The address, role and database of a connection.
struct Login: Sendable {
  var address: StoreAddress
  var role: String
  var database: String
}

/// The meaning of a SQLSTATE, or of a phrase of libpq, for a user of a store.
///
/// Texts may contain the placeholders `{role}`, `{database}`, `{schema}`, `{message}` and
/// `{detail}`.
private struct Meaning {
  var text: String
  /// Whether the error is about writing; `nil` if that depends on the statement.
  var isAboutWriting: Bool?

  func reason(_ error: ServerError, _ login: Login) -> String {
    let detail = error.detail.map { ": " + $0 } ?? ""
    let values = [
      "role": login.role, "database": login.database, "schema": login.address.schema,
      "message": error.message, "detail": detail,
    ]
    return text.replacing(/\{([a-z]+)\}/) { values[String($0.output.1)] ?? "" }
  }

  static func of(_ error: ServerError) -> Meaning {
    if let state = error.state {
      return states[state] ?? states[String(state.prefix(2))] ?? other
    }
    return phrases.first { error.message.contains($0.phrase) }?.meaning ?? other
  }

  private static func reading(_ text: String) -> Meaning {
    Meaning(text: text, isAboutWriting: false)
  }
  private static func writing(_ text: String) -> Meaning {
    Meaning(text: text, isAboutWriting: true)
  }
  private static func either(_ text: String) -> Meaning { Meaning(text: text) }

  private static let other = either("{message}{detail}")
  private static let full = writing(
    "the disk of the server is full (free some space and try again; committed data are intact)")
  private static let lost = either(
    "the connection to the server was lost (check that it is running, and try again; committed"
      + " data are intact)")
  private static let ended = either(
    "the server closed the connection: {message} (try again when it is running; committed data are"
      + " intact)")
  private static let damaged = reading(
    "the store is damaged: {message} (restore it from a copy, or import its data again)")
  private static let serializationFailure = writing(
    "another program changed the same rows concurrently (try again)")

  /// The meanings by SQLSTATE, or by its class of two letters.
  private static let states: [String: Meaning] = [
    "08": lost,
    "22": either("the server rejects a value: {message}{detail}"),
    "23": writing("it violates a constraint: {message}{detail}"),
    "25006": writing(
      "the server is read-only (connect to a writable one, for example with"
        + " target_session_attrs=read-write)"),
    "25P03": ended,
    "28": reading(
      "the server rejects the role '{role}': {message} (create the role, or allow it in"
        + " pg_hba.conf)"),
    "28P01": reading(
      "the password of the role '{role}' is wrong (give it in the file that PGPASSFILE names)"),
    "3D000": reading(
      "there is no database '{database}' (create it with createdb, or choose another)"),
    "3F000": reading("there is no schema '{schema}' (import into it first, or name another)"),
    "40": serializationFailure,
    "42": either(
      "the server rejects a statement: {message} (check whether the store's tables were changed)"),
    "42501": either(
      "the role '{role}' lacks a privilege: {message} (let the owner GRANT it, or connect as"
        + " another role)"),
    "42P01": reading(
      "there is no complete store in the schema '{schema}' visible to the role '{role}': {message}"
        + " (import into it, name another, or let its owner GRANT it)"),
    "53": either("the server lacks resources: {message}{detail}"),
    "53100": full,
    "53200": either("the server is out of memory (read less at once, or give it more)"),
    "53300": either(
      "the server has no free connection (close some, use fewer jobs, or raise max_connections)"),
    "54": writing("it exceeds a limit of the server: {message}{detail}"),
    "55P03": writing("another program is writing to it (try again when that is done)"),
    "57014": either(
      "the server stopped the statement: {message} (raise its statement_timeout, or ask who"
        + " stopped it)"),
    "57P01": ended,
    "57P02": ended,
    "57P03": reading("the server is not ready: {message} (try again when it is)"),
    "57P04": ended,
    "57P05": ended,
    "58": either("disk error on the server: {message} (check the disk)"),
    "58P01": damaged,
    "XX001": damaged,
    "XX002": damaged,
  ]

  /// The meanings of messages without SQLSTATE by phrase; the first match applies.
  private static let phrases: [(phrase: String, meaning: Meaning)] = [
    (
      "no password supplied",
      reading(
        "the server requires a password for the role '{role}' (give it in the file that PGPASSFILE"
          + " names, which only you may read)")
    ),
    (
      "server does not support SSL",
      reading(
        "the server does not support TLS (enable it there, or connect without it: sslmode=disable)")
    ),
    (
      "root certificate file",
      reading(
        "there is no trusted certificate: {message} (install it, or give it with sslrootcert)")
    ),
    (
      "certificate verify failed",
      reading(
        "the server's certificate is not trusted: {message} (give its authority with sslrootcert)")
    ),
    (
      "does not match host name",
      reading("the certificate is for another server: {message} (use the name that it is for)")
    ),
    (
      "could not translate host name",
      reading("the host name cannot be resolved: {message} (check its spelling, or the network)")
    ),
    (
      "Connection refused",
      reading("there is no server: {message} (start it, or check host and port)")
    ),
    (
      "No such file or directory",
      reading("there is no server: {message} (start it, or check host and port)")
    ),
    (
      "session is read-only",
      reading("no server is writable: {message} (give one that is)")
    ),
    ("timeout expired", reading(Meaning.silence)),
    ("No space left on device", full),
    ("server closed the connection", lost),
    ("connection to server was lost", lost),
    ("could not receive data", lost),
    ("could not send data", lost),
    ("no connection to the server", lost),
    ("SSL error", lost),
    ("SSL SYSCALL", lost),
  ]

  private static let silence =
    "the server does not answer (check host and port, or wait longer by connect_timeout)"
}

/// An error reported by a server or by libpq.
struct ServerError: Error, Sendable {
  /// The SQLSTATE; `nil` for an error of libpq.
  var state: String?
  /// The message on one line.
  var message: String
  /// The detail, such as the duplicate key.
  var detail: String?
  /// The table of a violated constraint.
  var table: String?
  /// The violated constraint.
  var constraint: String?

  /// Creates an error of libpq or the system.
  init(_ message: String) { self.message = ServerError.line(message) }

  /// Creates the error of a result.
  init(result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map {
        ServerError.line(String(cString: $0))
      }
    }
    // The field codes of the protocol, which libpq defines as macros.
    state = field("C")
    detail = field("D")
    table = field("t")
    constraint = field("n")
    message = field("M") ?? ServerError.line(String(cString: PQresultErrorMessage(result)))
  }

  /// Creates the error of a connection that failed to open.
  ///
  /// libpq only provides one text. With verbose errors the server's part is `FATAL:  28P01: …`, and
  /// a final line refers to its source code.
  init(opening text: String) {
    let lines = text.split(separator: "\n").filter { $0.firstMatch(of: /\.c:\d+$/) == nil }
    let text = lines.joined(separator: "\n")
    let states = text.matches(of: #/:  ([0-9A-Z]{5}): /#)
    state = states.last.map { String($0.output.1) }
    message = ServerError.line(
      text.replacing(#/(:  )[0-9A-Z]{5}: /#) { $0.output.1 }
        .replacing(#/\s*Is the server running[^?]*\?/#, with: ""))
  }

  /// Joins lines of text with spaces.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
