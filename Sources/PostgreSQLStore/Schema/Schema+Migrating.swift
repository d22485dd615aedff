import Diagnostics
import Scheduling

extension Schema {
  /// Migrates a schema to the newest version, and creates it if it does not exist.
  ///
  /// An up-to-date schema is not changed, so that the role needs no privilege to create objects.
  /// All changes are made in one transaction; concurrent migrations are serialized.
  ///
  /// - Throws: `InputError` if a foreign object has one of the store's names, if the schema is of a
  ///   newer version, or if the role lacks a privilege.
  static func prepare(_ connection: Connection) throws(InputError) {
    if try foundVersion(connection) == version { return }
    do throws(InputError) {
      try connection.execute("BEGIN")
      try migrate(connection)
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Rejects a schema that is not a store of this version, before reading any of it.
  static func check(_ connection: Connection) throws(InputError) {
    switch try foundVersion(connection) {
    case version: return
    case 0:
      throw refusal(
        "there is no store in the schema '\(connection.address.schema)'"
          + " (import into it first, or name another)", connection)
    default: throw refusal("its schema is older (open it once for writing)", connection)
    }
  }

  /// Creates the missing objects within the current transaction.
  private static func migrate(_ connection: Connection) throws(InputError) {
    let schema = connection.address.schema
    _ = try connection.query(
      "SELECT pg_advisory_xact_lock(hashtextextended('regimen ' || $1, 0))", [.text(schema)])
    // The previous holder of the lock may have created it.
    let found = try foundVersion(connection)
    if found == 0, try !hasSchema(connection) {
      try connection.execute("CREATE SCHEMA \(connection.quoted(schema))")
    }
    // Keeps temporary tables from shadowing those of the store.
    try connection.execute("SET LOCAL search_path = \(connection.quoted(schema)), pg_temp")
    for number in found..<version {
      try connection.execute(migrations[number])
      try connection.execute(
        "INSERT INTO migrations (number) VALUES (\(number + 1));"
          + " UPDATE store SET version = \(number + 1)")
    }
  }

  private static func hasSchema(_ connection: Connection) throws(InputError) -> Bool {
    try !connection.query(
      "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1",
      [.text(connection.address.schema)]
    ).isEmpty
  }

  /// Returns the version of the store in a schema after validating its tables; 0 if no object has
  /// one of the store's names.
  static func foundVersion(_ connection: Connection) throws(InputError) -> Int {
    let relations = try SchemaRelation.all(connection)
    guard let first = relations.first else { return 0 }
    guard let store = relations.first(where: { $0.name == "store" }) else {
      throw foreignRelation(first, connection)
    }
    let found = store.isOurs ? try storedVersion(connection) : 0
    guard found > 0 else { throw foreignRelation(store, connection) }
    guard found <= version else {
      throw refusal(
        "its schema has version \(found), but this program supports \(version) (use a newer program)",
        connection)
    }
    if found == version { try checkTables(relations, connection) }
    return found
  }

  private static func storedVersion(_ connection: Connection) throws(InputError) -> Int {
    let schema = connection.quoted(connection.address.schema)
    let result = try connection.query("SELECT version FROM \(schema).store")
    return Int(result.first?.int4(0) ?? 0)
  }

  /// Validates the tables; views are for other clients and are not read.
  private static func checkTables(_ relations: [SchemaRelation], _ connection: Connection)
    throws(InputError)
  {
    var missing = Set(columns.keys)
    for relation in relations where missing.remove(relation.name) != nil && !relation.isOurs {
      throw foreignRelation(relation, connection)
    }
    if let first = missing.min() {
      throw refusal(
        "its table '\(first)' is missing (restore the store from a copy, or import its data again)",
        connection)
    }
  }

  private static func foreignRelation(_ relation: SchemaRelation, _ connection: Connection)
    -> InputError
  {
    refusal(
      "its \(relation.description) is not that of a store (name another schema, or rename it)",
      connection)
  }

  private static func refusal(_ reason: String, _ connection: Connection) -> InputError {
    InputError(.unreadable(reason: reason), source: connection.address.description)
  }
}

/// A relation in a schema that has one of the store's names.
struct SchemaRelation {
  let name: String
  /// The kind of the relation, as in `pg_class.relkind`.
  private let kind: String
  private let columns: Set<String>

  /// Returns all relations with such names, ordered by name.
  static func all(_ connection: Connection) throws(InputError) -> [SchemaRelation] {
    let result = try connection.query(
      query,
      [.text(connection.address.schema), .texts(Schema.columns.keys.sorted() + Schema.viewNames)])
    var relations: [SchemaRelation] = []
    for row in 0..<result.count { relations.append(try SchemaRelation(result[row])) }
    return relations
  }

  private static let query = """
    SELECT c.relname::text, c.relkind::text, array(
      SELECT attname::text FROM pg_catalog.pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname = ANY ($2) ORDER BY 1
    """

  private init(_ row: Fields) throws(InputError) {
    name = try row.text(0) ?? ""
    kind = try row.text(1) ?? ""
    columns = Set(try row.texts(2) ?? [])
  }

  /// Whether the relation has the kind and columns that a store of this version has under this
  /// name.
  var isOurs: Bool {
    guard let expected = Schema.columns[name] else { return kind == "v" }
    return kind == "r" && columns.isSuperset(of: expected.split(separator: " ").map(String.init))
  }

  /// The relation as in error messages, such as `view 'tasks'`.
  var description: String { "\(SchemaRelation.kinds[kind] ?? "relation") '\(name)'" }

  private static let kinds = [
    "r": "table", "v": "view", "m": "materialized view", "f": "foreign table",
    "p": "partitioned table", "i": "index", "I": "index", "S": "sequence", "c": "type",
  ]
}
