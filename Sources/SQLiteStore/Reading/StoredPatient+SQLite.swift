import GRDBSQLite
import Scheduling
import Storage

extension StoredPatient {
  /// Reads `number, id, versions, outcomes, listed_values, outcome_details`.
  init(_ statement: Statement) throws(InputError) {
    let number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowPlace(table: "patients", first: number), from: 1)
    try self.init(number: number, &row)
  }

  /// The highest id that one of the patient's outcomes can have.
  var lastOutcome: Int64 { number << 32 + 0xffff_ffff }
}
