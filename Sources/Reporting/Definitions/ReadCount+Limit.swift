package import AdherenceAnalytics
package import Diagnostics

// Rejected rows lower ratios as if the patients had done nothing.

extension ReadCount {
  /// Throws if the share of rejected rows exceeds a limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum share, 0 to 1; `nil` for no limit.
  ///   - field: The kind of the rows.
  ///   - first: The first problem of those rows.
  /// - Throws: `InputError` with the number rejected, the reason, and a remedy.
  package func requireFew(
    upTo limit: Double?, _ field: String = "outcomes", first: String? = nil
  ) throws(InputError) {
    guard let limit, Double(rejected) > limit * Double(read) else { return }
    let problem = first.map { "the first problem: \($0); " } ?? ""
    let share = TextTable.percent(Double(rejected) / Double(read))
    throw InputError(
      .unreadable(
        reason: "\(rejected) of \(read) (\(share)) were rejected, so that ratios would be too low"
          + " (\(problem)mend them, or allow as many to be rejected)"),
      field: field)
  }
}

extension InputError {
  /// Returns the error for data whose outcomes were all rejected.
  static func allOutcomesRejected(_ count: Int, first: String?) -> InputError {
    let problem = first.map { " (the first problem: \($0))" } ?? ""
    return InputError(
      .unreadable(reason: "all \(count) were rejected, so that there is no ratio\(problem)"),
      field: "outcomes")
  }

  /// Returns the error for patients whose rows were all rejected.
  static func patientsRejected(
    _ count: Int, of all: Int, _ field: String = "outcomes", first: String?
  ) -> InputError {
    let problem = first.map { "the first: \($0); " } ?? ""
    return InputError(
      .unreadable(
        reason: "all \(field) of \(count) of \(all) patients were rejected"
          + " (\(problem)mend them, or allow \(field) to be rejected)"),
      field: field)
  }
}
