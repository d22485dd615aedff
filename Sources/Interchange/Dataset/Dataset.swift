public import AdherenceAnalytics
public import Scheduling

/// A folder of records: `patients.csv`, `tasks.ndjson`, `outcomes.csv` and, if they are there,
/// `holds.csv`, `plans.csv` and `contacts.csv`.
///
/// A record that cannot be read is set aside with its error; the others are read as if it were not
/// there. The order of lines plays no part but for the values of one outcome.
public struct Dataset: Sendable {
  /// One record a patient, in order of id.
  public let records: [CareRecord]
  /// What is wrong or doubtful in the folder, in the order in which it was found.
  public let problems: [InputError]
  /// How much was read and how much set aside.
  public let counts: RecordCounts

  /// Reads a folder.
  ///
  /// - Throws: `InputError` where a file is missing or its columns cannot be read: without a whole
  ///   file every result would be wrong.
  public init(folder: String) throws(InputError) {
    var loader = DatasetLoader()
    try loader.readPatients(folder)
    try loader.readCarePlans(folder)
    try loader.readContacts(folder)
    try loader.readTasks(folder)
    try loader.readOutcomes(folder)
    try loader.readHolds(folder)
    loader.noteOrphans()
    records = loader.records.sorted { $0.patient.id < $1.patient.id }
    problems = loader.problems
    counts = loader.counts
  }
}
