package import Diagnostics
import Scheduling

/// A list of problems in order of detection, limited in size so that bad input cannot exhaust memory; further
/// problems are only counted.
package struct ProblemList: Sendable {
  /// The problems; if there are more than the limit, the last one says so.
  package private(set) var problems: [InputError]
  package static let limit = 10_000

  /// Creates a list with known problems.
  package init(_ problems: [InputError] = []) { self.problems = problems }

  /// Whether further problems are dropped.
  var isFull: Bool { problems.count > ProblemList.limit }

  package mutating func append(_ problem: InputError) {
    if isFull { return }
    guard problems.count == ProblemList.limit else { return problems.append(problem) }
    let source = problem.source
    problems.append(
      InputError(.tooLarge(what: "problems", limit: ProblemList.limit), source: source))
  }

  package mutating func append(contentsOf others: [InputError]) {
    for problem in others { append(problem) }
  }
}
