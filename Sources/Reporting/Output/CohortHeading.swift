import AdherenceAnalytics
import Charts

extension CohortReport {
  /// Formats the lines above the table of a report: the patients, the days and the assumptions.
  ///
  /// - Parameters:
  ///   - areDaysOfData: Whether the days were derived from the data, as none were given.
  ///   - groupBy: The grouping of the patients.
  /// - Returns: The text, which ends with an empty line.
  package func heading(areDaysOfData: Bool, groupBy: String) -> String {
    let (days, period) = (byPeriod.periods.range, byPeriod.periods.period.rawValue)
    let origin = areDaysOfData ? " (the days of the data)" : ""
    let span = days.isEmpty ? "no days" : days.text
    let first = "\(PageWords.count(patients, "patient")), \(span)\(origin), by \(period)\n\n"
    let assumed =
      assumptions.isEmpty
      ? "" : "Assumed:\n" + assumptions.map { "- \($0)\n" }.joined() + "\n"
    return first + assumed + missingGroups(groupBy)
  }

  /// A sentence on groups that were asked for and that no patient has; patients without the usual group are
  /// nothing to tell.
  private func missingGroups(_ groupBy: String) -> String {
    let usual = [CohortGrouping.group, .none].map(\.description)
    guard !usual.contains(groupBy), patients > 0, whole.rows.allSatisfy({ $0.group == nil }) else {
      return ""
    }
    return "No patient has a value of \(groupBy), so that there are no groups (--group-by).\n\n"
  }
}
