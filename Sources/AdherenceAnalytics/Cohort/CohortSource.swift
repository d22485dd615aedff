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
  /// Whether the recording ended with the last outcome, so that nothing is known of the days after it.
  ///
  /// A table of events says nothing of when it was exported; a report on later days would count them as
  /// missed. A report that names no days begins with the first plan, where that is before the first outcome, and
  /// ends with the last evening. `false` by default: a store is complete until now.
  var endsWithItsData: Bool { get }

  /// What was decided where the data can be read in several ways, a sentence each.
  var assumptions: [String] { get }
  /// The number of rejected rows that a report passes whatever their share is, since each is a problem of it.
  var tolerance: Int { get }

  /// Makes a reader; each worker needs its own.
  ///
  /// - Throws: `InputError` where the data cannot be opened.
  func makeReader() throws(InputError) -> Reader
}

extension CohortSource {
  /// None: the data can be read in one way only.
  public var assumptions: [String] { [] }
  /// None.
  public var tolerance: Int { 0 }
  /// `false`: nothing recorded on a day means that nothing was done.
  public var endsWithItsData: Bool { false }
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
///
/// What is wrong is found by reading. What is doubtful about outcomes takes the plans, which are compiled
/// once: whoever shows doubts asks for them by ``examined(_:)``.
public struct CohortEntry: Sendable {
  /// The record.
  public var record: CareRecord
  /// What is wrong in it, which was set aside; of an examined entry also what is doubtful.
  public var problems: [InputError]
  /// How much of it was read and how much set aside.
  public var counts: RecordCounts
  /// Says of a doubt where its outcome stands; `nil` where nothing is left to examine.
  private(set) var place: (@Sendable (OutcomeDoubt) -> InputError)?

  /// Creates an entry of which nothing is left to examine.
  public init(_ record: CareRecord, problems: [InputError] = [], counts: RecordCounts) {
    self.record = record
    self.problems = problems
    self.counts = counts
  }

  /// Creates the entry of a record that is still to be examined; doubts get their place by a function.
  package init(
    unexamined record: CareRecord, problems: [InputError], counts: RecordCounts,
    place: @escaping @Sendable (OutcomeDoubt) -> InputError
  ) {
    self.init(record, problems: problems, counts: counts)
    self.place = place
  }
}

extension CohortEntry {
  /// Creates the entry of a record that was kept whole and is still to be examined.
  ///
  /// Its doubts name the patient and the outcome's position in the record.
  package init(unexamined record: CareRecord) {
    let source = "patient \(record.patient.id)"
    self.init(unexamined: record, problems: [], counts: record.counts) { doubt in
      doubt.error(within: "outcomes.\(doubt.position)").at(source: source)
    }
  }

  /// The entry with another record, whose outcomes stand at the same places, and with each of its problems
  /// told otherwise, those that are found later too.
  package func replacing(
    _ record: CareRecord, problems tell: @escaping @Sendable (InputError) -> InputError
  ) -> CohortEntry {
    var entry = self
    entry.record = record
    entry.problems = problems.map(tell)
    if let place { entry.place = { doubt in tell(place(doubt)) } }
    return entry
  }

  /// The entry as reports take it: without plans where all that was recorded had to be set aside, since
  /// against them nothing would look like nothing done.
  package var withoutLostData: CohortEntry {
    let outcomes = counts.outcomes
    guard outcomes.read > 0, outcomes.setAside == outcomes.read else { return self }
    var entry = self
    entry.record = CareRecord(patient: record.patient)
    entry.record.earlierPatients = record.earlierPatients
    entry.record.isSetAside = true
    let error = InputError(
      .allSetAside(what: "outcomes", count: outcomes.read), source: "patient \(record.patient.id)")
    entry.problems.insert(error, at: 0)
    return entry
  }

  /// The entry with what is doubtful about its outcomes among its problems and counts.
  ///
  /// - Parameter compiled: The record as a query sees it; `nil` where nobody has compiled its plans.
  /// - Returns: The entry; the same where it is examined.
  /// - Complexity: That of `CareRecord.doubts`, but for compiling where the record is compiled.
  public func examined(_ compiled: CompiledRecord? = nil) -> CohortEntry {
    guard let place else { return self }
    var entry = self
    entry.place = nil
    let doubts = record.doubts(by: compiled)
    if doubts.isEmpty { return entry }
    entry.counts.outcomes.doubtful += doubts.count
    var list = ProblemList(problems)
    for doubt in doubts where !list.isFull { list.append(place(doubt)) }
    entry.problems = list.problems
    return entry
  }
}

extension OutcomeDoubt {
  /// The error of a field, with the path of its outcome.
  package func error(within path: String) -> InputError {
    var error = error
    error.field = "\(path).\(error.field ?? "")"
    return error
  }
}
