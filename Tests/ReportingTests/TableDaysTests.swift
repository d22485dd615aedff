import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The days of a report on a table that names none: they begin with the plans and end with the last
/// evening.
@Suite struct TableDaysTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rows: [String]
    var schedule = TableDaysTests.twice
    var planStart: String?
    /// The list of patients.
    var patients: [String] = []
    var dayBoundary = "00:00"
    /// The end that is given.
    var to: String?
    var range: (String, String)
    var counts: (done: Int, due: Int)
  }

  static let twice = "every day at 08:00 and 20:00"
  static let once = "every day at 08:00"
  private static let mornings = (13...15).map { "a,2025-03-\($0) 08:00" }

  private static func late(_ last: String) -> [String] {
    ["id,when", "a,2025-03-14 08:00", "a,2025-03-14 20:00", "a,2025-03-15 08:00", "a,\(last)"]
  }

  static let begins = [
    Example(
      testDescription: "a plan of which nobody says when it began", rows: ["id,when"] + mornings,
      schedule: once, range: ("2025-03-13", "2025-03-16"), counts: (3, 3)),
    Example(
      testDescription: "a start for all", rows: ["id,when"] + mornings, schedule: once,
      planStart: "2025-03-10", range: ("2025-03-10", "2025-03-16"), counts: (3, 6)),
    Example(
      testDescription: "a column of starts",
      rows: ["id,when,start date"] + mornings.map { $0 + ",2025-03-10" }, schedule: once,
      range: ("2025-03-10", "2025-03-16"), counts: (3, 6)),
    Example(
      testDescription: "a list of patients, of whom one never began",
      rows: ["id,when"] + mornings, schedule: once,
      patients: ["id,start", "a,2025-03-13", "b,2025-03-10"], range: ("2025-03-10", "2025-03-16"),
      counts: (3, 9)),
    Example(
      testDescription: "a plan that says it", rows: ["id,when"] + mornings,
      schedule: "every day at 08:00 from 2025-03-10", range: ("2025-03-10", "2025-03-16"),
      counts: (3, 6)),
    Example(
      testDescription: "a start after the first event", rows: ["id,when"] + mornings,
      schedule: once, planStart: "2025-03-14", range: ("2025-03-13", "2025-03-16"), counts: (2, 2)),
  ]

  static let ends = [
    Example(
      testDescription: "the last evening after midnight", rows: late("2025-03-16 00:20"),
      range: ("2025-03-14", "2025-03-16"), counts: (4, 4)),
    Example(
      testDescription: "days that end at four", rows: late("2025-03-16 00:20"),
      dayBoundary: "04:00", range: ("2025-03-14", "2025-03-16"), counts: (4, 4)),
    Example(
      testDescription: "a night that is nearer to the morning", rows: late("2025-03-16 03:50"),
      range: ("2025-03-14", "2025-03-17"), counts: (4, 6)),
    Example(
      testDescription: "five is no night",
      rows: ["id,when", "a,2025-03-15 20:00", "a,2025-03-16 05:00"],
      schedule: "every day at 20:00", range: ("2025-03-15", "2025-03-17"), counts: (1, 2)),
    Example(
      testDescription: "a plan for midnight",
      rows: ["id,when", "a,2025-03-14 00:10", "a,2025-03-15 00:05"],
      schedule: "every day at 00:00", range: ("2025-03-14", "2025-03-16"), counts: (2, 2)),
    Example(
      testDescription: "dates alone", rows: ["id,when", "a,2025-03-14", "a,2025-03-15"],
      schedule: once, range: ("2025-03-14", "2025-03-16"), counts: (2, 2)),
    Example(
      testDescription: "usual times are not matched by nearest", rows: late("2025-03-16 00:20"),
      schedule: "twice daily", range: ("2025-03-14", "2025-03-17"), counts: (4, 6)),
    Example(
      testDescription: "columns of times of the day",
      rows: [
        "patient,date,morning,evening", "a,2025-03-12,8:05,20:10", "a,2025-03-13,8:05,20:10",
        "a,2025-03-14,8:05,20:10", "a,2025-03-15,7:55,0:30",
      ], range: ("2025-03-12", "2025-03-16"), counts: (8, 8)),
    Example(
      testDescription: "a column of planned times",
      rows: [
        "patient,scheduled,taken at", "a,2025-03-14 08:00,2025-03-14 08:05",
        "a,2025-03-14 20:00,2025-03-14 20:05", "a,2025-03-15 08:00,2025-03-15 08:05",
        "a,2025-03-15 20:00,2025-03-16 01:30",
      ], range: ("2025-03-14", "2025-03-16"), counts: (4, 4)),
    Example(
      testDescription: "an end on that day is meant", rows: late("2025-03-16 00:20"),
      to: "2025-03-17", range: ("2025-03-14", "2025-03-17"), counts: (4, 6)),
    Example(
      testDescription: "an end beyond it is that of the data", rows: late("2025-03-16 00:20"),
      to: "2025-03-20", range: ("2025-03-14", "2025-03-16"), counts: (4, 4)),
  ]

  @Test(arguments: begins + ends)
  func `the days are those of the plans and the data`(_ example: Example) throws {
    let source = try TableDaysTests.source(example)
    let boundary = try #require(CivilTime(example.dayBoundary))
    let meant = try DataDays.meant(
      from: nil, to: try example.to.map(day), asOf: nil, of: source, dayBoundary: boundary,
      ReportOptions())
    #expect(meant.range == (try days(example.range.0, example.range.1)))
    var query = AdherenceQuery(meant.range)
    query.dayBoundary = boundary
    let report = try CohortReport(of: source, query, ReportOptions())
    let counts = report.whole.rows[0].pooled
    #expect(counts.done == example.counts.done && counts.due == example.counts.due)
  }

  private static func source(_ example: Example) throws -> EventFiles {
    let folder = FileManager.default.temporaryDirectory.appending(path: "days-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ rows: [String], _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data((rows.joined(separator: "\n") + "\n").utf8).write(to: file)
      return file.path()
    }
    var plan = EventPlan(example.schedule)
    plan.start = try example.planStart.map(day)
    if !example.patients.isEmpty {
      plan.patients = try PlannedPatient.list(path: try write(example.patients, "patients.csv"))
    }
    return try EventFiles([try write(example.rows, "events.csv")], EventColumns(), plan)
  }
}
