import Storage

/// A range of consecutive outcomes of one patient, with the expected number of rows.
struct OutcomeSpan {
  /// The id of the first outcome.
  var first: Int64
  /// The highest possible id.
  var last: Int64
  var count: Int
  /// The number of values and details; `nil` if unknown.
  var valueCount: Int?
  var detailCount: Int?

  /// Creates the span of all outcomes of a patient.
  init(_ patient: StoredPatient) {
    first = patient.number << 32
    last = patient.lastOutcome
    count = patient.outcomes
    valueCount = patient.listedValues
    detailCount = patient.outcomeDetails
  }

  /// Creates the span of one outcome.
  init(_ id: Int64) {
    (first, last, count) = (id, id, 1)
  }
}
