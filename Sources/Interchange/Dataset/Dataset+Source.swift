public import AdherenceAnalytics
import Scheduling

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
