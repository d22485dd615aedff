import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// Rows of totals: the level of each row names the rows that it sums, and no sum mixes units.
@Suite struct TotalRowsTests {
  private static func query(by period: CalendarPeriod = .week) throws -> AdherenceQuery {
    AdherenceQuery(try day("2025-01-06")..<day("2025-03-31"), by: period)
  }

  private static func written(_ seed: UInt64) throws -> WrittenSensitivity {
    try WrittenSensitivity(
      RecordList(try DrawnCohort(seed: seed).records), query(),
      [.adherence, .cohort, .patients])
  }

  @Test(
    "level, patient or group, task and period tell every row from all others",
    arguments: 0...3 as ClosedRange<UInt64>)
  func rowsDiffer(_ seed: UInt64) throws {
    let written = try Self.written(seed)
    for (table, names) in [
      ("adherence", ["level", "patient", "task", "taskGroup", "carePlan", "period"]),
      ("cohort", ["level", "group", "task", "taskGroup", "carePlan", "period"]),
      ("patients", ["level", "patient", "task"]),
    ] {
      let rows = try written.rows(table)
      #expect(Set(rows.map { row in names.map { row[$0] } }).count == rows.count, "\(table)")
      for row in rows { #expect(row["task"] != "" && row["group"] != nil, "\(table)") }
    }
    for row in try written.rows("cohort") { #expect(row["group"] != "") }
  }

  @Test(
    "the sums over the rows of each level are those of the cohort",
    arguments: 0...3 as ClosedRange<UInt64>)
  func levelsAddUp(_ seed: UInt64) throws {
    let written = try Self.written(seed)
    let (adherence, cohort) = (try written.rows("adherence"), try written.rows("cohort"))
    for column in ["due", "done"] {
      func sum(_ rows: [[String: String]], _ level: String) -> Double {
        rows.filter { $0["level"] == level }.compactMap { Double($0[column] ?? "") }.reduce(0, +)
      }
      // Patients without a group are in the rows of the cohort alone.
      let grouped = adherence.filter { $0["group"] != "" }
      let total = sum(cohort, "cohort")
      #expect(total > 0 && sum(adherence, "patient") == total, "\(column)")
      #expect(sum(adherence, "task") == sum(cohort, "task"), "\(column)")
      #expect(sum(cohort, "group") == sum(grouped, "patient"), "\(column)")
      #expect(sum(cohort, "groupTask") == sum(grouped, "task"), "\(column)")
    }
  }

  private static let total: Set = ["patient", "taskGroup", "carePlan", "cohort", "group", "value"]

  /// The lines of each table of a report.
  private static func tables(_ hasTotals: Bool, isGrouped: Bool) throws -> [String: [String]] {
    let files = ReportFiles()
    var (contents, options) = (try allContents(), ReportOptions())
    (contents.hasTotals, contents.hasChecklist) = (hasTotals, false)
    contents.tables.remove(.statistics)
    if !isGrouped { options.grouping = .none }
    try ReportFolder(files.path, format: .csv, contents: contents)
      .write(someRecords(5), someQuery(by: .all), options)
    return try files.contents().filter { $0.key.hasSuffix(".csv") }.mapValues { data in
      String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test("without totals tables have their other rows", arguments: [true, false])
  func rowsOfTotalsAreLeftOut(isGrouped: Bool) throws {
    let whole = try Self.tables(true, isGrouped: isGrouped)
    let parts = try Self.tables(false, isGrouped: isGrouped)
    #expect(parts.keys == whole.keys && parts.count == 10)
    for (name, lines) in whole {
      let place = lines[0].split(separator: ",").firstIndex(of: "level")
      let levels = lines.map { line in
        place.map { String(line.split(separator: ",", omittingEmptySubsequences: false)[$0]) } ?? ""
      }
      let isTotal = { (level: String) in
        Self.total.contains(level) || level == "task" && levels.contains("groupTask")
          || level.hasPrefix("group") && level.dropFirst(5) != "Task"
      }
      let expected = zip(lines, levels).filter { !isTotal($1) }.map(\.0)
      #expect(parts[name] == expected, "\(name)")
      let lackTotals = ["flags", "values"] + (isGrouped ? [] : ["phases", "cohortValues"])
      #expect((expected.count == lines.count) == lackTotals.contains { "\($0).csv" == name })
    }
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    /// The units of the targets of two tasks; `nil` has no target.
    var targets: [String?]
    /// The units of the values recorded.
    var values: [String?]
    /// The sum of each task and of both; empty where units are mixed.
    var sums: [String]
    var units: [String]
  }

  @Test(
    "sums over mixed units are empty, and the units are listed",
    arguments: [
      Example(
        testDescription: "one unit", targets: ["mg", "mg"], values: ["mg", "mg"],
        sums: ["2", "2", "4"], units: ["mg", "mg", "mg"]),
      Example(
        testDescription: "a unit per task", targets: ["mg", "mL"], values: ["mg", "mL"],
        sums: ["2", "2", ""], units: ["mg", "mL", "mL;mg"]),
      Example(
        testDescription: "values without a unit", targets: ["mg", "mg"], values: [nil, "mg"],
        sums: ["2", "2", "4"], units: ["mg", "mg", "mg"]),
      Example(
        testDescription: "no targets", targets: [nil, nil], values: ["km", "min"],
        sums: ["2", "2", ""], units: ["km", "min", "km;min"]),
      Example(
        testDescription: "no units", targets: [nil, nil], values: [nil, nil],
        sums: ["2", "2", "4"], units: ["", "", ""]),
    ])
  func mixedUnits(_ example: Example) throws {
    let ids = ["a", "b"]
    let tasks = try zip(ids, example.targets).map { id, units in
      let target = units.map { ScheduleElement.Target(2, units: $0) }
      return task(
        id, .window, try element(id, from: "2025-01-06T08:00", targets: target.map { [$0] } ?? []))
    }
    let outcomes = try zip(ids, example.values).map { id, units in
      try event("2025-01-06T09:00:00Z", of: id, value: 2, units: units)
    }
    let record = CareRecord(patient: try patient(), tasks: tasks, outcomes: outcomes)
    let written = try WrittenSensitivity(
      RecordList([record]), Self.query(by: .all), [.adherence, .patients])
    for table in ["adherence", "patients"] {
      let rows = try written.rows(table)
      #expect(rows.map { $0["level"] } == ["task", "task", "patient"])
      #expect(rows.map { $0["valueSum"] } == example.sums, "\(table)")
      #expect(rows.map { $0["creditedSum"] } == example.sums, "\(table)")
      #expect(rows.map { $0["units"] } == example.units, "\(table)")
      for row in rows { #expect((row["targetSum"] == "") == (row["valueSum"] == "")) }
    }
  }
}
