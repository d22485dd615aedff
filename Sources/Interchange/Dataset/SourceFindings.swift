package import AdherenceAnalytics
package import Scheduling

/// What is found in a folder beside the patients' records: lines that belong to nobody.
package struct SourceFindings: Sendable {
  package var problems = ProblemList()
  package var counts = RecordCounts()
  /// The patients that were set aside: what refers to them is counted, and the patient's own error
  /// stands for all of it.
  package var lostPatients: Set<String> = []

  /// Begins with nothing found.
  package init() {}

  /// Counts a record that was set aside, and keeps its error unless it only follows from another.
  package mutating func add(_ error: InputError, _ kind: WritableKeyPath<RecordCounts, ReadCount>) {
    counts[keyPath: kind].read += 1
    counts[keyPath: kind].setAside += 1
    if case .noSuch("patient", let id) = error.problem, lostPatients.contains(id) { return }
    problems.append(error)
  }
}

extension InputError {
  /// The same error, or that the file was cut off where a last line without end is no JSON.
  func inLastLine(_ isUnterminated: Bool) -> InputError {
    guard isUnterminated, case .malformed(_, .json) = problem else { return self }
    return InputError(.broken(.truncated))
  }

  /// The error of a record whose patient nobody knows.
  package static func unknownPatient(_ id: String) -> InputError {
    InputError(.noSuch(kind: "patient", id: id), field: "patient")
  }
}

extension InputError.Problem {
  /// Whether nothing more can be read where the error comes from.
  package var endsReading: Bool {
    if case .unreadable = self { true } else { false }
  }
}
