public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// All records of a folder in memory; a ``DatasetFolder`` reads them one by one.
///
///     let dataset = try Dataset(folder: "Datasets/monitoring")
///     print(dataset.records.count, dataset.problems.count)  // 200 0
public struct Dataset: Sendable {
  /// The records, one per patient, in order of id.
  public let records: [CareRecord]
  /// The errors and warnings: first those that belong to no patient, file by file, then the others
  /// patient by patient.
  public let problems: [InputError]
  /// The counts of read and rejected records.
  public let counts: RecordCounts

  /// Reads a folder.
  ///
  /// - Throws: `InputError` if a file is missing or its columns are invalid, because without a
  ///   whole file every result would be wrong.
  public init(folder: String) throws(InputError) { try self.init(DatasetFolder(folder)) }

  /// Reads all records of an open folder.
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

/// A dataset passes on its records like the folder it was read from; problems and counts are those
/// of the whole.
extension Dataset: CohortSource {
  /// The ids of the patients in ascending order.
  public var patientIDs: [String] { records.map(\.patient.id) }

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> RecordList.Reader {
    RecordList(records, problems: problems, counts: counts).makeReader()
  }
}
