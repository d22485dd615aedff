package import Foundation

/// The programs of PostgreSQL, and the user that runs them.
package struct ServerPrograms: Sendable {
  /// The folder with `initdb` and `postgres`.
  package let folder: String
  /// The prefix of commands that keeps them from running as root, which the server rejects.
  package let prefix: [String]
  /// The owner of files, if it is another user.
  package let owner: (user: uid_t, group: gid_t)?

  /// Finds the newest version.
  ///
  /// - Throws: `MissingServer` if there is none, or no user to run it.
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

  /// Returns a command that runs as the server's user.
  package func command(_ words: [String]) -> [String] { prefix + words }

  /// Makes the server's user the owner of a folder or file.
  package func own(_ path: String) {
    if let owner { chown(path, owner.user, owner.group) }
  }
}

/// The reason why no server can be started.
package struct MissingServer: Error {
  package var reason: String
}
