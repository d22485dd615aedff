import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// A table of a report, read as text.
struct WrittenTable: Sendable {
  private let columns: [String: Int]
  private let rows: [[Substring]]
  /// The first row of each key.
  private let places: [[Substring]: Int]

  /// Reads a table without quoted cells in the columns of its keys, in which `(all)` is the empty
  /// key.
  init(_ data: Data?, keys: [String]) throws {
    let text = String(decoding: try #require(data), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let names = try #require(lines.first).enumerated().map { (String($1), $0) }
    columns = Dictionary(names) { first, _ in first }
    rows = Array(lines.dropFirst())
    let columns = columns
    let parts = try keys.map { try #require(columns[$0]) }
    let pairs = rows.enumerated().map { place, row in
      (parts.map { row[$0] == "(all)" ? "" : row[$0] }, place)
    }
    places = Dictionary(pairs) { first, _ in first }
  }

  /// A cell; `nil` where there is no such row, column or text.
  func text(_ column: String, _ keys: String...) -> String? {
    cell(column, keys).flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// The number of a cell; `nil` where there is none.
  func number(_ column: String, _ keys: String...) -> Double? {
    cell(column, keys).flatMap { Double($0) }
  }

  /// Whether a number equals that of a cell, to the digits in the cell; a missing number requires
  /// an empty cell in an existing row.
  func has(_ number: Double?, _ column: String, _ keys: String...) -> Bool {
    guard let cell = cell(column, keys) else { return false }
    guard let number else { return cell.isEmpty }
    return Double(cell) == number || cell == String(format: "%.6f", number)
  }

  private func cell(_ column: String, _ keys: [String]) -> Substring? {
    guard let place = places[keys.map { $0[...] }], let column = columns[column] else { return nil }
    return rows[place][column]
  }
}

extension WrittenTable: CustomStringConvertible {
  var description: String { "a table of \(rows.count) rows" }
}

/// The tables of reports on `Datasets/monitoring`; each report is written once.
struct WrittenTables: Sendable {
  let query: AdherenceQuery
  let adherence: WrittenTable
  let cohort: WrittenTable
  let patients: WrittenTable
  let rolling: WrittenTable
  private let statistics: Data

  /// All patients by week.
  static let weekly = Result { try WrittenTables(monitoring(), by: .week, rolling: false) }
  /// The first patients by day.
  static let daily = Result {
    let entries = try monitoring().records.prefix(patientCount).map { record in
      CohortEntry(record, counts: record.counts)
    }
    return try WrittenTables(RecordList(entries: entries), by: .day, rolling: true)
  }
  /// How many patients have tables by day.
  static let patientCount = 6

  private init(
    _ source: some CohortSource, by period: CalendarPeriod, rolling: Bool
  ) throws {
    query = try monitoringQuery(by: period)
    var contents = ReportContents([.adherence, .cohort, .patients, .statistics])
    contents.hasEmptyPeriods = true
    contents.rolling = [try #require(RollingWindow(days: 7))]
    if !rolling { contents.rolling = [] }
    contents.measures = Set(MeasureGroup.allCases)
    contents.parameters.resamples = 0
    let files = ReportFiles()
    try ReportFolder(files.path, format: .csv, contents: contents).write(source, query)
    let written = try files.contents()
    let series = ["task", "taskGroup", "carePlan", "period"]
    adherence = try WrittenTable(written["adherence.csv"], keys: ["patient"] + series)
    cohort = try WrittenTable(written["cohort.csv"], keys: ["group"] + series)
    patients = try WrittenTable(written["patients.csv"], keys: ["patient", "task"])
    self.rolling =
      try rolling
      ? WrittenTable(written["rolling.csv"], keys: ["patient"] + series) : adherence
    statistics = try #require(written["cohort.json"])
  }

  /// A number of `cohort.json` by its path, such as `tasks.med.all.summary.mean`.
  func statistic(_ path: String) throws -> Double? { try object(path) as? Double }

  /// The objects of a list in `cohort.json`.
  func list(_ path: String) throws -> [[String: Any]] {
    try #require(try object(path) as? [[String: Any]])
  }

  /// The numbers of a list in `cohort.json`.
  func numbers(_ path: String) throws -> [Double] { try #require(try object(path) as? [Double]) }

  private func object(_ path: String) throws -> Any? {
    try path.split(separator: ".").reduce(JSONSerialization.jsonObject(with: statistics) as Any?) {
      ($0 as? [String: Any])?[String($1)]
    }
  }
}
