import GRDBSQLite
import Scheduling

/// A patient's row: the number under which all else is found, and how many rows there are to find.
struct StoredPatient: Sendable {
  var number: Int64
  var id: String
  /// The rows of all kinds but outcomes.
  var versions: Int
  var outcomes: Int
  var listedValues: Int
  var outcomeDetails: Int

  /// The highest id that one of the patient's outcomes can have.
  var lastOutcome: Int64 { number << 32 + 0xffff_ffff }
}

extension StoredPatient {
  /// Reads `number, id, versions, outcomes, listed_values, outcome_details`.
  init(_ statement: Statement) throws(InputError) {
    number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowPlace(table: "patients", first: number), from: 1)
    id = try row.require(try row.text())
    versions = try StoredPatient.count(&row)
    outcomes = try StoredPatient.count(&row)
    listedValues = try StoredPatient.count(&row)
    outcomeDetails = try StoredPatient.count(&row)
  }

  /// How many rows there are; at most as many as have numbers.
  private static func count(_ row: inout Columns) throws(InputError) -> Int {
    let count: Int64 = try row.require(try row.integer())
    guard 0...0xffff_ffff ~= count else {
      throw row.outOfRange("\(count)", rule: "lie between 0 and 4294967295")
    }
    return Int(count)
  }
}
