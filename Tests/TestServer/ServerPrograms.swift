package import Foundation

/// The programs of PostgreSQL, and as whom to run them.
package struct ServerPrograms: Sendable {
  /// The folder that has `initdb` and `postgres`.
  package let folder: String
  /// What stands before a command so that it does not run as root, whom the server refuses.
  package let prefix: [String]
  /// Whom files must belong to, where it is somebody else.
  package let owner: (user: uid_t, group: gid_t)?

  /// Finds the newest.
  ///
  /// - Throws: `MissingServer` where there is none, or nobody to run it as.
  package init() throws {
    folder = try ServerPrograms.findFolder()
    if geteuid() != 0 {
      (prefix, owner) = ([], nil)
      return
    }
    guard let user = getpwnam("postgres") ?? getpwnam("nobody") else {
      throw MissingServer(reason: "there is neither a user postgres nor nobody to run it as")
    }
    let (number, group) = (user.pointee.pw_uid, user.pointee.pw_gid)
    owner = (number, group)
    prefix = ["setpriv", "--reuid=\(number)", "--regid=\(group)", "--clear-groups", "--"]
  }

  private static func findFolder() throws -> String {
    let versions = "/usr/lib/postgresql"
    let newest = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? [])
      .compactMap { Int($0) }.sorted(by: >).map { "\(versions)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + newest
    let found = folders.first { folder in
      ["initdb", "postgres"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
    }
    guard let found else {
      throw MissingServer(reason: "initdb is not there (install postgresql)")
    }
    return found
  }

  /// A command that runs as whom the server runs as.
  package func command(_ words: [String]) -> [String] { prefix + words }

  /// Makes a folder, or a file, the server's.
  package func own(_ path: String) {
    if let owner { chown(path, owner.user, owner.group) }
  }
}

/// Why no server can be started.
package struct MissingServer: Error {
  package var reason: String
}
