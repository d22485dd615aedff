import CPostgreSQL
import Foundation
import Scheduling

/// A connection being opened.
///
/// libpq ignores `connect_timeout` in non-blocking mode; here it applies to each host.
struct Opening {
  /// The result: libpq's connection, open or not.
  ///
  /// Safe: the handle goes once from the thread that has opened it to the one that waits; where
  /// that waits no more, the first closes it.
  struct Outcome: @unchecked Sendable {
    var handle: OpaquePointer?
    /// The error; `nil` if the connection is open.
    var error: ServerError?
  }

  private let handle: OpaquePointer
  private let isAbandoned: () -> Bool
  /// The current host and its deadline.
  private var host = ""
  private var deadline = ContinuousClock.now

  /// Opens a connection on a thread of its own, because host names are looked up by blocking calls.
  ///
  /// - Returns: The result; `nil` if it was cancelled.
  static func open(_ address: StoreAddress, isCancelled: () -> Bool) -> Outcome? {
    let call = BlockingCall<Outcome> { PQfinish($0.handle) }
    return call.run(while: { !isCancelled() }) {
      var hosts: [String: String] = [:]
      while true {
        guard let handle = begin(address.uri, hosts) else {
          return Outcome(error: ServerError("there is not enough memory"))
        }
        var opening = Opening(handle: handle, isAbandoned: { call.isAbandoned })
        guard let error = opening.finish() else { return Outcome(handle: handle) }
        guard error.message == silence, let others = opening.hostsBehind else {
          return Outcome(handle: handle, error: error)
        }
        PQfinish(handle)
        hosts = others
      }
    }
  }

  private init(handle: OpaquePointer, isAbandoned: @escaping () -> Bool) {
    self.handle = handle
    self.isAbandoned = isAbandoned
  }

  /// The message of libpq for a timeout.
  private static let silence = "timeout expired"

  /// Defaults that an address may override; a dead network is detected within a minute.
  private static let preferences = [
    ("fallback_application_name", "regimen"), ("keepalives_idle", "30"),
    ("keepalives_interval", "10"), ("keepalives_count", "3"),
  ]

  // Safe: libpq copies the texts, and both lists end with `nil`.
  private static func begin(_ uri: String, _ hosts: [String: String]) -> OpaquePointer? {
    // Later values take precedence, and "dbname" is expanded to the options of the URI.
    let pairs = preferences + [("dbname", uri), ("client_encoding", "UTF8")] + hosts.map { $0 }
    let keywords = pairs.map { strdup($0.0) }
    let values = pairs.map { strdup($0.1) }
    defer { (keywords + values).forEach { free($0) } }
    let handle = PQconnectStartParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    // Only verbose messages include the SQLSTATE of a FATAL error; the text itself is localized.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    return handle
  }

  /// Polls until the connection is open.
  private mutating func finish() -> ServerError? {
    var wants = PGRES_POLLING_WRITING
    while PQstatus(handle) != CONNECTION_BAD {
      guard let isReady = wait(wants) else { return ServerError(Opening.silence) }
      if isReady { wants = PQconnectPoll(handle) }
      if wants == PGRES_POLLING_OK {
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return nil
      }
      if wants == PGRES_POLLING_FAILED { break }
    }
    return ServerError(opening: String(cString: PQerrorMessage(handle)))
  }

  /// Waits briefly for the server; `nil` after the timeout.
  private mutating func wait(_ wants: PostgresPollingStatusType) -> Bool? {
    let host = [PQhost(handle), PQhostaddr(handle), PQport(handle)]
      .map { $0.map { String(cString: $0) } ?? "" }.joined(separator: " ")
    if host != self.host {
      self.host = host
      deadline = .now + connectTimeout
    }
    if isAbandoned() || deadline < .now { return nil }
    let events = wants == PGRES_POLLING_READING ? POLLIN : POLLOUT
    var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    return poll(&socket, 1, 50) > 0
  }

  /// The timeout per host from libpq's options and environment; ten seconds by default.
  private var connectTimeout: Duration {
    guard let text = option("connect_timeout"), let seconds = Int32(text) else {
      return .seconds(10)
    }
    return seconds > 0 ? .seconds(seconds) : .seconds(Int32.max)
  }

  /// The hosts after the one that does not answer.
  private var hostsBehind: [String: String]? {
    if isAbandoned() { return nil }
    let lists = ["host", "hostaddr", "port"].map { name in
      (name, option(name)?.split(separator: ",", omittingEmptySubsequences: false) ?? [])
    }
    let known = lists.prefix(2).map { $0.1 }.first { $0.count > 1 } ?? []
    let current = PQhost(handle).map { String(cString: $0) } ?? ""
    guard let index = known.firstIndex(of: current[...]), index + 1 < known.count else {
      return nil
    }
    return Dictionary(
      uniqueKeysWithValues: lists.filter { $0.1.count == known.count }.map {
        ($0.0, $0.1[(index + 1)...].joined(separator: ","))
      })
  }

  private func option(_ name: String) -> String? {
    guard let options = PQconninfo(handle) else { return nil }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == name { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }
}
