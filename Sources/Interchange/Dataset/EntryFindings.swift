package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The problems and counts of one patient's lines.
package struct EntryFindings {
  package private(set) var problems = ProblemList()
  package var counts = RecordCounts()

  package init() {}

  /// Counts a record, and rejects it if `body` throws.
  package mutating func note(
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, source: String,
    _ body: () throws(InputError) -> Void
  ) {
    counts[keyPath: kind].read += 1
    do {
      try body()
    } catch {
      counts[keyPath: kind].rejected += 1
      problems.append(error.at(source: source))
    }
  }
}
