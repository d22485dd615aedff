public import Scheduling

/// What a store has, in numbers.
public struct StoreInfo: Hashable, Sendable {
  /// The version of its tables.
  public var schemaVersion = 0
  /// The bytes of the file, and of what is written and not yet in it.
  public var size = 0
  /// How many batches have been written.
  public var revision = 0
  /// How many patients there are.
  public var patients = 0
  /// How many versions of each kind of record there are.
  public var versions = VersionCounts()
  /// How many tasks there are, each with its versions.
  public var tasks = 0
  /// The first and the last moment of an outcome; local times of those that have no other count as if they
  /// were in UTC.
  public var outcomeTimes: ClosedRange<Instant>?
  /// When the first and the last version became known, of those that say so.
  public var recordingTimes: ClosedRange<Instant>?
  /// How many patients live in each zone, by its id; travellers count where they live at first.
  public var zones: [String: Int] = [:]

  /// Creates the numbers of nothing.
  package init() {}
}
