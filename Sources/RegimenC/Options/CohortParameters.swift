import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Reporting
import Scheduling

/// The options of a report on a cohort.
struct CohortParameters: Sendable {
  /// The first day; `nil` is the first day of the data, or of the plans of a table.
  var from: CivilDate?
  /// The end day (exclusive); `nil` is the day after the data.
  var to: CivilDate?
  /// The query without its days.
  var query = AdherenceQuery(CivilDate.first..<CivilDate.first, by: .week)
  var contents = ReportContents()
  var options = ReportOptions()
  /// The ids of the tasks whose events are listed; empty for all.
  var tasks: [String] = []

  /// Parses the options of a report.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the invalid option.
  init(
    _ text: UnsafePointer<CChar>?, _ known: [Option<CohortParameters>], _ run: Run?
  ) throws(InputError) {
    (options.rejectionLimit, options.allowsLostPatients) = (0.05, false)
    try Option.read(text, known, into: &self)
    try contents.parameters.check()
    guard let run else { return }
    options.cancellation = run.cancellation
    options.progress = { run.note($0) }
  }

  /// Returns the query over the chosen days of a source; adds warnings about those days to the
  /// options.
  mutating func query(of source: some CohortSource) throws -> AdherenceQuery {
    let meant = try DataDays.meant(
      from: from, to: to, asOf: query.asOf, of: source, dayBoundary: query.dayBoundary, options)
    options.warnings += meant.warnings
    var query = query
    query.range = meant.range
    return query
  }
}
