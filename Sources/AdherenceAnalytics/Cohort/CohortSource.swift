public import Diagnostics
import Scheduling

/// Patients' records with concurrent random access, the input of reports on many patients.
///
/// It is a consistent snapshot, however long reading takes. A ``CareStore`` is queried and written to; a
/// source provides whole records, in blocks, to any number of workers.
public protocol CohortSource: Sendable {
  /// The reader of one worker.
  associatedtype Reader: CohortReader

  /// The patients' ids in order; a patient is identified by the index in this list.
  var patientIDs: [String] { get }
  /// Errors and warnings that do not belong to a single patient.
  var problems: [InputError] { get }
  /// The counts of records that do not belong to a single patient, such as rows of rejected patients.
  var counts: RecordCounts { get }
  /// Whether recording ended with the last outcome, so that nothing is known about later days.
  ///
  /// A table of events does not state when it was exported; a report on later days would count them as
  /// missed. A report without dates begins with the first plan, if that is before the first outcome, and ends
  /// with the last day. `false` by default: a store is complete up to now.
  var endsWithItsData: Bool { get }

  /// The assumptions made to resolve ambiguous data, one sentence each.
  var assumptions: [String] { get }
  /// The number of rejected rows that a report accepts regardless of their share, since each is among its
  /// problems.
  var tolerance: Int { get }

  /// Creates a reader; each worker needs its own.
  ///
  /// - Throws: `InputError` if the data cannot be opened.
  func makeReader() throws(InputError) -> Reader
}

extension CohortSource {
  /// No assumptions by default.
  public var assumptions: [String] { [] }
  /// 0 by default.
  public var tolerance: Int { 0 }
  /// `false` by default: a day without records is one on which nothing was done.
  public var endsWithItsData: Bool { false }
}

/// A source that can read when outcomes were recorded without reading whole records.
package protocol RecordedTimesSource: CohortSource {
  /// The same patients with records of their versions and of the times and keys of outcomes only; `nil` if
  /// outcomes are selected by more.
  ///
  /// Rows are not checked: those that cannot be read otherwise are included.
  var timesOnly: (any CohortSource)? { get }
}

/// A reader of a source's records, which reuses memory.
public protocol CohortReader {
  /// Reads the patients in a range of indices, in order.
  ///
  /// - Parameters:
  ///   - indices: The indices of the patients.
  ///   - body: Receives each record with its errors.
  /// - Throws: `InputError` if the data cannot be read at all, and the errors of `body`.
  mutating func read(
    _ indices: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError)
}

/// A patient's record from a source.
///
/// Errors are found by reading. Warnings about outcomes depend on the plans, which are compiled only once:
/// ``examined(_:)`` adds them on demand.
public struct CohortEntry: Sendable {
  /// The record.
  public var record: CareRecord
  /// The errors in rejected parts; for an examined entry also warnings.
  public var problems: [InputError]
  /// The numbers of records read and rejected.
  public var counts: RecordCounts
  /// The rejected withdrawals of named events that are not in the source, each with its error among the problems.
  package private(set) var withdrawals: [Withdrawal] = []
  /// Returns the error for a warning, with its location; `nil` if the entry has been examined.
  private(set) var locate: (@Sendable (OutcomeWarning) -> InputError)?

  /// Creates an examined entry.
  public init(_ record: CareRecord, problems: [InputError] = [], counts: RecordCounts) {
    self.record = record
    self.problems = problems
    self.counts = counts
  }

  /// Creates an entry to be examined, with a function that locates warnings.
  package init(
    unexamined record: CareRecord, problems: [InputError], counts: RecordCounts,
    withdrawals: [Withdrawal] = [],
    locate: @escaping @Sendable (OutcomeWarning) -> InputError
  ) {
    self.init(record, problems: problems, counts: counts)
    (self.withdrawals, self.locate) = (withdrawals, locate)
  }
}

extension CohortEntry {
  /// Creates an entry to be examined, of a record without errors.
  ///
  /// Its warnings are located by the patient and the outcome's index in the record.
  package init(unexamined record: CareRecord) {
    let source = "patient \(record.patient.id)"
    self.init(unexamined: record, problems: [], counts: record.counts) { warning in
      warning.error(within: "outcomes.\(warning.position)").at(source: source)
    }
  }

  /// Returns the entry with another record, whose outcomes have the same indices, and with each of its
  /// current and future problems mapped.
  package func replacing(
    _ record: CareRecord, problems tell: @escaping @Sendable (InputError) -> InputError
  ) -> CohortEntry {
    var entry = self
    entry.record = record
    entry.problems = problems.map(tell)
    entry.withdrawals = []
    if let locate { entry.locate = { warning in tell(locate(warning)) } }
    return entry
  }

  /// Returns the entry with the withdrawals of events that are stored of the patient, which are then not rejected.
  package func acceptingWithdrawals(of stored: CareRecord) -> CohortEntry {
    var entry = self
    entry.withdrawals = []
    for withdrawal in withdrawals {
      guard stored.namedEvents.contains(where: { withdrawal.event.withdraws($0) }) else { continue }
      entry.record.namedEvents.append(withdrawal.event)
      entry.counts.namedEvents.rejected -= 1
      if let place = entry.problems.firstIndex(of: withdrawal.error) {
        entry.problems.remove(at: place)
      }
    }
    return entry
  }

  /// The entry for reports: without plans if all outcomes were rejected, since otherwise everything would
  /// count as missed.
  package var withoutLostData: CohortEntry {
    let outcomes = counts.outcomes
    guard outcomes.read > 0, outcomes.rejected == outcomes.read else { return self }
    var entry = self
    entry.record = CareRecord(patient: record.patient)
    entry.record.earlierPatients = record.earlierPatients
    entry.record.isRejected = true
    let error = InputError(
      .allRejected(what: "outcomes", count: outcomes.read), source: "patient \(record.patient.id)")
    entry.problems.insert(error, at: 0)
    return entry
  }

  /// Returns the entry with the warnings about its outcomes and the names of its events added to its problems and counts.
  public func examined(_ compiled: CompiledRecord? = nil) -> CohortEntry {
    guard let locate else { return self }
    var entry = self
    entry.locate = nil
    let (warnings, nameErrors) = (record.warnings(by: compiled), record.eventNameErrors)
    if warnings.isEmpty, nameErrors.isEmpty { return entry }
    entry.counts.outcomes.withWarnings += warnings.count
    entry.counts.namedEvents.withWarnings += nameErrors.count
    var list = ProblemList(problems)
    for error in nameErrors where !list.isFull { list.append(error) }
    for warning in warnings where !list.isFull { list.append(locate(warning)) }
    entry.problems = list.problems
    return entry
  }
}

/// A rejected withdrawal of a named event that its source does not have, but a store may.
package struct Withdrawal: Hashable, Sendable {
  package var event: NamedEvent
  package var error: InputError

  package init(_ event: NamedEvent, _ error: InputError) {
    (self.event, self.error) = (event, error)
  }
}

extension OutcomeWarning {
  /// Returns the error with the key path of its outcome.
  package func error(within path: String) -> InputError {
    var error = error
    error.field = "\(path).\(error.field ?? "")"
    return error
  }

  /// Returns the error with the outcome's patient, task and time, as records in a store have no lines.
  package func error(in record: CareRecord) -> InputError {
    let outcome = record.outcomes[position]
    let time = outcome.time?.description ?? outcome.key?.nominal.description ?? ""
    return error.at(
      record: "outcome of patient \(record.patient.id), task \(outcome.task), \(time):")
  }
}
