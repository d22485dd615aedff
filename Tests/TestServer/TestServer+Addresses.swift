import Foundation
import Synchronization

@testable package import PostgreSQLStore

extension TestServer {
  private static let count = Atomic(0)

  /// A name that no other test has.
  package static func freshName(_ kind: String = "t") -> String {
    "\(kind)\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// The address of a schema on the server's socket; of a new one where none is named, which is not made.
  package func address(schema: String? = nil, user: String = "postgres", database: String = "postgres")
    throws -> StoreAddress
  {
    try StoreAddress(
      "postgresql://\(user)@/\(database)?host=\(folder)&port=\(port)"
        + "&schema=\(schema ?? TestServer.freshName())")
  }

  /// Runs SQL as the owner of all.
  package func execute(_ sql: String, in schema: String = "public") throws {
    try Connection(address(schema: schema)).execute(sql)
  }

  /// Makes a database.
  ///
  /// - Parameter options: What stands behind `CREATE DATABASE name`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for what the server says.
  package func makeDatabase(_ options: String = "") throws -> String {
    let name = TestServer.freshName("d")
    try execute("CREATE DATABASE \(name) \(options)")
    return name
  }

  /// Makes a role that may log in.
  ///
  /// - Parameter options: What stands behind `CREATE ROLE name LOGIN`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for what the server says.
  package func makeRole(_ options: String = "") throws -> String {
    let name = TestServer.freshName("r")
    try execute("CREATE ROLE \(name) LOGIN \(options)")
    return name
  }
}
