import Foundation
import Testing

/// The tables of a report other than those by period.
@Suite struct ReportTablesToolTests {
  private typealias Row = [String: Any]

  private let record = #"""
    {"patient": {"id": "ann", "zone": "UTC"}, "tasks": [{"id": "t", "group": "med", "carePlan": "heart", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T08:00:00", "every": "P1D", "duration": "PT1H"}]}}, {"id": "u", "group": "med", "impactsAdherence": false, "schedule": {"elements": [{"id": "e", "start": "2025-01-01T09:00:00", "every": "P1D"}]}}], "outcomes": [{"task": "t", "time": "2025-01-01T08:30:00Z"}, {"task": "t", "time": "2025-01-02T12:00:00Z"}, {"task": "t", "element": "d", "nominal": "2025-01-03T08:00:00", "status": "declined"}]}

    """#

  private func rows(_ more: String...) throws -> [Row] {
    let result = try Tool.run(
      ["report", "--records", "-", "--from", "2025-01-01", "--to", "2025-01-05"] + more,
      input: record)
    #expect(result.status == 0)
    return try result.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Row)
    }
  }

  private func texts(_ rows: [Row], _ columns: String...) -> [String] {
    rows.map { row in columns.map { "\(row[$0] ?? "")" }.joined(separator: " ") }
  }

  /// Tasks, the total, then task groups and care plans; tasks that do not impact adherence are in
  /// no sum.
  @Test func groupsAndCarePlans() throws {
    #expect(
      texts(try rows("--by", "all"), "level", "task", "taskGroup", "carePlan", "due", "done")
        == [
          "task t <null> <null> 4 2", "task u <null> <null> 4 0",
          "patient (all) <null> <null> 4 2", "taskGroup (all) med <null> 4 2",
          "carePlan (all) <null> heart 4 2",
        ])
  }

  @Test(arguments: [
    ([], "4 2 1 0 0.5"), (["--excuse-declined"], "3 2 0 1 0.666667"),
    (["--numerator", "in-window"], "4 2 1 0 0.25"), (["--denominator", "planned"], "4 2 1 0 0.5"),
  ])
  func definitions(_ options: [String], _ counts: String) throws {
    let result = try Tool.run(
      ["report", "--records", "-", "--from", "2025-01-01", "--to", "2025-01-05", "--by", "all"]
        + options, input: record)
    let line = Data((result.lines.first ?? "").utf8)
    let row = try #require(try JSONSerialization.jsonObject(with: line) as? Row)
    #expect(texts([row], "due", "done", "declined", "excused", "ratio") == [counts])
  }

  @Test func relativeWeeks() throws {
    let result = try Tool.run(
      "report", "--records", "-", "--from", "2024-12-30", "--to", "2025-01-16", "--by",
      "relative-week", input: record)
    #expect(
      result.lines.prefix(3).map { $0.split(separator: ",")[4...6].joined(separator: " ") } == [
        #""period":"W00" "periodStart":"2025-01-01" "periodEnd":"2025-01-08""#,
        #""period":"W01" "periodStart":"2025-01-08" "periodEnd":"2025-01-15""#,
        #""period":"W02" "periodStart":"2025-01-15" "periodEnd":"2025-01-16""#,
      ])
  }

  @Test func rollingWindows() throws {
    let rolling = try rows("--by", "all", "--rolling", "2d").filter { $0["rolling"] != nil }
    #expect(
      texts(
        rolling.filter { $0["task"] as? String == "t" }, "period", "periodStart", "due", "ratio")
        == [
          "2025-01-01 2024-12-31 1 <null>", "2025-01-02 2025-01-01 2 1",
          "2025-01-03 2025-01-02 2 0.5", "2025-01-04 2025-01-03 2 0",
        ])
  }

  @Test(arguments: ["7", "0d", "d", "-1d", "7w"]) func noWindow(_ text: String) throws {
    let result = try Tool.run(
      "report", "Datasets/monitoring", "--from", "2025-01-01", "--to", "2025-02-01", "--out",
      "/dev/null/out", "--rolling", text)
    #expect(result.status == 2)
  }

  /// A folder has a file for each requested table.
  @Test func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      "report", "Datasets/monitoring", "--from", "2025-01-13", "--to", "2025-01-20", "--rolling",
      "7d", "--rolling", "30d", "--breakdown", "weekday", "--out", folder.path())
    #expect(result.status == 0)
    func count(_ name: String) throws -> Int {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
        .count
    }
    #expect(try count("rolling.csv") == 1 + 200 * 4 * 7 * 2)
    #expect(try count("breakdown.csv") == 1 + 200 * 4 * 7)
    #expect(try count("patients.csv") == 1 + 200 * 4)
    let data = try Data(contentsOf: folder.appending(path: "report.json"))
    let summary = try #require(try JSONSerialization.jsonObject(with: data) as? Row)
    let parameters = try #require(summary["parameters"] as? Row)
    #expect(parameters["rolling"] as? [String] == ["7d", "30d"])
    #expect(parameters["breakdown"] as? [String] == ["weekday"])
  }
}
