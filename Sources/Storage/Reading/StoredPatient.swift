package import Diagnostics
import Scheduling

/// A row of the patients table: the patient's key and the expected number of rows.
package struct StoredPatient: Sendable {
  package var number: Int64
  package var id: String
  /// The number of rows of all kinds except outcomes.
  package var versions = 0
  package var outcomes = 0
  package var listedValues = 0
  package var outcomeDetails = 0
  /// The checksums of all these rows; `nil` if the database has none.
  package var sums: RecordChecksums?

  package init(number: Int64, id: String) {
    self.number = number
    self.id = id
  }

  /// Reads the columns `id, versions, outcomes, listed_values, outcome_details`.
  package init(number: Int64, _ row: inout some RowColumns) throws(InputError) {
    self.init(number: number, id: try row.require(try row.text()))
    versions = try row.rowCount()
    outcomes = try row.rowCount()
    listedValues = try row.rowCount()
    outcomeDetails = try row.rowCount()
  }
}

/// The extent of a record that is read.
package enum RecordExtent: Int, Comparable, Sendable {
  /// The versions of the patient, and of outcomes the times alone, without checks.
  case times
  /// The versions of the patient only.
  case patient
  /// Everything except outcomes.
  case plan
  case all

  package static func < (a: RecordExtent, b: RecordExtent) -> Bool { a.rawValue < b.rawValue }
}
