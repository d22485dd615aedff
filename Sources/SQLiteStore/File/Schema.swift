import Diagnostics
import Scheduling

/// The tables of a store and their migrations.
enum Schema {
  /// The application id in the header of a store's file: `Regm`.
  static let applicationID = 0x5265_676D
  /// The newest supported schema, stored as the user version in the header.
  static let version = migrations.count

  /// The statements of each version, which lead from the one before.
  private static let migrations = [
    list + tables + records + outcomes + views + "PRAGMA application_id = \(applicationID);",
    changes, sums, erasures, drugs + observations,
  ]

  /// Earlier versions of this program accept a file only with this list of its migrations, and may
  /// have left a file with nothing else.
  private static let list =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"

  /// Migrates a database to a version in one transaction, which is rolled back with the connection
  /// if it fails; two programs may do so concurrently.
  static func migrate(_ connection: Connection, upTo newest: Int = version) throws(InputError) {
    try connection.execute("BEGIN IMMEDIATE")
    let old = Int(try connection.integer("PRAGMA user_version") ?? 0)
    for (number, statements) in zip(1...newest, migrations) where number > old {
      try connection.execute(
        "\(statements) INSERT INTO grdb_migrations VALUES ('\(number)');"
          + " PRAGMA user_version = \(number)")
    }
    try connection.execute("COMMIT")
  }
}
