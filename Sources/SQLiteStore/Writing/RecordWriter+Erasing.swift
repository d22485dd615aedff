import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

// Deleted content is overwritten on a connection with secure deletion, and without foreign key checks
// because dependent rows are deleted together.
extension RecordWriter: ErasingStorage {
  /// Creates a writer on a connection that overwrites deleted content.
  convenience init(erasingFrom file: StoreFile) throws(InputError) {
    let connection = try file.connect(for: .loading)
    try connection.execute("PRAGMA secure_delete = ON")
    try self.init(connection)
  }

  /// Truncates the log, unless other readers hold an earlier snapshot.
  func discardDeletedRows() throws(InputError) {
    guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      throw InputError(
        .unwritable(
          reason:
            "the patients are erased, but the log beside the file keeps their records until no reader"
            + " holds an earlier snapshot (end those readers, and repeat this)"),
        source: connection.path)
    }
  }

  func deleteRows(of patients: [StoredPatient], beforeStep: () throws -> Void) throws {
    var (names, schedules) = (Set<Int64>(), Set<Int64>())
    for patient in patients {
      try beforeStep()
      let shared = try erase(patient)
      names.formUnion(shared.names)
      schedules.formUnion(shared.schedules)
    }
    try beforeStep()
    try drop(
      names, of: "names",
      unlessIn: [
        "SELECT element, units, kind FROM outcomes", "SELECT units, kind FROM listed_values",
      ])
    try drop(schedules, of: "schedules", unlessIn: ["SELECT schedule FROM task_versions"])
  }

  /// Deletes the rows of a patient and returns the names and schedules that they referred to.
  private func erase(_ patient: StoredPatient) throws(InputError) -> (
    names: Set<Int64>, schedules: Set<Int64>
  ) {
    let (number, first, last) = (patient.number, patient.number << 32, patient.lastOutcome)
    let names = try numbers(
      [
        "SELECT element, units, kind FROM outcomes WHERE id BETWEEN ? AND ?",
        "SELECT units, kind FROM listed_values WHERE outcome BETWEEN ? AND ?",
      ], first, last)
    let schedules = try numbers(["SELECT schedule FROM task_versions WHERE patient = ?"], number)
    for (table, column) in [
      ("outcome_details", "outcome"), ("listed_values", "outcome"), ("outcomes", "id"),
    ] {
      try run("DELETE FROM \(table) WHERE \(column) BETWEEN ? AND ?", first, last)
    }
    for table in StoreTables.ofPatients {
      try run("DELETE FROM \(table) WHERE patient = ?", number)
    }
    try run("DELETE FROM patients WHERE number = ?", number)
    return (names, schedules)
  }

  /// Deletes the rows of a table that are no longer referenced: shared ones stay, while one that
  /// only an erased patient used may identify the patient.
  ///
  /// - Complexity: O(*n*) for *n* references; usually all shared ones are found among the first
  ///   few.
  private func drop(_ numbers: Set<Int64>, of table: String, unlessIn references: [String])
    throws(InputError)
  {
    var unused = numbers
    for reference in references where !unused.isEmpty {
      try each(reference) { number in
        unused.remove(number)
        return !unused.isEmpty
      }
    }
    for number in unused { try run("DELETE FROM \(table) WHERE number = ?", number) }
  }

  /// Returns the distinct numbers in the columns of queries.
  private func numbers(_ queries: [String], _ values: Int64...) throws(InputError) -> Set<Int64> {
    var numbers: Set<Int64> = []
    for query in queries {
      try each(query, values) { number in
        numbers.insert(number)
        return true
      }
    }
    return numbers
  }

  /// Passes the numbers in the columns of a query to a body until it returns `false`.
  private func each(_ query: String, _ values: [Int64] = [], _ body: (Int64) -> Bool)
    throws(InputError)
  {
    let statement = try connection.statement(query)
    bind(values, to: statement)
    defer { statement.reset() }
    let columns = sqlite3_column_count(statement.handle)
    while try statement.step() {
      for column in 0..<columns
      where sqlite3_column_type(statement.handle, column) != SQLITE_NULL {
        if !body(sqlite3_column_int64(statement.handle, column)) { return }
      }
    }
  }

  private func run(_ sql: String, _ values: Int64...) throws(InputError) {
    let statement = try connection.statement(sql)
    bind(values, to: statement)
    try statement.run()
  }

  private func bind(_ values: [Int64], to statement: Statement) {
    var bindings = Bindings(statement)
    for value in values { bindings.bind(value) }
  }
}
