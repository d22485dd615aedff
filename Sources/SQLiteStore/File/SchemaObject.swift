import CSQLite
import Diagnostics
import Scheduling

/// A table, index or view in the schema of a file.
struct SchemaObject: Hashable {
  var type: String
  var name: String
  /// The statement that created it; `nil` for the implicit index of a unique key.
  var sql: String?

  /// The objects of the newest schema.
  private static let newest = Result { () throws(InputError) in try expected(of: Schema.version) }

  /// Returns the objects of a version of the schema.
  private static func expected(of version: Int) throws(InputError) -> [SchemaObject] {
    let connection = try Connection(":memory:", path: ":memory:", for: .writing)
    try Schema.migrate(connection, upTo: version)
    return try objects(of: connection)
  }

  private static let query = "SELECT type, name, sql FROM sqlite_schema"

  /// Rejects a file whose tables are not those of a store, before reading any of them.
  ///
  /// A view that replaces a table would run its query, and a trigger would run on each write.
  /// Additional tables, views and indices are accepted because no statement of the store uses them.
  ///
  /// - Throws: `InputError` that names the missing, changed or forbidden object.
  static func check(_ connection: Connection, version: Int) throws(InputError) {
    var missing = Set(
      version == Schema.version ? try newest.get() : try expected(of: version))
    for object in try objects(of: connection) where missing.remove(object) == nil {
      if !object.isHarmless { throw object.refusal("could run code", connection) }
    }
    let first = missing.min {
      ($0.type == "table" ? 0 : 1, $0.name) < ($1.type == "table" ? 0 : 1, $1.name)
    }
    if let first { throw first.refusal("is not that of a store", connection) }
  }

  /// Returns whether a file has only the table of migrations, as an interrupted creation leaves it.
  static func isEmpty(_ connection: Connection) throws(InputError) -> Bool {
    let known = (try? newest.get()) ?? []
    return try objects(of: connection).allSatisfy { object in
      object.name.contains("grdb_migrations") && known.contains(object)
    }
  }

  /// Returns the names of the ordinary tables of a file; views and virtual tables run code of the
  /// schema.
  static func tables(of connection: Connection) throws(InputError) -> Set<String> {
    let tables = try objects(of: connection).filter { object in
      object.type == "table" && object.sql?.hasPrefix("CREATE TABLE ") ?? false
    }
    return Set(tables.map(\.name))
  }

  private static func objects(of connection: Connection) throws(InputError) -> [SchemaObject] {
    let statement = try connection.statement(query)
    statement.reset()
    defer { statement.reset() }
    var objects: [SchemaObject] = []
    while try statement.step() {
      func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement.handle, column).map { String(cString: $0) }
      }
      objects.append(SchemaObject(type: text(0) ?? "", name: text(1) ?? "", sql: text(2)))
    }
    return objects
  }

  /// Whether the object has no effect unless a statement uses it; SQLite normalizes the first words
  /// of the text.
  private var isHarmless: Bool {
    guard let sql else { return type == "index" }
    let beginnings = [
      "CREATE TABLE ", "CREATE VIEW ", "CREATE INDEX ", "CREATE UNIQUE INDEX ",
      "CREATE VIRTUAL TABLE ",
    ]
    return beginnings.contains { sql.hasPrefix($0) }
  }

  private func refusal(_ what: String, _ connection: Connection) -> InputError {
    InputError(
      .unreadable(
        reason: "its \(type) '\(name)' \(what)"
          + " (restore the store from a copy, or import its data again)"), source: connection.path)
  }
}
