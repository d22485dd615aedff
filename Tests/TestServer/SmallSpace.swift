import Foundation

@testable import PostgreSQLStore

/// A tablespace on a file system of its own that is small, so that it can be full.
package final class SmallSpace: Sendable {
  /// The name of the tablespace.
  package let name: String
  private let folder: String

  /// Whether a file system can be mounted; where it cannot, one line says so.
  package static let isAvailable: Bool = {
    guard let server = try? TestServer.shared else { return false }
    let folder = server.folder + "/space"
    mkdir(folder, 0o700)
    let complaint = Command.run(mounting(folder, megabytes: 1))
    if complaint != nil {
      print("Tests of a full disk are left out: no file system can be mounted here")
    }
    return complaint == nil
  }()

  private static func mounting(_ folder: String, megabytes: Int) -> [String] {
    ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", folder]
  }

  /// Makes one on a server that nobody else uses: whoever needs memory there writes what belongs here, and
  /// fails with it.
  package init(megabytes: Int, on server: TestServer) throws {
    name = TestServer.freshName("space")
    folder = server.folder + "/" + name
    mkdir(folder, 0o700)
    if let complaint = Command.run(SmallSpace.mounting(folder, megabytes: megabytes)) {
      throw MissingServer(reason: complaint)
    }
    server.programs.own(folder)
    try server.execute("CREATE TABLESPACE \(name) LOCATION '\(folder)'")
  }

  /// Takes all room away but some.
  package func fill(leaving megabytes: Int) throws {
    var space = statvfs()
    statvfs(folder, &space)
    let free = Int(space.f_bavail) * Int(space.f_frsize)
    try Data(count: max(0, free - megabytes << 20))
      .write(to: URL(fileURLWithPath: folder + "/filler"))
  }

  /// Makes the room again that was taken away.
  package func makeRoom() throws { try FileManager.default.removeItem(atPath: folder + "/filler") }
}
