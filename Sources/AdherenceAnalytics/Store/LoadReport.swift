public import Diagnostics
import Scheduling

/// A report on records loaded into a store.
public struct LoadReport: Sendable {
  /// The numbers of records read, rejected, and with warnings.
  public var read = RecordCounts()
  /// The versions that were written.
  public var added = VersionCounts()
  /// The versions that the store had already.
  public var known = VersionCounts()
  /// The versions that contradict the store or cannot be stored.
  public var refused = VersionCounts()
  /// The first problems, at most `problemLimit`: those of the source, and the reasons of rejections.
  public private(set) var problems: [InputError] = []
  /// The number of problems.
  public private(set) var problemCount = 0

  /// The maximum number of problems that are kept; further ones are only counted.
  package static let problemLimit = 1000

  package init() {}

  package mutating func note(_ problems: [InputError]) {
    problemCount += problems.count
    self.problems += problems.prefix(LoadReport.problemLimit - self.problems.count)
  }
}

/// The progress of loading.
public struct LoadProgress: Sendable {
  /// The number of patients whose records have been committed.
  public var patients: Int
  /// The number of patients in the source.
  public var allPatients: Int
  /// The number of outcomes read for them.
  public var outcomes: Int

  /// Creates the initial progress.
  package init(allPatients: Int) { (patients, self.allPatients, outcomes) = (0, allPatients, 0) }
}
