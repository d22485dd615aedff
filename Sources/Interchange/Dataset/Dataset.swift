public import AdherenceAnalytics
public import Scheduling

/// A folder of records: `patients.csv`, `tasks.ndjson`, `outcomes.csv` and, if there is one,
/// `holds.csv`.
///
/// A record that cannot be read is set aside with its error; the others are read as if it were not
/// there.
public struct Dataset: Sendable {
  /// One record a patient, in order of id.
  public let records: [CareRecord]
  /// What is wrong with the folder, in the order in which it was found.
  public let problems: [InputError]
  /// How much was read and how much set aside.
  public let counts: DatasetCounts

  /// Reads a folder.
  ///
  /// - Throws: `InputError` where a file is missing or its columns cannot be read: without a whole
  ///   file every result would be wrong.
  public init(folder: String) throws(InputError) {
    var loader = DatasetLoader()
    try loader.readPatients(folder)
    try loader.readTasks(folder)
    try loader.readOutcomes(folder)
    try loader.readHolds(folder)
    loader.noteOrphans()
    records = loader.records.sorted { $0.patient.id < $1.patient.id }
    problems = loader.problems
    counts = loader.counts
  }
}

/// How many records of each kind a dataset has.
public struct DatasetCounts: Hashable, Sendable {
  /// Rows of patients.
  public var patients = ReadCount()
  /// Lines of tasks.
  public var tasks = ReadCount()
  /// Rows of outcomes; several of them may be values of one outcome.
  public var outcomes = ReadCount()
  /// Rows of holds.
  public var holds = ReadCount()
}

extension DatasetCounts: CustomStringConvertible {
  /// The counts as one line.
  public var description: String {
    let kinds = [
      ("Patients", patients), ("tasks", tasks), ("outcomes", outcomes), ("holds", holds),
    ]
    return kinds.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

/// How many records were read, and how many of those were set aside.
public struct ReadCount: Hashable, Sendable {
  /// All records of the kind.
  public var read = 0
  /// Those with an error.
  public var setAside = 0
}

extension ReadCount: CustomStringConvertible {
  /// The number read, and the number set aside where there is one.
  public var description: String { setAside == 0 ? "\(read)" : "\(read) (\(setAside) set aside)" }
}
