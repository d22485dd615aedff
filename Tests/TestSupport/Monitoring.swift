package import AdherenceAnalytics
import Foundation
package import Interchange
package import Scheduling
import Testing

/// The repository's cohort of 200 patients.
package func monitoring() throws -> Dataset { try cohort.get() }

/// The records of these patients.
package func monitoredRecords() throws -> [CareRecord] { try monitoring().records }

private let cohort = Result { try Dataset(folder: monitoringPath) }

/// The folder of the repository's cohort.
package let monitoringPath = datasets.appending(path: "monitoring").path()

/// All of the cohort's days, as the golden data have them unless told otherwise.
package func monitoringQuery(
  by period: CalendarPeriod, _ days: Range<CivilDate>? = nil
) throws -> AdherenceQuery {
  var query = AdherenceQuery(try days ?? day("2025-01-13")..<day("2026-01-12"), by: period)
  query.dayBoundary = try #require(CivilTime("03:00"))
  query.asOf = try at("2025-12-31T22:00:00Z")
  return query
}
