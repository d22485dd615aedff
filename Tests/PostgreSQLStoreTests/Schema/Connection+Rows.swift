import Scheduling
import TestServer

@testable import PostgreSQLStore

extension Connection {
  /// A connection to a store that is new.
  static func store(with sql: String = "") throws -> Connection {
    let connection = try TestServer.shared.connection()
    try Schema.prepare(connection)
    try connection.execute(sql)
    return connection
  }

  /// The rows of a query, each as one text: `(7,walk,)`.
  func rows(_ sql: String) throws -> [String] {
    let result = try query("SELECT q::text FROM (\(sql)) q")
    return try (0..<result.count).map { try result[$0].text(0) ?? "" }
  }

  /// What is said of statements; `nil` where nothing is refused.
  func refusal(of sql: String) -> InputError? {
    do throws(InputError) {
      try execute(sql)
      return nil
    } catch {
      return error
    }
  }

  /// The SQLSTATE that statements end with; `nil` where nothing is refused.
  func state(of sql: String) -> String? {
    refusal(of: sql).map { $0.sqlState ?? "\($0)" }
  }

  /// Runs a body, and undoes what it has done.
  func undoing<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN")
    let result = Result { try body() }
    try execute("ROLLBACK")
    return try result.get()
  }

  /// The names of all tables and views of a store and of its sites.
  func relations() throws -> [String] {
    try query(
      "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'v')"
        + " AND relnamespace::regnamespace::text IN ('regimen', 'sites') ORDER BY 1"
    ).texts()
  }

  /// All rows of tables and views, by their names.
  func contents(of relations: [String]) throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for relation in relations {
      contents[relation] = try rows("SELECT * FROM \(relation)").sorted()
    }
    return contents
  }
}

extension QueryResult {
  /// The first column.
  func texts() throws -> [String] { try (0..<count).map { try self[$0].text(0) ?? "" } }
}
