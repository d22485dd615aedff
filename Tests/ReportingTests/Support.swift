import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import Testing

/// The repository's cohort of 200 patients.
func monitoring() throws -> Dataset { try cohort.get() }

private let cohort = Result { try Dataset(folder: monitoringPath) }

/// The folder of the repository's cohort.
let monitoringPath = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Datasets/monitoring").path()

/// All of the cohort's days, as the golden data have them.
func monitoringQuery(by period: CalendarPeriod) throws -> AdherenceQuery {
  var query = AdherenceQuery(
    try #require(CivilDate("2025-01-13"))..<#require(CivilDate("2026-01-12")), by: period)
  query.dayBoundary = try #require(CivilTime("03:00"))
  query.asOf = Instant("2025-12-31T22:00:00Z")
  return query
}
