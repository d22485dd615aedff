import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import Testing

/// The files of a report with a grid, in a folder that goes away.
struct WrittenSensitivity {
  let files = ReportFiles()

  /// Writes a report.
  init(
    _ source: some CohortSource, _ query: AdherenceQuery, grid: [String] = [],
    smallest: Int? = nil, checklist: Bool = false,
    _ tables: Set<ReportContents.Table> = [.cohort, .statistics],
    change: (inout MeasureParameters) -> Void = { _ in }
  ) throws {
    var contents = ReportContents(tables)
    contents.measures = Set(MeasureGroup.allCases)
    contents.grid = grid.isEmpty ? nil : try ParameterGrid(grid)
    contents.hasChecklist = checklist
    contents.parameters.resamples = 0
    change(&contents.parameters)
    var options = ReportOptions()
    options.smallestGroup = smallest
    try ReportFolder(files.path, format: .csv, contents: contents).write(source, query, options)
  }

  /// The rows of a table by the names of their columns.
  func rows(_ table: String) throws -> [[String: String]] {
    let text = String(decoding: try #require(try files.contents()["\(table).csv"]), as: UTF8.self)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// An object of a file of JSON.
  func object(_ name: String) throws -> [String: Any] {
    let data = try #require(try files.contents()[name])
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
