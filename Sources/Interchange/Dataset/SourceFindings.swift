package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The problems and counts of a folder's lines that belong to no patient.
package struct SourceFindings: Sendable {
  package var problems = ProblemList()
  package var counts = RecordCounts()
  /// The ids of rejected patients: records that refer to them are counted, but only the patient's
  /// own error is reported.
  package var lostPatients: Set<String> = []

  package init() {}

  /// Counts a rejected record, and stores its error unless it is a consequence of another one.
  package mutating func add(_ error: InputError, _ kind: WritableKeyPath<RecordCounts, ReadCount>) {
    counts[keyPath: kind].read += 1
    counts[keyPath: kind].rejected += 1
    if case .noSuch("patient", let id) = error.problem, lostPatients.contains(id) { return }
    problems.append(error)
  }
}

extension InputError {
  /// Returns the error, or one about a truncated file if an unterminated last line is not JSON.
  func inLastLine(_ isUnterminated: Bool) -> InputError {
    guard isUnterminated, case .malformed(_, .json) = problem else { return self }
    return InputError(.broken(.truncated))
  }

  /// Returns the error of a record with an unknown patient.
  package static func unknownPatient(_ id: String) -> InputError {
    InputError(.noSuch(kind: "patient", id: id), field: "patient")
  }
}

extension InputError.Problem {
  /// Whether nothing more can be read from the source.
  package var endsReading: Bool {
    if case .unreadable = self { true } else { false }
  }
}
