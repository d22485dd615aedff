/// The tables of a store and their migrations.
enum Schema {
  /// The newest supported version of the schema, stored in `store.version`.
  static let version = 3

  /// The migrations between versions: `migrations[n - 1]` creates version `n`.
  ///
  /// Each runs in one transaction, with a `search_path` of the schema and `pg_temp`.
  static let migrations = [
    tables + records + outcomes + changes + references + views + comments,
    erasures,
    // Replacing a view resets its options.
    drugs + observations + rights,
  ]
}
