import Foundation

/// A file system of its own that is small, so that it can be full.
package final class SmallDisk: Sendable {
  /// Where it is.
  package let folder: String

  /// Whether one can be mounted; where it cannot, one line says so.
  package static let isAvailable: Bool = {
    guard let server = try? TestServer.shared else { return false }
    if (try? SmallDisk(server.folder + "/disk", megabytes: 1, for: server.programs)) != nil {
      return true
    }
    print("Tests of a full disk are left out: no file system can be mounted here")
    return false
  }()

  /// Mounts one for a server, which takes it away in the end where its name begins with `disk`.
  init(_ folder: String, megabytes: Int, for programs: ServerPrograms) throws {
    self.folder = folder
    mkdir(folder, 0o700)
    let complaint = Command.run([
      "mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", folder,
    ])
    if let complaint { throw MissingServer(reason: complaint) }
    programs.own(folder)
  }

  /// Takes all room away but some.
  package func fill(leaving megabytes: Int) throws {
    var space = statvfs()
    statvfs(folder, &space)
    let free = Int(space.f_bavail) * Int(space.f_frsize)
    try Data(count: max(0, free - megabytes << 20))
      .write(to: URL(fileURLWithPath: folder + "/filler"))
  }

  /// Makes the room again that was taken away, whoever still has the file open.
  package func makeRoom() { truncate(folder + "/filler", 0) }
}

extension TestServer {
  /// Makes a tablespace on a disk of its own, on a server that nobody else uses: whoever needs memory there
  /// writes what belongs here, and fails with it.
  package func makeTablespace(megabytes: Int) throws -> (name: String, disk: SmallDisk) {
    let name = TestServer.freshName("disk")
    let disk = try SmallDisk(folder + "/" + name, megabytes: megabytes, for: programs)
    try execute("CREATE TABLESPACE \(name) LOCATION '\(disk.folder)'")
    return (name, disk)
  }
}
