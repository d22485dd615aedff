package import Scheduling

/// A patient's row: the number under which all else is found, and how many rows there are to find.
package struct StoredPatient: Sendable {
  package var number: Int64
  package var id: String
  /// The rows of all kinds but outcomes.
  package var versions = 0
  package var outcomes = 0
  package var listedValues = 0
  package var outcomeDetails = 0
  /// The sums of all those rows; `nil` where the database has none of them.
  package var sums: RecordSums?

  /// A patient of whom nothing is written yet.
  package init(number: Int64, id: String) {
    self.number = number
    self.id = id
  }

  /// Reads `id, versions, outcomes, listed_values, outcome_details`.
  package init(number: Int64, _ row: inout some RowColumns) throws(InputError) {
    self.init(number: number, id: try row.require(try row.text()))
    versions = try row.rowCount()
    outcomes = try row.rowCount()
    listedValues = try row.rowCount()
    outcomeDetails = try row.rowCount()
  }
}

/// How much of a record is read.
package enum RecordExtent: Int, Comparable, Sendable {
  /// The versions of the patient alone.
  case patient
  /// All but outcomes.
  case plan
  case all

  package static func < (a: RecordExtent, b: RecordExtent) -> Bool { a.rawValue < b.rawValue }
}
