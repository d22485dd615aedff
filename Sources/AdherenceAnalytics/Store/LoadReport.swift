public import Scheduling

/// What became of the records that were loaded into a store.
public struct LoadReport: Sendable {
  /// What the source read, set aside and doubted.
  public var read = RecordCounts()
  /// What was written.
  public var added = VersionCounts()
  /// What the store had already.
  public var known = VersionCounts()
  /// What contradicts the store or cannot be kept.
  public var refused = VersionCounts()
  /// The first problems, at most `problemLimit` of them: those of the source, and why something was
  /// refused.
  public private(set) var problems: [InputError] = []
  /// How many problems there are.
  public private(set) var problemCount = 0

  /// How many problems are kept; further ones are counted.
  package static let problemLimit = 1000

  /// Creates a report of nothing.
  package init() {}

  package mutating func note(_ problems: [InputError]) {
    problemCount += problems.count
    self.problems += problems.prefix(LoadReport.problemLimit - self.problems.count)
  }
}

/// How far loading has come.
public struct LoadProgress: Sendable {
  /// The patients whose records are in the store for good.
  public var patients: Int
  /// The patients of the source.
  public var allPatients: Int
  /// The outcomes that were read for them.
  public var outcomes: Int

  /// Creates the beginning.
  package init(allPatients: Int) { (patients, self.allPatients, outcomes) = (0, allPatients, 0) }
}
