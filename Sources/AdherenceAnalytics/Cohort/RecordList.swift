public import Scheduling

/// Records in memory as a source, each with what is wrong with it.
///
///     let source = RecordList([record])
///     print(source.patientIDs)  // ["ann"]
public struct RecordList: CohortSource {
  private let entries: [CohortEntry]
  /// The ids of the patients, in order.
  public let patientIDs: [String]
  /// What is wrong and belongs to no one patient.
  public let problems: [InputError]
  /// How much was read that belongs to no one patient.
  public let counts: RecordCounts

  /// Takes records in any order.
  ///
  /// - Parameters:
  ///   - records: One a patient.
  ///   - problems: What is wrong and belongs to no one of them.
  ///   - counts: What was read; `nil` counts the records themselves.
  /// - Complexity: O(*n* log *n*) for *n* records.
  public init(
    _ records: some Sequence<CareRecord>, problems: [InputError] = [], counts: RecordCounts? = nil
  ) {
    self.init(
      entries: records.map { CohortEntry($0, counts: counts == nil ? $0.counts : RecordCounts()) },
      problems: problems, counts: counts ?? RecordCounts())
  }

  /// Takes records in any order, with what is wrong with each.
  public init(
    entries: [CohortEntry], problems: [InputError] = [], counts: RecordCounts = RecordCounts()
  ) {
    self.entries = entries.sorted { $0.record.patient.id < $1.record.patient.id }
    patientIDs = self.entries.map(\.record.patient.id)
    self.problems = problems
    self.counts = counts
  }

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> Reader { Reader(entries: entries) }

  /// Reads the list.
  public struct Reader: CohortReader {
    fileprivate let entries: [CohortEntry]

    /// Reads the records at some places, in order.
    public mutating func read(
      _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      for place in places { try body(entries[place]) }
    }
  }
}

extension CareRecord {
  /// How much there is of everything, all versions counted.
  public var counts: RecordCounts {
    var counts = RecordCounts()
    counts.patients.read = 1 + earlierPatients.count
    counts.tasks.read = tasks.count
    counts.outcomes.read = outcomes.count
    counts.holds.read = holds.count
    counts.carePlans.read = carePlans.count
    counts.contacts.read = contacts.count
    return counts
  }
}

extension MemoryStore {
  /// The complete records of the store at the moment of the call, as a source of reports.
  ///
  /// - Complexity: O(*n*) for *n* patients, whose records are shared with the store.
  public func snapshot() -> RecordList {
    RecordList(entries: records(matching: CareQuery()).map { CohortEntry(unexamined: $0) })
  }
}
