import Foundation
import Synchronization

@testable public import PostgreSQLStore

extension TestServer {
  private static let count = Atomic(0)

  /// Returns a unique name.
  package static func freshName(_ kind: String = "t") -> String {
    "\(kind)\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// Returns the address of a schema on the server's socket; by default of a new schema, which is
  /// not created.
  public func address(
    schema: String? = nil, user: String = "postgres", database: String = "postgres"
  )
    throws -> StoreAddress
  {
    try StoreAddress(
      "postgresql://\(user)@/\(database)?host=\(folder)&port=\(port)"
        + "&schema=\(schema ?? TestServer.freshName())")
  }

  /// Runs SQL as the superuser.
  package func execute(_ sql: String, in schema: String = "public") throws {
    try Connection(address(schema: schema)).execute(sql)
  }

  /// Creates a database.
  ///
  /// - Parameter options: The options after `CREATE DATABASE name`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for errors of the server.
  package func makeDatabase(_ options: String = "") throws -> String {
    let name = TestServer.freshName("d")
    try execute("CREATE DATABASE \(name) \(options)")
    return name
  }

  /// Creates a role that may log in.
  ///
  /// - Parameter options: The options after `CREATE ROLE name LOGIN`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for errors of the server.
  package func makeRole(_ options: String = "") throws -> String {
    let name = TestServer.freshName("r")
    try execute("CREATE ROLE \(name) LOGIN \(options)")
    return name
  }
}
