import AdherenceAnalytics
import Scheduling

/// What is found in the lines of one patient.
struct EntryFindings {
  private(set) var problems = ProblemList()
  var counts = RecordCounts()

  /// Counts a record, and sets it aside where it fails.
  mutating func note(
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
