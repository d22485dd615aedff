import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// A folder for the files of one test, which goes away with it.
final class ReportFiles {
  let url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")

  var path: String { url.path() }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The files by their paths in a folder, also those in folders within.
  func contents(_ folder: String = "") throws -> [String: Data] {
    let folder = url.appending(path: folder)
    guard let paths = FileManager.default.enumerator(atPath: folder.path()) else { return [:] }
    var files: [String: Data] = [:]
    for case let path as String in paths {
      // A folder has no bytes of its own.
      if let data = FileManager.default.contents(atPath: "\(folder.path())/\(path)") {
        files[path] = data
      }
    }
    return files
  }
}

extension ReportContents {
  /// The usual tables except the page, which is slow.
  static var withoutPage: ReportContents {
    ReportContents(Table.usual.subtracting([.page]))
  }
}

/// Every table that a report may have.
func allContents() throws -> ReportContents {
  var contents = ReportContents.withoutPage
  contents.tables.insert(.values)
  contents.rolling = [try #require(RollingWindow(days: 7)), try #require(RollingWindow(days: 30))]
  contents.breakdowns = Breakdown.allCases
  contents.grid = try ParameterGrid(["gap-days=7,30", "near-planned-minutes=60,120"])
  contents.hasChecklist = true
  contents.parameters.resamples = 50
  return contents
}

/// Some patients of the repository's cohort, some of them with problems.
func someRecords(_ count: Int = 23) throws -> RecordList {
  let entries = try monitoring().records.prefix(count).enumerated().map { number, record in
    var record = record
    record.patient.tags = number % 2 == 0 ? ["even"] : ["odd", "third"]
    record.patient.sex = number % 3 == 0 ? .female : nil
    let doubt = InputError(.missing, field: "value", line: 1000 - number, source: "outcomes.csv")
    return CohortEntry(
      record, problems: number % 5 == 0 ? [doubt] : [], counts: record.counts)
  }
  let problem = InputError(
    .unknown(allowed: ["id"]), field: "colour", line: 1, source: "patients.csv")
  var counts = RecordCounts()
  counts.patients = ReadCount(read: 1, rejected: 1)
  return RecordList(entries: entries, problems: [problem], counts: counts)
}

/// A few weeks of the cohort's days.
func someQuery(by period: CalendarPeriod = .week) throws -> AdherenceQuery {
  var query = try monitoringQuery(by: period)
  query.range = try #require(CivilDate("2025-02-03"))..<#require(CivilDate("2025-03-17"))
  query.asOf = nil
  return query
}
