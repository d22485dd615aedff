package import Scheduling

/// Problems in the order in which they are found, at most so many, so that a source of nothing else does
/// not fill the memory; those beyond are counted where records are.
package struct ProblemList: Sendable {
  /// The problems; where there are more than fit, the last one says so.
  package private(set) var problems: [InputError]
  package static let limit = 10_000

  /// Begins with problems that were found before.
  package init(_ problems: [InputError] = []) { self.problems = problems }

  /// Whether another one is only counted.
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
