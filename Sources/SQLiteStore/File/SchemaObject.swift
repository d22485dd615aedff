import GRDB
import GRDBSQLite
import Scheduling

/// A table, index or view as the schema of a file has it.
struct SchemaObject: Hashable {
  var type: String
  var name: String
  /// What it was created by; indices that keep a key unique have none.
  var sql: String?

  /// All that a store has.
  private static let newest = Result { try expected(of: Schema.version) }

  /// All that a store of some version has.
  private static func expected(of version: Int) throws -> [SchemaObject] {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue, upTo: "\(version)")
    return try queue.read { database in
      try Row.fetchAll(database, sql: query).map { row in
        SchemaObject(type: row[0], name: row[1], sql: row[2])
      }
    }
  }

  private static let query = "SELECT type, name, sql FROM sqlite_schema"

  /// Refuses a file whose tables are not those of a store, before anything of them is read.
  ///
  /// A view in the place of a table would run whatever it says, and a trigger whenever something is
  /// written. Other tables, views and indices may be there; nothing of ours asks for them.
  ///
  /// - Throws: `InputError` that names what is missing, changed or not to be there.
  static func check(_ connection: Connection, version: Int) throws(InputError) {
    var missing: Set<SchemaObject>
    do {
      missing = Set(
        version == Schema.version ? try newest.get() : try expected(of: version))
    } catch {
      throw InputError(error, path: connection.path)
    }
    for object in try objects(of: connection) where missing.remove(object) == nil {
      if !object.isHarmless { throw object.refusal("runs by itself", connection) }
    }
    let first = missing.min {
      ($0.type == "table" ? 0 : 1, $0.name) < ($1.type == "table" ? 0 : 1, $1.name)
    }
    if let first { throw first.refusal("is not that of a store", connection) }
  }

  /// Whether a file has no more than the list of migrations, which a making that was broken off leaves.
  static func isEmpty(_ connection: Connection) throws(InputError) -> Bool {
    let known = (try? newest.get()) ?? []
    return try objects(of: connection).allSatisfy { object in
      object.name.contains("grdb_migrations") && known.contains(object)
    }
  }

  /// The names of the tables of a file that hold rows of their own; views and virtual tables run what they
  /// say.
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

  /// Whether it does nothing until somebody asks for it; SQLite writes texts so that they begin like this.
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
