import CPostgreSQL
import Foundation
import Scheduling

/// A connection on its way to be open.
///
/// libpq takes no account of `connect_timeout` where it is not to block; here it holds for each host.
struct Opening {
  /// What came of it: libpq's connection, open or not.
  ///
  /// Safe: the handle goes once from the thread that has opened it to the one that waits; where that waits no
  /// more, the first closes it.
  struct Outcome: @unchecked Sendable {
    var handle: OpaquePointer?
    /// Why it is not open.
    var error: ServerError?
  }

  private let handle: OpaquePointer
  private let isAbandoned: () -> Bool
  /// The host that is tried, and until when.
  private var host = ""
  private var deadline = ContinuousClock.now

  /// Opens a connection, on a thread of its own, as names of hosts are looked up by what blocks.
  ///
  /// - Returns: What came of it; `nil` where it was cancelled.
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

  /// What libpq says itself when it waits.
  private static let silence = "timeout expired"

  /// What an address may say otherwise: a network that is gone is noticed within a minute.
  private static let preferences = [
    ("fallback_application_name", "regimen"), ("keepalives_idle", "30"),
    ("keepalives_interval", "10"), ("keepalives_count", "3"),
  ]

  // Safe: libpq copies the texts, and both lists end with `nil`.
  private static func begin(_ uri: String, _ hosts: [String: String]) -> OpaquePointer? {
    // What comes later holds, and "dbname" stands for all that the address says.
    let pairs = preferences + [("dbname", uri), ("client_encoding", "UTF8")] + hosts.map { $0 }
    let keywords = pairs.map { strdup($0.0) }
    let values = pairs.map { strdup($0.1) }
    defer { (keywords + values).forEach { free($0) } }
    let handle = PQconnectStartParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    // Without the state of a FATAL error there is only its text, in the server's language.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    return handle
  }

  /// Goes on until the connection is open.
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

  /// Waits a moment for the server; `nil` where it has waited long enough.
  private mutating func wait(_ wants: PostgresPollingStatusType) -> Bool? {
    let host = [PQhost(handle), PQhostaddr(handle), PQport(handle)]
      .map { $0.map { String(cString: $0) } ?? "" }.joined(separator: " ")
    if host != self.host {
      self.host = host
      deadline = .now + patience
    }
    if isAbandoned() || deadline < .now { return nil }
    let events = wants == PGRES_POLLING_READING ? POLLIN : POLLOUT
    var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    return poll(&socket, 1, 50) > 0
  }

  /// How long a host may take: as libpq's options and its environment say, or else ten seconds.
  private var patience: Duration {
    guard let text = option("connect_timeout"), let seconds = Int32(text) else {
      return .seconds(10)
    }
    return seconds > 0 ? .seconds(seconds) : .seconds(Int32.max)
  }

  /// The hosts behind the one that does not answer.
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
