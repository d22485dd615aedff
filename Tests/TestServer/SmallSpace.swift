import Foundation

@testable import PostgreSQLStore

/// A tablespace on a file system of its own that is small, so that it can be full.
package final class SmallSpace: Sendable {
  /// The name of the tablespace.
  package let name: String
  private let folder: String

  /// Whether a file system can be mounted; where it cannot, one line says so.
  package static let isAvailable: Bool = {
    guard TestServer.isAvailable else { return false }
    do {
      _ = try SmallSpace(megabytes: 1)
      return true
    } catch {
      print("Tests of a full disk are left out: no file system can be mounted here")
      return false
    }
  }()

  /// Makes one on the server that tests share.
  package init(megabytes: Int) throws {
    let server = try TestServer.shared
    name = TestServer.freshName("space")
    folder = server.folder + "/" + name
    mkdir(folder, 0o700)
    let words = ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", folder]
    if let complaint = Command.run(words) { throw MissingServer(reason: complaint) }
    server.programs.own(folder)
    try server.execute("CREATE TABLESPACE \(name) LOCATION '\(folder)'")
  }

  /// Takes room away.
  package func fill(megabytes: Int) throws {
    try Data(count: megabytes << 20).write(to: URL(fileURLWithPath: folder + "/filler"))
  }

  /// Makes the room again that was taken away.
  package func makeRoom() throws { try FileManager.default.removeItem(atPath: folder + "/filler") }
}
