import AdherenceAnalytics
import Scheduling

/// Notes what batches write, so that others can be told; a batch counts from its first note on.
final class ChangeWriter {
  private let connection: Connection
  private let counting: Statement
  private let beginning: Statement
  private let insertion: Statement
  private let erasing: Statement
  /// The number of the batch that is under way; `nil` while it has written nothing.
  private var batch: Int64?

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    counting = try connection.statement("UPDATE store SET revision = revision + 1")
    beginning = try connection.statement(
      "INSERT INTO batches (number, mark, erasures) SELECT revision, random(), 0 FROM store"
        + " RETURNING number")
    insertion = try connection.statement(
      "INSERT INTO changes (batch, patient, kind, first, count) VALUES (?, ?, ?, ?, ?)")
    erasing = try connection.statement(
      "UPDATE batches SET erasures = erasures + 1 WHERE number = ?")
  }

  /// Begins a batch, whatever became of the last.
  func beginBatch() { batch = nil }

  /// Notes the versions that a patient has got.
  ///
  /// - Parameters:
  ///   - added: How many.
  ///   - known: How many there were before them.
  ///   - patient: The patient's number.
  /// - Throws: What SQLite says.
  func note(_ added: VersionCounts, behind known: VersionCounts, of patient: Int64)
    throws(InputError)
  {
    for kind in CareKind.allCases where added[kind] > 0 {
      let batch = try number()
      var values = Bindings(insertion)
      values.bind(batch)
      values.bind(patient)
      values.bind(kind.rawValue)
      values.bind(Int64(known[kind]))
      values.bind(Int64(added[kind]))
      try insertion.run()
    }
  }

  /// Notes that a patient was erased.
  func noteErasure() throws(InputError) {
    erasing.bind(try number())
    try erasing.run()
  }

  private func number() throws(InputError) -> Int64 {
    if let batch { return batch }
    try counting.run()
    guard let number = try beginning.integer() else {
      throw InputError(.unwritable(reason: "a batch was given no number"), field: "batches")
    }
    batch = number
    return number
  }
}
