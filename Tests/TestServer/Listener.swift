import Foundation
import Synchronization

/// A listening socket on which a test acts as a server.
package final class Listener: Sendable {
  private let socket: Int32
  private let hasStopped = Atomic(false)
  private let clients = Mutex<[Int32]>([])
  private let accepted = Atomic(0)
  /// The port on 127.0.0.1.
  package let port: Int

  /// Listens on a free port of 127.0.0.1.
  package init() {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    port = Listener.bind(socket)
    self.socket = socket
  }

  deinit { stop() }

  /// The number of accepted connections.
  package var count: Int { accepted.load(ordering: .relaxed) }

  /// Binds a socket to a free port and returns it; 0 on failure.
  private static func bind(_ socket: Int32) -> Int {
    var address = Listener.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { inet in
      inet.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard Glibc.bind(socket, $0, size) == 0, listen(socket, 8) == 0 else { return 0 }
        return getsockname(socket, $0, &size) == 0
          ? Int(UInt16(bigEndian: inet.pointee.sin_port)) : 0
      }
    }
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Calls a body on a thread of its own for each client, until it is stopped.
  package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [self] in
      while case let client = accept(socket, nil, nil), client >= 0 {
        clients.withLock { $0.append(client) }
        accepted.add(1, ordering: .relaxed)
        Thread.detachNewThread { body(client) }
      }
    }
  }

  /// Closes all connections and accepts no more.
  package func stop() {
    if hasStopped.exchange(true, ordering: .relaxed) { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    cut()
  }

  /// Closes all connections.
  package func cut() {
    clients.withLock { clients in
      clients.forEach { shutdown($0, Int32(SHUT_RDWR)) }
      clients = []
    }
  }

  /// Forwards connections to another port in both directions.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - limit: The number of bytes received before a connection is cut.
  ///   - request: A request whose answer is withheld while the connection is cut; applies once, to
  ///     any client.
  package func forward(to port: Int, limit: Int = .max, keepingAnswerTo request: String? = nil) {
    let trap = AnswerTrap(request)
    serve { client in
      let server = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Listener.address(port)
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      Thread.detachNewThread {
        Listener.copy(from: client, to: server) { trap.note($0, from: client) }
      }
      Listener.hurry(client)
      Listener.hurry(server)
      var left = limit
      Listener.copy(from: server, to: client) {
        left -= $0.count
        return left >= 0 && !trap.holds(client)
      }
    }
  }

  /// Disables Nagle's algorithm.
  private static func hurry(_ socket: Int32) {
    var isOn: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Copies bytes while a closure returns `true`.
  private static func copy(
    from source: Int32, to target: Int32, while goesOn: (ArraySlice<UInt8>) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: 8192)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      guard goesOn(buffer[..<count]) else { break }
      if send(target, buffer, count, Int32(MSG_NOSIGNAL)) != count { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }
}

/// A record of the client whose answer is withheld.
private final class AnswerTrap: Sendable {
  private let request: String?
  private let client = Mutex<Int32?>(nil)

  init(_ request: String?) { self.request = request }

  /// Inspects a request before it is forwarded.
  func note(_ bytes: ArraySlice<UInt8>, from client: Int32) -> Bool {
    if let request, String(decoding: bytes, as: UTF8.self).contains(request) {
      self.client.withLock { $0 = $0 ?? client }
    }
    return true
  }

  func holds(_ client: Int32) -> Bool { self.client.withLock { $0 == client } }
}
