package import Scheduling

/// What a store has, in numbers.
package struct StoreInfo: Hashable, Sendable {
  /// The version of its tables.
  package var schemaVersion = 0
  /// The bytes of the file, and of what is written and not yet in it.
  package var size = 0
  /// How many batches have been written.
  package var revision = 0
  /// How many patients there are.
  package var patients = 0
  /// How many versions of each kind of record there are.
  package var versions = VersionCounts()
  /// How many tasks there are, each with its versions.
  package var tasks = 0
  /// The first and the last moment of an outcome; local times of those that have no other count as if they
  /// were in UTC.
  package var outcomeTimes: ClosedRange<Instant>?
  /// When the first and the last version became known, of those that say so.
  package var recordingTimes: ClosedRange<Instant>?
  /// How many patients live in each zone, by its id; travellers count where they live at first.
  package var zones: [String: Int] = [:]

  /// Creates the numbers of nothing.
  package init() {}
}
