import Scheduling

extension InputError {
  /// The error of outcomes that were all set aside, of which no ratio is given.
  static func allOutcomesSetAside(_ count: Int, first: String?) -> InputError {
    let problem = first.map { " (the first problem: \($0))" } ?? ""
    return InputError(
      .unreadable(reason: "all \(count) were set aside, so that there is no ratio\(problem)"),
      field: "outcomes")
  }
}
