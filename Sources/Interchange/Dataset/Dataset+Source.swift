public import AdherenceAnalytics
import Scheduling

/// A dataset hands out its records like the folder that it was read from; all its problems and counts
/// are the whole's.
extension Dataset: CohortSource {
  public var patientIDs: [String] { records.map(\.patient.id) }

  public func makeReader() -> RecordList.Reader {
    RecordList(records, problems: problems, counts: counts).makeReader()
  }
}
