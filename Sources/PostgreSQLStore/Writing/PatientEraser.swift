import AdherenceAnalytics
import Scheduling
import Storage

/// Takes all that is known of a patient out of a store.
struct PatientEraser {
  private let writer: RecordWriter

  init(_ writer: RecordWriter) { self.writer = writer }

  /// Erases patients, then whatever no other patient refers to.
  ///
  /// - Parameters:
  ///   - ids: The patients.
  ///   - beforeStep: Called before each step.
  /// - Returns: The ids that were erased before.
  /// - Throws: `StoreError` for a patient who was never there, and `InputError` for what the server says.
  func erase(_ ids: [String], beforeStep: () throws -> Void) throws -> [String] {
    var absent: [String] = []
    try writer.batch {
      let erased = try writer.erasedIDs()
      let patients: [StoredPatient]
      (patients, absent) = try erased.parted(ids, by: writer.patient)
      for patient in patients {
        try beforeStep()
        try erase(patient)
      }
      writer.noteErasures(patients.count, erased.digests(of: patients.map(\.id)))
      try beforeStep()
    }
    try beforeStep()
    // Where the role does not own the tables, the server does that by itself in time.
    try writer.connection.execute("VACUUM \(PatientEraser.tables.joined(separator: ", "))")
    return absent
  }

  /// The tables with a patient's rows, each behind those that refer to it.
  private static let tables = [
    "listed_values", "outcome_details", "outcomes", "changes", "task_versions", "holds", "contacts",
    "care_plans", "patient_versions", "tasks", "patients",
  ]

  private func erase(_ patient: StoredPatient) throws(InputError) {
    let connection = writer.connection
    let isOf = "patient = \(patient.number)"
    let names = try connection.numbers(
      "SELECT element FROM outcomes WHERE \(isOf) UNION SELECT units FROM outcomes WHERE \(isOf)"
        + " UNION SELECT kind FROM outcomes WHERE \(isOf)"
        + " UNION SELECT units FROM listed_values WHERE \(isOf)"
        + " UNION SELECT kind FROM listed_values WHERE \(isOf)")
    let schedules = try connection.numbers(
      "SELECT DISTINCT schedule FROM task_versions WHERE \(isOf)")
    for table in PatientEraser.tables {
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

  /// Deletes the rows of a table that nothing refers to any more: what patients share stays, what one of
  /// them alone had may be telling.
  ///
  /// - Complexity: O(*n*) for *n* references; mostly the first few have all that are shared.
  private func drop(
    _ numbers: [Int64], of table: String, unlessIn references: [(table: String, column: String)]
  ) throws(InputError) {
    if numbers.isEmpty { return }
    let list = numbers.map(String.init).joined(separator: ",")
    let conditions = references.map { other, column in
      " AND NOT EXISTS (SELECT FROM \(other) o WHERE o.\(column) = t.number)"
    }
    try writer.connection.execute(
      "DELETE FROM \(table) t WHERE number IN (\(list))\(conditions.joined())")
  }
}

extension Connection {
  /// The numbers in the one column of a query.
  fileprivate func numbers(_ sql: String) throws(InputError) -> [Int64] {
    let rows = try query(sql)
    return (0..<rows.count).compactMap { rows[$0].integer(0) }
  }
}
