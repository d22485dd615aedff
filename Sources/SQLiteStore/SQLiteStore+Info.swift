package import AdherenceAnalytics
import CSQLite
public import Diagnostics
import Scheduling
import Storage

extension SQLiteStore {
  /// Returns counts and sizes of the store.
  ///
  /// - Returns: The counts of one snapshot.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* outcomes, whose times it reads.
  package func info() throws(InputError) -> StoreInfo {
    let transaction = try pool.begin()
    let connection = transaction.connection
    let tables = try SchemaObject.tables(of: connection)
    // SQLite does not call the progress handler during count(*), so that a hostile file could
    // block it.
    var info = try StoreInfo(counting: { table throws(InputError) in
      guard tables.contains(table) else { return 0 }
      return Int(try connection.integer("SELECT sum(1) FROM \(table)") ?? 0)
    })
    info.schemaVersion = Int(try connection.integer("PRAGMA user_version") ?? 0)
    info.size = (file.size ?? 0) + file.logSize
    info.revision = Int(transaction.revision)
    let outcomes = try connection.integer("SELECT total(outcomes) FROM patients")
    info.versions.outcomes = Int(outcomes ?? 0)
    info.outcomeTimes = try connection.range(
      "SELECT min(coalesce(time, nominal)), max(coalesce(time, nominal)) FROM outcomes")
    // Files of earlier versions lack some tables.
    info.recordingTimes = try connection.range(StoreTables.recordingTimes(where: tables.contains))
    info.zones = try connection.zones()
    return info
  }

  /// Returns the number of patients without checksums: those written by an earlier version, until
  /// the next load.
  package func unsummedPatients() throws(InputError) -> Int {
    try pool.begin().connection.unsummedPatients().count
  }

  /// Checks the integrity of the file.
  ///
  /// It detects damaged pages and dangling references. Rows with invalid or changed content are
  /// detected by reading them with ``snapshot(_:readers:)``.
  ///
  /// - Returns: At most a hundred problems; empty for an intact store.
  /// - Throws: `InputError` if the store cannot be read at all.
  /// - Complexity: O(*n*) for *n* pages.
  public func verify() throws(InputError) -> [InputError] {
    let transaction = try pool.begin()
    var problems: [InputError] = []
    let damage = try transaction.connection.texts("PRAGMA integrity_check(100)")
    for text in damage where text != "ok" {
      problems.append(
        InputError(
          .unreadable(reason: "the store is damaged: \(text) (restore it from a copy)"),
          source: path))
    }
    let danglingReferences =
      "SELECT \"table\" || ' refers to missing ' || parent FROM pragma_foreign_key_check"
    for text in try transaction.connection.texts(danglingReferences + " LIMIT 100") {
      problems.append(InputError(.unreadable(reason: text), source: path))
    }
    return problems
  }
}

extension Connection {
  /// Returns two integers of one row as a range of instants; `nil` if they are null.
  fileprivate func range(_ sql: String) throws(InputError) -> ClosedRange<Instant>? {
    let statement = try statement(sql)
    defer { statement.reset() }
    guard try statement.step(), sqlite3_column_type(statement.handle, 0) != SQLITE_NULL else {
      return nil
    }
    let first = Instant(seconds: sqlite3_column_int64(statement.handle, 0))
    let last = Instant(seconds: sqlite3_column_int64(statement.handle, 1))
    return first...max(first, last)
  }

  /// Returns the texts of a query with one column.
  fileprivate func texts(_ sql: String) throws(InputError) -> [String] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var texts: [String] = []
    while try statement.step() {
      texts.append(sqlite3_column_text(statement.handle, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }

  /// Returns the number of patients in each zone of their newest version.
  fileprivate func zones() throws(InputError) -> [String: Int] {
    let statement = try statement(
      "SELECT substr(zone, 1, instr(zone || ';', ';') - 1) AS home, count(*)"
        + " FROM current_patients GROUP BY home")
    defer { statement.reset() }
    var zones: [String: Int] = [:]
    while try statement.step() {
      let zone = sqlite3_column_text(statement.handle, 0).map { String(cString: $0) } ?? ""
      zones[zone] = Int(sqlite3_column_int64(statement.handle, 1))
    }
    return zones
  }
}
