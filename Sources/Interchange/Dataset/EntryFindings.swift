package import AdherenceAnalytics
package import Scheduling

/// What is found in the lines of one patient.
package struct EntryFindings {
  package private(set) var problems = ProblemList()
  package var counts = RecordCounts()

  /// Begins with nothing found.
  package init() {}

  /// Counts a record, and sets it aside where it fails.
  package mutating func note(
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, source: String,
    _ body: () throws(InputError) -> Void
  ) {
    counts[keyPath: kind].read += 1
    do {
      try body()
    } catch {
      counts[keyPath: kind].setAside += 1
      problems.append(error.at(source: source))
    }
  }
}
