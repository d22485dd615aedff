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
