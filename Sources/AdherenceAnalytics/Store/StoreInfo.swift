package import Scheduling

/// Statistics about the contents of a store.
package struct StoreInfo: Hashable, Sendable {
  /// The schema version.
  package var schemaVersion = 0
  /// The size of the file and its write-ahead log, in bytes.
  package var size = 0
  /// The number of batches written.
  package var revision = 0
  /// The number of patients.
  package var patients = 0
  /// The numbers of versions, by kind.
  package var versions = VersionCounts()
  /// The number of tasks, regardless of versions.
  package var tasks = 0
  /// The first and last time of an outcome; those with only a local time are taken as UTC.
  package var outcomeTimes: ClosedRange<Instant>?
  /// The first and last time of recording of a version that has one.
  package var recordingTimes: ClosedRange<Instant>?
  /// The number of patients in each zone, by id; travellers are counted in their home zone.
  package var zones: [String: Int] = [:]

  package init() {}
}
