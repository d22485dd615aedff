package import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

extension PostgreSQLStore {
  /// Returns whether there is a store at an address.
  ///
  /// - Throws: `InputError` if the server rejects the connection or the schema is not a store of
  ///   this version.
  package static func isThere(at address: StoreAddress) throws(InputError) -> Bool {
    try Schema.foundVersion(Connection(address)) > 0
  }

  /// Returns counts and sizes of the store.
  ///
  /// - Returns: The counts of one snapshot.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* outcomes, whose times it reads.
  package func info() throws(InputError) -> StoreInfo {
    let transaction = try pool.begin()
    let connection = transaction.connection
    func number(_ sql: String) throws(InputError) -> Int {
      Int(try connection.query("SELECT (\(sql))::bigint").first?.int8(0) ?? 0)
    }
    var info = try StoreInfo(counting: { table throws(InputError) in
      try number("SELECT count(*) FROM \(table)")
    })
    info.schemaVersion = try number("SELECT version FROM store WHERE one")
    info.revision = try number("SELECT revision FROM store WHERE one")
    info.size = try number(
      "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
        + " AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())")
    info.versions.outcomes = try number("SELECT sum(outcomes) FROM patients")
    info.outcomeTimes = try connection.range(
      "SELECT min(t), max(t) FROM"
        + " (SELECT coalesce(time, nominal AT TIME ZONE 'UTC') AS t FROM outcomes) times")
    info.recordingTimes = try connection.range(StoreTables.recordingTimes())
    info.zones = try connection.zones()
    return info
  }

  /// Checks the references of tables that have no foreign keys.
  ///
  /// Rows with invalid content are detected by reading them with ``snapshot(_:)``, and damaged
  /// files of the server with `pg_amcheck`.
  ///
  /// - Returns: At most a hundred problems; empty for an intact store.
  /// - Throws: `InputError` if the store cannot be read at all.
  /// - Complexity: O(*n*) for *n* outcomes.
  public func verify() throws(InputError) -> [InputError] {
    let connection = try pool.begin().connection
    var problems: [InputError] = []
    for (table, column, parent, condition) in PostgreSQLStore.references {
      let rows = try connection.query(
        "SELECT '\(table)(' || t.patient || ')' FROM (SELECT DISTINCT patient, \(column) FROM \(table)"
          + " WHERE \(column) IS NOT NULL) t"
          + " WHERE NOT EXISTS (SELECT FROM \(parent) p WHERE \(condition)) LIMIT 20")
      for index in 0..<rows.count {
        let row = try rows[index].text(0) ?? table
        problems.append(
          InputError(
            .unreadable(reason: "\(row).\(column) refers to missing \(parent)"),
            source: address.description))
      }
    }
    return Array(problems.prefix(100))
  }

  private static let references: [(table: String, column: String, parent: String, match: String)] =
    [
      ("outcomes", "task", "tasks", "p.number = t.task AND p.patient = t.patient"),
      ("outcomes", "element", "names", "p.number = t.element"),
      ("outcomes", "units", "names", "p.number = t.units"),
      ("outcomes", "kind", "names", "p.number = t.kind"),
      ("listed_values", "outcome", "outcomes", "p.patient = t.patient AND p.position = t.outcome"),
      ("listed_values", "units", "names", "p.number = t.units"),
      ("listed_values", "kind", "names", "p.number = t.kind"),
      (
        "outcome_details", "outcome", "outcomes", "p.patient = t.patient AND p.position = t.outcome"
      ),
    ]
}

extension Connection {
  /// Returns two times of one row as a range; `nil` if they are null.
  fileprivate func range(_ sql: String) throws(InputError) -> ClosedRange<Instant>? {
    guard let row = try query(sql).first, let first = row.timestamp(0), let last = row.timestamp(1)
    else { return nil }
    return Instant(seconds: first)...Instant(seconds: max(first, last))
  }

  /// Returns the number of patients in each zone of their newest version.
  fileprivate func zones() throws(InputError) -> [String: Int] {
    let rows = try query(
      "SELECT split_part(zone, ';', 1), count(*) FROM patient_versions v WHERE position ="
        + " (SELECT max(position) FROM patient_versions WHERE patient = v.patient) GROUP BY 1")
    var zones: [String: Int] = [:]
    for index in 0..<rows.count {
      zones[try rows[index].text(0) ?? ""] = Int(rows[index].int8(1) ?? 0)
    }
    return zones
  }
}
