public import AdherenceAnalytics
public import Scheduling

/// All records of a folder in memory; a ``DatasetFolder`` hands them out one by one.
///
///     let dataset = try Dataset(folder: "Datasets/monitoring")
///     print(dataset.records.count, dataset.problems.count)  // 200 0
public struct Dataset: Sendable {
  /// One record a patient, in order of id.
  public let records: [CareRecord]
  /// What is wrong or doubtful in the folder: first what belongs to no patient, file by file, then the
  /// rest patient by patient.
  public let problems: [InputError]
  /// How much was read and how much set aside.
  public let counts: RecordCounts

  /// Reads a folder.
  ///
  /// - Throws: `InputError` where a file is missing or its columns cannot be read: without a whole
  ///   file every result would be wrong.
  public init(folder: String) throws(InputError) { try self.init(DatasetFolder(folder)) }

  /// Reads all records of a folder that is open.
  init(_ folder: DatasetFolder) throws(InputError) {
    var (records, problems, counts) = ([CareRecord](), folder.problems, folder.counts)
    var reader = try folder.makeReader()
    try reader.read(folder.patientIDs.indices) { unexamined in
      let entry = unexamined.examined()
      records.append(entry.record)
      problems += entry.problems
      counts.merge(entry.counts)
    }
    (self.records, self.problems, self.counts) = (records, problems, counts)
  }
}

/// A dataset hands out its records like the folder that it was read from; all its problems and counts
/// are the whole's.
extension Dataset: CohortSource {
  /// The ids of the patients, in order.
  public var patientIDs: [String] { records.map(\.patient.id) }

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> RecordList.Reader {
    RecordList(records, problems: problems, counts: counts).makeReader()
  }
}
