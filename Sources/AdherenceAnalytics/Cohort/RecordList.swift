public import Diagnostics
import Scheduling

/// A source of records in memory, each with its errors.
///
///     let source = RecordList([record])
///     print(source.patientIDs)  // ["ann"]
public struct RecordList: CohortSource {
  private let entries: [CohortEntry]
  /// The ids of the patients, in order.
  public let patientIDs: [String]
  /// Errors and warnings that do not belong to a single patient.
  public let problems: [InputError]
  /// The counts of records that do not belong to a single patient.
  public let counts: RecordCounts

  /// Creates a source from records in any order.
  public init(
    _ records: some Sequence<CareRecord>, problems: [InputError] = [], counts: RecordCounts? = nil
  ) {
    self.init(
      entries: records.map { CohortEntry($0, counts: counts == nil ? $0.counts : RecordCounts()) },
      problems: problems, counts: counts ?? RecordCounts())
  }

  /// Creates a source from entries in any order.
  public init(
    entries: [CohortEntry], problems: [InputError] = [], counts: RecordCounts = RecordCounts()
  ) {
    self.entries = entries.sorted { $0.record.patient.id < $1.record.patient.id }
    patientIDs = self.entries.map(\.record.patient.id)
    self.problems = problems
    self.counts = counts
  }

  /// Creates a reader; each thread needs its own.
  public func makeReader() -> Reader { Reader(entries: entries) }

  /// A reader of the list.
  public struct Reader: CohortReader {
    fileprivate let entries: [CohortEntry]

    /// Reads the records in a range of indices, in order.
    public mutating func read(
      _ positions: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      for position in positions { try body(entries[position]) }
    }
  }
}

extension CareRecord {
  /// The numbers of versions of everything in the record.
  public var counts: RecordCounts {
    var counts = RecordCounts()
    counts.patients.read = 1 + earlierPatients.count
    counts.tasks.read = tasks.count
    counts.outcomes.read = outcomes.count
    counts.holds.read = holds.count
    counts.carePlans.read = carePlans.count
    counts.contacts.read = contacts.count
    counts.namedEvents.read = namedEvents.count
    return counts
  }
}

extension MemoryStore {
  /// Returns a snapshot of the complete records of the store, as a source of reports.
  ///
  /// - Complexity: O(*n*) for *n* patients, whose records are shared with the store.
  public func snapshot() -> RecordList {
    RecordList(entries: records(matching: CareQuery()).map { CohortEntry(unexamined: $0) })
  }
}
