package import AdherenceAnalytics
import AdherenceStatistics
package import Scheduling

/// The options of a report on a cohort, of lists of events and of merging.
package struct CohortParameters: OptionTarget {
  /// The first day; `nil` is the first day of the data, or of the plans of a table.
  package var start: CivilDate?
  /// The end date (exclusive); `nil` is the day after the data.
  package var end: CivilDate?
  /// The query without its days.
  package var query = AdherenceQuery(CivilDate.first..<CivilDate.first, by: .week)
  package var contents = ReportContents()
  package var options = ReportOptions()
  /// The ids of the tasks whose events are listed; empty for all.
  package var tasks: [String] = []

  /// Creates the defaults.
  package init() {
    (options.rejectionLimit, options.allowsLostPatients) = (Share.maxRejected.value, false)
  }

  package static var options: [OptionBinding<Self>] { OptionBinding.report }

  package func check() throws(InputError) { try contents.parameters.check() }

  /// Returns the query over the chosen days of a source; adds warnings about those days to the
  /// options.
  package mutating func query(of source: some CohortSource) throws -> AdherenceQuery {
    let meant = try DataDays.meant(
      from: start, to: end, asOf: query.asOf, of: source, dayBoundary: query.dayBoundary, options)
    options.warnings += meant.warnings
    var query = query
    query.range = meant.range
    return query
  }
}

extension Share {
  /// The default share of rows that may be rejected.
  package static let maxRejected = Share(5, of: 100)

  /// The share as a number.
  package var value: Double { Double(part) / Double(whole) }
}
