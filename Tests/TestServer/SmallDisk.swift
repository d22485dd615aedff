import Foundation

/// A small file system, which can be filled.
package final class SmallDisk: Sendable {
  /// Its mount point.
  package let folder: String

  /// Whether it can be mounted; prints a line if not.
  package static let isAvailable: Bool = {
    guard let server = try? TestServer.shared else { return false }
    if (try? SmallDisk(server.folder + "/disk", megabytes: 1, for: server.programs)) != nil {
      return true
    }
    print("Tests of a full disk are left out: no file system can be mounted here")
    return false
  }()

  /// Mounts a disk for a server, which unmounts it at its end if its name begins with `disk`.
  init(_ folder: String, megabytes: Int, for programs: ServerPrograms) throws {
    self.folder = folder
    mkdir(folder, 0o700)
    let complaint = Command.run([
      "mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", folder,
    ])
    if let complaint { throw MissingServer(reason: complaint) }
    programs.own(folder)
  }

  /// Fills the disk except for some space.
  package func fill(leaving megabytes: Int) throws {
    var space = statvfs()
    statvfs(folder, &space)
    let free = Int(space.f_bavail) * Int(space.f_frsize)
    try Data(count: max(0, free - megabytes << 20))
      .write(to: URL(fileURLWithPath: folder + "/filler"))
  }

  /// Frees the filled space, even while the file is open elsewhere.
  package func makeRoom() { truncate(folder + "/filler", 0) }
}

extension TestServer {
  /// Creates a tablespace on a disk of its own, on a server of its own: any process of the server
  /// that evicts a buffer of this tablespace would fail with it.
  package func makeTablespace(megabytes: Int) throws -> (name: String, disk: SmallDisk) {
    let name = TestServer.freshName("disk")
    let disk = try SmallDisk(folder + "/" + name, megabytes: megabytes, for: programs)
    try execute("CREATE TABLESPACE \(name) LOCATION '\(disk.folder)'")
    return (name, disk)
  }
}
