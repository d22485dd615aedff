import AdherenceAnalytics
import AdherenceStatistics
import Reporting
import Scheduling

/// What is asked of a cohort.
struct Question: Sendable {
  /// The first day; `nil` is the first of the data, or of the plans of a table.
  var from: CivilDate?
  /// The first day no longer looked at; `nil` is that behind the data.
  var to: CivilDate?
  /// All but the days.
  var query = AdherenceQuery(CivilDate.first..<CivilDate.first, by: .week)
  var contents = ReportContents()
  var options = ReportOptions()
  /// The ids of the tasks whose events are listed.
  var tasks: [String] = []

  /// Reads a question.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the option that is wrong.
  init(
    _ text: UnsafePointer<CChar>?, _ known: [Option<Question>], _ run: Run?
  ) throws(InputError) {
    (options.setAsideLimit, options.allowsLostPatients) = (0.05, false)
    try Option.read(text, known, into: &self)
    try contents.parameters.check()
    guard let run else { return }
    options.cancellation = run.cancellation
    options.progress = { run.note($0) }
  }

  /// The query about the days that are meant of a source; what is doubtful about them is added to the options.
  mutating func query(of source: some CohortSource) throws -> AdherenceQuery {
    let meant = try DataDays.meant(
      from: from, to: to, asOf: query.asOf, of: source, dayBoundary: query.dayBoundary, options)
    options.warnings += meant.warnings
    var query = query
    query.range = meant.range
    return query
  }
}
