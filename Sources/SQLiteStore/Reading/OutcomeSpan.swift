import Storage

/// Neighbouring outcomes of one patient, with how many rows there are of them.
struct OutcomeSpan {
  /// The id of the first outcome.
  var first: Int64
  /// The highest id that may be found.
  var last: Int64
  var count: Int
  /// How many values and details there are; `nil` where nobody counted.
  var valueCount: Int?
  var detailCount: Int?

  /// All outcomes of a patient.
  init(_ patient: StoredPatient) {
    first = patient.number << 32
    last = patient.lastOutcome
    count = patient.outcomes
    valueCount = patient.listedValues
    detailCount = patient.outcomeDetails
  }

  /// One outcome.
  init(_ id: Int64) {
    (first, last, count) = (id, id, 1)
  }
}
