import AdherenceAnalytics
import Charts

extension CohortReport {
  /// Formats the lines above the table of a report: the patients, the days and the assumptions.
  ///
  /// - Parameter areDaysOfData: Whether the days were derived from the data, as none were given.
  /// - Returns: The text, which ends with an empty line.
  package func heading(areDaysOfData: Bool) -> String {
    let (days, period) = (byPeriod.periods.range, byPeriod.periods.period.rawValue)
    let origin = areDaysOfData ? " (the days of the data)" : ""
    let span = days.isEmpty ? "no days" : days.text
    let first = "\(PageWords.count(patients, "patient")), \(span)\(origin), by \(period)\n\n"
    if assumptions.isEmpty { return first }
    return first + "Assumed:\n" + assumptions.map { "- \($0)\n" }.joined() + "\n"
  }
}
