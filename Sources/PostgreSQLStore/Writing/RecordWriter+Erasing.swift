import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

extension RecordWriter: ErasingStorage {
  func deleteRows(of patients: [StoredPatient], beforeStep: () throws -> Void) throws {
    for patient in patients {
      try beforeStep()
      try deleteRows(of: patient)
    }
  }

  /// Frees the space; if the role does not own the tables, autovacuum does so later.
  func discardDeletedRows() throws(InputError) {
    try connection.execute("VACUUM \(RecordWriter.tables.joined(separator: ", "))")
  }

  /// The tables with a patient's rows, referring tables first.
  private static let tables =
    ["listed_values", "outcome_details", "outcomes"] + StoreTables.ofPatients + ["patients"]

  private func deleteRows(of patient: StoredPatient) throws(InputError) {
    let isOf = "patient = \(patient.number)"
    let names = try connection.numbers(
      "SELECT element FROM outcomes WHERE \(isOf) UNION SELECT units FROM outcomes WHERE \(isOf)"
        + " UNION SELECT kind FROM outcomes WHERE \(isOf)"
        + " UNION SELECT units FROM listed_values WHERE \(isOf)"
        + " UNION SELECT kind FROM listed_values WHERE \(isOf)")
    let schedules = try connection.numbers(
      "SELECT DISTINCT schedule FROM task_versions WHERE \(isOf)")
    for table in RecordWriter.tables {
      let key = table == "patients" ? "number" : "patient"
      try connection.execute("DELETE FROM \(table) WHERE \(key) = \(patient.number)")
    }
    try drop(
      names, of: "names",
      unlessIn: [
        ("outcomes", "element"), ("outcomes", "units"), ("outcomes", "kind"),
        ("listed_values", "units"), ("listed_values", "kind"),
      ])
    try drop(schedules, of: "schedules", unlessIn: [("task_versions", "schedule")])
  }

  /// Deletes the rows of a table that are no longer referenced: shared ones stay, while one that
  /// only an erased patient used may identify the patient.
  ///
  /// - Complexity: O(*n*) for *n* references; usually all shared ones are found among the first
  ///   few.
  private func drop(
    _ numbers: [Int64], of table: String, unlessIn references: [(table: String, column: String)]
  ) throws(InputError) {
    if numbers.isEmpty { return }
    let list = numbers.map(String.init).joined(separator: ",")
    let conditions = references.map { other, column in
      " AND NOT EXISTS (SELECT FROM \(other) o WHERE o.\(column) = t.number)"
    }
    try connection.execute(
      "DELETE FROM \(table) t WHERE number IN (\(list))\(conditions.joined())")
  }
}

extension Connection {
  /// Returns the integers in the single column of a query.
  fileprivate func numbers(_ sql: String) throws(InputError) -> [Int64] {
    let rows = try query(sql)
    return (0..<rows.count).compactMap { rows[$0].integer(0) }
  }
}
