public import Scheduling

/// Patients' records that several readers read at once, at any place: what reports over many patients
/// are made from.
///
/// It shows its records as they are at one moment, however long reading takes. A ``CareStore`` answers
/// questions and is written to; a source hands out whole records, block by block, to as many workers as
/// there are.
public protocol CohortSource: Sendable {
  /// What one worker reads with.
  associatedtype Reader: CohortReader

  /// The patients' ids in order; a patient's place is the index in this list.
  var patientIDs: [String] { get }
  /// What is wrong or doubtful and belongs to no one patient.
  var problems: [InputError] { get }
  /// What was read that belongs to no one patient, such as rows of patients that were set aside.
  var counts: RecordCounts { get }

  /// Makes a reader; each worker needs its own.
  ///
  /// - Throws: `InputError` where the data cannot be opened.
  func makeReader() throws(InputError) -> Reader
}

/// Reads a source's records in memory that is used again.
public protocol CohortReader {
  /// Reads the patients at neighbouring places, in order.
  ///
  /// - Parameters:
  ///   - places: The places of the patients.
  ///   - body: Takes each record with what is wrong with it.
  /// - Throws: `InputError` where the data cannot be read at all, and what `body` throws.
  mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError)
}

/// One patient's record as a source has it.
public struct CohortEntry: Sendable {
  /// The record.
  public var record: CareRecord
  /// What is wrong or doubtful in it; what is wrong was set aside.
  public var problems: [InputError]
  /// How much of it was read and how much set aside.
  public var counts: RecordCounts

  /// Creates an entry.
  public init(_ record: CareRecord, problems: [InputError] = [], counts: RecordCounts) {
    self.record = record
    self.problems = problems
    self.counts = counts
  }
}

extension CohortEntry {
  /// Creates the entry of a record that was kept whole, with what is doubtful in it.
  ///
  /// The problems name the patient and the outcome's position in the record.
  ///
  /// - Complexity: That of ``CareRecord/doubts``.
  public init(examining record: CareRecord) {
    self.init(record, counts: record.counts)
    note(record.doubts, source: "patient \(record.patient.id)") { "outcomes.\($0)" }
  }

  /// Counts outcomes as doubtful, each at a path by its position.
  package mutating func note(
    _ doubts: [OutcomeDoubt], source: String, path: (Int) -> String
  ) {
    if doubts.isEmpty { return }
    counts.outcomes.doubtful += doubts.count
    var list = ProblemList(problems)
    for doubt in doubts where !list.isFull {
      var error = doubt.error.at(source: source)
      error.field = "\(path(doubt.position)).\(doubt.error.field ?? "")"
      list.append(error)
    }
    problems = list.problems
  }
}
