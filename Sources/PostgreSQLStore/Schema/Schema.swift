/// The tables of a store, and how a schema of a database comes to have them.
enum Schema {
  /// The newest version of the schema that this version knows, which `store.version` has.
  static let version = 3

  /// What brings a schema from each version to the next: `migrations[n - 1]` makes version `n`.
  ///
  /// Each runs in one transaction, with a `search_path` of the schema and `pg_temp`.
  static let migrations = [
    tables + records + outcomes + changes + references + views + comments,
    erasures,
    // A view that is replaced loses its options.
    drugs + observations + rights,
  ]
}
