/// The columns of a stored row of outcomes.
///
/// A value of the wrong type is ``unreadable``; NaN represents an unreadable number.
package struct OutcomeCells {
  package var task: Int64 = OutcomeCells.unreadable
  package var element: Int64?
  package var nominal: Int64?
  package var time: Int64?
  package var status: Int64 = 0
  package var number: Double?
  package var units: Int64?
  package var kind: Int64?

  /// The sentinel of an unreadable column.
  package static let unreadable = Int64.min

  package init() {}
}

/// The columns of a row of listed values that determine whether the value fits the row of its
/// outcome.
package struct ListedCells {
  /// The position of the outcome within the patient.
  package var outcome: Int64
  /// The position of the value within the outcome.
  package var position: Int64
  package var boolean: Int64?
  /// The digest of the row without position and names, if the database has checksums.
  package var digest: RowDigest?
  package var units: Int64?
  package var kind: Int64?

  /// The indices of the name columns in `outcome, position, number, boolean, text, date, data,
  /// units, kind`.
  package static let unitsColumn = 7
  package static let kindColumn = 8

  package init(outcome: Int64, position: Int64) {
    self.outcome = outcome
    self.position = position
  }
}
