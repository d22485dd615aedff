import Scheduling

/// Problems in the order in which they are found, at most so many, so that a file of nothing else does
/// not fill the memory; those beyond are counted where records are.
struct ProblemList {
  /// The problems; where there are more than fit, the last one says so.
  private(set) var problems: [InputError] = []
  static let limit = 10_000

  /// Whether another one is only counted.
  var isFull: Bool { problems.count > ProblemList.limit }

  mutating func append(_ problem: InputError) {
    if isFull { return }
    guard problems.count == ProblemList.limit else { return problems.append(problem) }
    let source = problem.source
    problems.append(
      InputError(.tooLarge(what: "problems", limit: ProblemList.limit), source: source))
  }

  mutating func append(contentsOf others: [InputError]) {
    for problem in others { append(problem) }
  }
}
