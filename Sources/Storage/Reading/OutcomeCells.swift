/// The columns of a row of outcomes as a database has them.
///
/// A value of another type than the column's is ``unreadable``, a number that is none stands for any that
/// cannot be read.
package struct OutcomeCells {
  package var task: Int64 = OutcomeCells.unreadable
  package var element: Int64?
  package var nominal: Int64?
  package var time: Int64?
  package var status: Int64 = 0
  package var number: Double?
  package var units: Int64?
  package var kind: Int64?

  /// What no column has that can be read.
  package static let unreadable = Int64.min

  package init() {}
}

/// The columns of a row of listed values that say whether the value fits the row of its outcome.
package struct ListedCells {
  /// The position of the outcome among those of the patient.
  package var outcome: Int64
  /// The position of the value among those of the outcome.
  package var position: Int64
  package var boolean: Int64?
  /// The digest of the row without its place and names, where the database has sums.
  package var digest: RowDigest?
  package var units: Int64?
  package var kind: Int64?

  /// The columns of the names among `outcome, position, number, boolean, text, date, data, units, kind`.
  package static let unitsColumn = 7
  package static let kindColumn = 8

  package init(outcome: Int64, position: Int64) {
    self.outcome = outcome
    self.position = position
  }
}
