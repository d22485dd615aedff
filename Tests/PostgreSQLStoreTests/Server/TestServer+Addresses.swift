import Foundation
import Synchronization

@testable import PostgreSQLStore

extension TestServer {
  private static let count = Atomic(0)

  /// A name that no other test has.
  static func freshName(_ kind: String = "t") -> String {
    "\(kind)\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// The address of a schema on the server's socket; of a new one where none is named, which is not made.
  func address(schema: String? = nil, user: String = "postgres", database: String = "postgres")
    throws -> StoreAddress
  {
    try StoreAddress(
      "postgresql://\(user)@/\(database)?host=\(folder)&port=\(port)"
        + "&schema=\(schema ?? TestServer.freshName())")
  }

  /// A connection to a schema that is new, and there.
  func connection(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> Connection {
    let connection = try Connection(address(), isCancelled: isCancelled)
    try connection.execute("CREATE SCHEMA \(connection.quoted(connection.address.schema))")
    return connection
  }

  /// Runs SQL as the owner of all.
  func execute(_ sql: String, in schema: String = "public") throws {
    try Connection(address(schema: schema)).execute(sql)
  }

  /// Makes a database.
  ///
  /// - Parameter options: What stands behind `CREATE DATABASE name`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for what the server says.
  func makeDatabase(_ options: String = "") throws -> String {
    let name = TestServer.freshName("d")
    try execute("CREATE DATABASE \(name) \(options)")
    return name
  }

  /// Makes a role that may log in.
  ///
  /// - Parameter options: What stands behind `CREATE ROLE name LOGIN`.
  /// - Returns: Its name.
  /// - Throws: `InputError` for what the server says.
  func makeRole(_ options: String = "") throws -> String {
    let name = TestServer.freshName("r")
    try execute("CREATE ROLE \(name) LOGIN \(options)")
    return name
  }
}
