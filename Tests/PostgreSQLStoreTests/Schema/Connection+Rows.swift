import Diagnostics
import Scheduling
import TestServer

@testable import PostgreSQLStore

extension Connection {
  /// Returns a connection to a new store.
  static func store(with sql: String = "") throws -> Connection {
    let connection = try TestServer.shared.connection()
    try Schema.prepare(connection)
    try connection.execute(sql)
    return connection
  }

  /// Returns the rows of a query, each as one text: `(7,walk,)`.
  func rows(_ sql: String) throws -> [String] {
    let result = try query("SELECT q::text FROM (\(sql)) q")
    return try (0..<result.count).map { try result[$0].text(0) ?? "" }
  }

  /// Returns the error of statements; `nil` if they succeed.
  func refusal(of sql: String) -> InputError? {
    do throws(InputError) {
      try execute(sql)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the SQLSTATE of statements; `nil` if they succeed.
  func state(of sql: String) -> String? {
    refusal(of: sql).map { $0.sqlState ?? "\($0)" }
  }

  /// Runs a body and rolls back its changes.
  func undoing<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN")
    let result = Result { try body() }
    try execute("ROLLBACK")
    return try result.get()
  }

  /// Returns the names of all tables and views of a store and of its sites.
  func relations() throws -> [String] {
    try query(
      "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'v')"
        + " AND relnamespace::regnamespace::text IN ('regimen', 'sites') ORDER BY 1"
    ).texts()
  }

  /// Returns all rows of tables and views by name.
  func contents(of relations: [String]) throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for relation in relations {
      contents[relation] = try rows("SELECT * FROM \(relation)").sorted()
    }
    return contents
  }
}

extension QueryResult {
  /// Returns the first column.
  func texts() throws -> [String] { try (0..<count).map { try self[$0].text(0) ?? "" } }
}
