import TestServer
import Foundation
import Synchronization

/// A minimal server for PostgreSQL's protocol that can misbehave.
final class FakeServer: Sendable {
  private let listener = Listener()
  var port: Int { listener.port }

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - version: The reported version.
  ///   - answer: The answer to a query for rows; other statements just succeed.
  init(version: String = "15.0", answer: [UInt8] = []) {
    listener.serve { client in
      // A cancel request is that short and gets no answer.
      guard let first = FakeServer.read(client, headed: false), first.count > 12 else {
        shutdown(client, Int32(SHUT_RDWR))
        return
      }
      FakeServer.send(client, FakeServer.greeting(version))
      while let message = FakeServer.read(client, headed: true) {
        let asksForRows = String(decoding: message, as: UTF8.self).hasPrefix("COPY")
        FakeServer.send(client, asksForRows ? answer : FakeServer.done + FakeServer.ready)
      }
    }
  }

  func stop() { listener.stop() }

  /// Returns a message of the protocol.
  static func message(_ letter: Character, _ bytes: [UInt8]) -> [UInt8] {
    [letter.asciiValue ?? 0] + big(UInt32(bytes.count + 4)) + bytes
  }

  /// Returns a big-endian number.
  static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static let done = message("C", text("SET"))
  static let ready = message("Z", Array("I".utf8))

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  private static func greeting(_ version: String) -> [UInt8] {
    let facts = [
      ("server_version", version), ("server_encoding", "UTF8"), ("client_encoding", "UTF8"),
    ]
    return message("R", big(UInt32(0))) + facts.flatMap { message("S", text($0.0) + text($0.1)) }
      + message("K", big(UInt32(1)) + big(UInt32(2))) + ready
  }

  /// Returns the next message; `nil` at the end.
  private static func read(_ client: Int32, headed: Bool) -> [UInt8]? {
    let head = headed ? 5 : 4
    guard let bytes = read(client, head) else { return nil }
    let length = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    return read(client, length - 4)
  }

  private static func read(_ client: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var have = 0
    while have < count {
      let more = bytes[have...].withUnsafeMutableBytes { recv(client, $0.baseAddress, $0.count, 0) }
      if more <= 0 { return nil }
      have += more
    }
    return bytes
  }

  private static func send(_ client: Int32, _ bytes: [UInt8]) {
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
