package import AdherenceAnalytics
import Foundation
package import Interchange
package import Scheduling
import Testing

/// Returns the repository's cohort of 200 patients.
package func monitoring() throws -> Dataset { try cohort.get() }

/// Returns the records of these patients.
package func monitoredRecords() throws -> [CareRecord] { try monitoring().records }

private let cohort = Result { try Dataset(folder: monitoringPath) }

/// The folder of the repository's cohort.
package let monitoringPath = datasets.appending(path: "monitoring").path()

/// Returns a query of the golden data, by default over all days of the cohort.
package func monitoringQuery(
  by period: CalendarPeriod, _ days: Range<CivilDate>? = nil
) throws -> AdherenceQuery {
  var query = AdherenceQuery(try days ?? day("2025-01-13")..<day("2026-01-12"), by: period)
  query.dayBoundary = try #require(CivilTime("03:00"))
  query.asOf = try at("2025-12-31T22:00:00Z")
  return query
}
