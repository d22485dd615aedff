import Foundation
import Synchronization

/// A socket on which a test plays a server.
package final class Listener: Sendable {
  private let socket: Int32
  private let hasStopped = Atomic(false)
  private let clients = Mutex<[Int32]>([])
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

  /// Calls a body on a thread of its own for each client that comes.
  package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [self] in
      while case let client = accept(socket, nil, nil), client >= 0 {
        clients.withLock { $0.append(client) }
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

  /// Hands on to another port what comes, both ways, until `limit` bytes have come back.
  package func forward(to port: Int, limit: Int = .max) {
    serve { client in
      let server = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Listener.address(port)
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      Thread.detachNewThread { Listener.copy(from: client, to: server, limit: .max) }
      Listener.copy(from: server, to: client, limit: limit)
    }
  }

  private static func copy(from source: Int32, to target: Int32, limit: Int) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    var left = limit
    while left > 0, case let count = read(source, &buffer, min(left, buffer.count)), count > 0 {
      if send(target, buffer, count, Int32(MSG_NOSIGNAL)) != count { break }
      left -= count
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }
}
