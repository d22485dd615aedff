import TestServer

@testable import PostgreSQLStore

extension TestServer {
  /// Returns a connection to a new schema.
  func connection(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> Connection {
    let connection = try Connection(address(), isCancelled: isCancelled)
    try connection.execute("CREATE SCHEMA \(connection.quoted(connection.address.schema))")
    return connection
  }
}
