package import AdherenceAnalytics
import Interchange
package import Scheduling

// Rows that are set aside make ratios too low, as if nobody had done anything.

extension ReadCount {
  /// Refuses rows of which a greater share was set aside than may be; `nil` lets all pass.
  ///
  /// - Parameters:
  ///   - limit: The greatest share, 0 to 1.
  ///   - field: What the rows are of.
  ///   - first: The first problem of those rows.
  /// - Throws: `InputError` that says how many were set aside, why, and what is to be done.
  package func requireFew(
    upTo limit: Double?, _ field: String = "outcomes", first: String? = nil
  ) throws(InputError) {
    guard let limit, Double(setAside) > limit * Double(read) else { return }
    let problem = first.map { "the first problem: \($0); " } ?? ""
    let share = TextTable.percent(Double(setAside) / Double(read))
    throw InputError(
      .unreadable(
        reason: "\(setAside) of \(read) (\(share)) were set aside, so that ratios would be too low"
          + " (\(problem)mend them, or allow as many to be set aside)"),
      field: field)
  }
}

extension InputError {
  /// The error of outcomes that were all set aside, of which no ratio is given.
  static func allOutcomesSetAside(_ count: Int, first: String?) -> InputError {
    let problem = first.map { " (the first problem: \($0))" } ?? ""
    return InputError(
      .unreadable(reason: "all \(count) were set aside, so that there is no ratio\(problem)"),
      field: "outcomes")
  }

  /// The error of patients all of whose rows were set aside.
  static func patientsSetAside(
    _ count: Int, of all: Int, _ field: String = "outcomes", first: String?
  ) -> InputError {
    let problem = first.map { "the first: \($0); " } ?? ""
    return InputError(
      .unreadable(
        reason: "all \(field) of \(count) of \(all) patients were set aside"
          + " (\(problem)mend them, or allow \(field) to be set aside)"),
      field: field)
  }
}
