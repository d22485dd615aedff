import TestServer

@testable import PostgreSQLStore

extension TestServer {
  /// A connection to a schema that is new, and there.
  func connection(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> Connection {
    let connection = try Connection(address(), isCancelled: isCancelled)
    try connection.execute("CREATE SCHEMA \(connection.quoted(connection.address.schema))")
    return connection
  }
}
