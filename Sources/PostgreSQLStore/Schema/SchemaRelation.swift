import Diagnostics
import Scheduling

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
