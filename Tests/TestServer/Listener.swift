import Foundation
import Synchronization

/// A socket on which a test plays a server.
package final class Listener: Sendable {
  private let socket: Int32
  private let hasStopped = Atomic(false)
  private let clients = Mutex<[Int32]>([])
  private let accepted = Atomic(0)
  /// The port on 127.0.0.1.
  package let port: Int

  /// Listens on 127.0.0.1, on a free port.
  package init() {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    port = Listener.bind(socket)
    self.socket = socket
  }

  deinit { stop() }

  /// How many have come.
  package var count: Int { accepted.load(ordering: .relaxed) }

  /// Binds a socket to a port, and says which; 0 where there is none.
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

  /// Calls a body on a thread of its own for each client that comes, until it is stopped.
  package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [self] in
      while case let client = accept(socket, nil, nil), client >= 0 {
        clients.withLock { $0.append(client) }
        accepted.add(1, ordering: .relaxed)
        Thread.detachNewThread { body(client) }
      }
    }
  }

  /// Cuts all that have come, and lets nobody come any more.
  package func stop() {
    if hasStopped.exchange(true, ordering: .relaxed) { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    cut()
  }

  /// Cuts all that have come.
  package func cut() {
    clients.withLock { clients in
      clients.forEach { shutdown($0, Int32(SHUT_RDWR)) }
      clients = []
    }
  }

  /// Hands on to another port what comes, both ways.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - limit: How many bytes come back before a connection is cut.
  ///   - request: What must be asked, by anybody, for the answer to be kept back and the connection cut;
  ///     this is done once.
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

  /// Lets a socket send at once what is small.
  private static func hurry(_ socket: Int32) {
    var isOn: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Hands on what comes for as long as a body says so.
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

/// Notes who has asked what nobody is to hear the answer to.
private final class AnswerTrap: Sendable {
  private let request: String?
  private let client = Mutex<Int32?>(nil)

  init(_ request: String?) { self.request = request }

  /// Looks at what is asked, and lets it pass.
  func note(_ bytes: ArraySlice<UInt8>, from client: Int32) -> Bool {
    if let request, String(decoding: bytes, as: UTF8.self).contains(request) {
      self.client.withLock { $0 = $0 ?? client }
    }
    return true
  }

  func holds(_ client: Int32) -> Bool { self.client.withLock { $0 == client } }
}
