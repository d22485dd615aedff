import Foundation
import Testing

/// Quotas count in every table like doses.
@Suite struct QuotaReportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Six weeks of walks in the evening: of A three a week, of B two, and none in the third and fourth week.
  private func walks() throws -> String {
    var rows = ["patient,time"]
    for week in 0..<6 {
      for walk in 0..<3 {
        let day = 6 + week * 7 + walk * 2
        let date =
          day > 31 ? String(format: "2025-02-%02d", day - 31) : String(format: "2025-01-%02d", day)
        rows.append("A,\(date) 18:00")
        if walk < 2, ![2, 3].contains(week) { rows.append("B,\(date) 18:00") }
      }
    }
    let path = scratch["walks.csv"]
    try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    return path
  }

  private func report(_ path: String, _ schedule: String, _ options: String...) throws -> (
    Tool.Result, [[String: String]]
  ) {
    let result = try Tool.run(
      [
        "report", path, "--schedule", schedule, "--from", "2025-01-06", "--to", "2025-02-17",
        "--as-of", "2025-02-18T00:00:00Z", "--out", scratch["out"],
      ] + options)
    let text = try String(contentsOfFile: scratch["out/patients.csv"], encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.components(separatedBy: ",") }
    return (result, lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) })
  }

  @Test func `required uses of a quota are due, recorded ones done, and the rest missed`()
    throws
  {
    let (result, rows) = try report(try walks(), "3 times a week")
    #expect(
      result.lines.contains {
        $0.hasPrefix("(all)  (all)") && $0.contains("  36    26  72.2 %")
      })
    let own = rows.filter { $0["task"] == "task" }
    #expect(own.map { $0["due"] } == ["18", "18"])
    #expect(own.map { $0["done"] } == ["18", "8"])
    #expect(own.map { $0["missed"] } == ["0", "10"])
    #expect(own.map { $0["quotaDue"] } == ["18.000000", "18.000000"])
    #expect(own.map { $0["quotaDone"] } == ["18.000000", "8.000000"])
  }

  @Test func `periods of quotas are steps of streaks, and the first use begins treatment`() throws {
    let (_, rows) = try report(try walks(), "twice a week", "--measures", "streaks,phases")
    let own = rows.filter { $0["task"] == "task" }
    #expect(own.map { $0["longestStreak"] } == ["6", "2"])
    #expect(own.map { $0["currentStreak"] } == ["6", "2"])
    #expect(own.map { $0["longestMissed"] } == ["0", "2"])
    #expect(own.map { $0["initiated"] } == ["true", "true"])
    #expect(own.map { $0["firstDate"] } == ["2025-01-06", "2025-01-06"])
  }

  @Test func `weeks without a walk are drug holidays, and enough of them discontinue`() throws {
    let (_, rows) = try report(try walks(), "3 times a week")
    let own = rows.filter { $0["task"] == "task" }
    #expect(own.map { $0["drugHolidays"] } == ["0", "1"])
    #expect(own.map { $0["drugHolidayDays"] } == ["0", "14"])
    #expect(own.map { $0["persistenceDays"] } == ["42", "42"])
    #expect(own.map { $0["implementationDue"] } == ["18", "18"])
    #expect(own.map { $0["implementationDone"] } == ["18", "8"])
    let (_, early) = try report(
      try walks(), "3 times a week", "--gap-days", "14", "--restart", "ends")
    let stopped = early.filter { $0["task"] == "task" }
    #expect(stopped.map { $0["discontinued"] } == ["false", "true"])
    #expect(stopped.map { $0["persistenceEnd"] } == ["2025-02-16", "2025-01-15"])
  }

  @Test func `a refused time is not required if declined doses are excused`() throws {
    let rows = [
      "patient,time,status", "A,2025-01-06 18:00,taken", "A,2025-01-08 18:00,taken",
      "A,2025-01-10 18:00,refused", "A,2025-01-13 18:00,taken",
    ]
    let path = scratch["refused.csv"]
    try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    let options = [
      "report", path, "--schedule", "3 times a week", "--from", "2025-01-06", "--to", "2025-01-13",
      "--as-of", "2025-01-20T00:00:00Z", "--status-words", "refused=declined",
    ]
    #expect(try Tool.run(options).lines.contains { $0.contains("  3     2  66.7 %") })
    let excused = try Tool.run(options + ["--excuse-declined"])
    #expect(excused.lines.contains { $0.contains("  2     2  100.0 %") }, "\(excused.output)")
  }
}
