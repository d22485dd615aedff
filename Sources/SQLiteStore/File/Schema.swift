import GRDB

/// The tables of a store and their migrations.
enum Schema {
  /// The application id in the header of a store's file: `Regm`.
  static let applicationID = 0x5265_676D
  /// The newest supported schema, stored as the user version in the header.
  static let version = 5

  /// The migrations to the newest schema.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: tables + records + outcomes + views)
      try database.execute(
        sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
    }
    migrator.registerMigration("2", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: changes + "PRAGMA user_version = 2")
    }
    migrator.registerMigration("3", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: sums + "PRAGMA user_version = 3")
    }
    migrator.registerMigration("4", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: erasures + "PRAGMA user_version = 4")
    }
    migrator.registerMigration("5", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: drugs + observations + "PRAGMA user_version = 5")
    }
    return migrator
  }
}
