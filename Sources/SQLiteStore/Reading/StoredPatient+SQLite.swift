import CSQLite
import Diagnostics
import Storage

extension StoredPatient {
  /// Prepares a query of patient rows.
  ///
  /// - Parameters:
  ///   - connection: The connection; checksums are null in schemas without them.
  ///   - condition: The condition and order of the rows.
  /// - Returns: The statement, with the parameters of the condition still unbound.
  /// - Throws: Errors of SQLite.
  static func selection(on connection: Connection, _ condition: String) throws(InputError)
    -> Statement
  {
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let sums = version >= 3 ? sumColumns : "NULL, NULL, NULL"
    return try connection.statement(
      "SELECT number, id, versions, outcomes, listed_values, outcome_details, \(sums) FROM patients"
        + " WHERE \(condition)")
  }

  private static let sumColumns = "patient_sum, plan_sum, outcome_sum"

  /// Reads the current row of a query.
  init(_ statement: Statement) throws(InputError) {
    let number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowLocation(table: "patients", first: number), from: 1)
    try self.init(number: number, &row)
    sums = try RecordChecksums(&row)
  }

  /// The highest possible id of the patient's outcomes.
  var lastOutcome: Int64 { number << 32 + 0xffff_ffff }
}

extension RecordChecksums {
  /// Reads `patient_sum, plan_sum, outcome_sum`; `nil` if one of them is null.
  fileprivate init?(_ row: inout Columns) throws(InputError) {
    let sums = (try row.integer(), try row.integer(), try row.integer())
    guard case (let patient?, let plan?, let outcomes?) = sums else { return nil }
    self.init()
    self.patient = UInt64(bitPattern: patient)
    self.plan = UInt64(bitPattern: plan)
    self.outcomes = UInt64(bitPattern: outcomes)
  }
}
