import Foundation
import Testing

/// Recorded values from files to tables, in several units, including negative ones.
@Suite struct ValuesToolTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "regimen-\(UUID().uuidString)")

  private static let files = [
    "patients.csv": "id,zone\nann,UTC\nbob,UTC\n",
    "tasks.ndjson": """
    {"patient": "ann", "id": "heat", "schedule": {"elements": [{"id": "heat", "start": \
    "2025-01-06T08:00:00", "every": "P1D", "targets": [{"low": 36, "high": 38, "units": "Cel"}]}]}}
    {"patient": "ann", "id": "sugar", "schedule": {"elements": [{"id": "sugar", "start": \
    "2025-01-06T08:00:00", "every": "P1D", "targets": [{"low": 4, "high": 8, "units": "mmol/L"}]}]}}
    {"patient": "bob", "id": "mood", "schedule": {"elements": [{"id": "mood", "start": \
    "2025-01-06T08:00:00", "every": "P1D", "targets": [{"low": -1, "high": 3}]}]}}

    """,
    "outcomes.csv": """
    patient,task,element,nominal,time,value,units
    ann,heat,,,2025-01-06T08:10:00Z,98.6,°F
    ann,heat,,,2025-01-07T08:10:00Z,102.2,°F
    ann,heat,,,2025-01-08T08:10:00Z,37,Cel
    ann,sugar,,,2025-01-06T08:10:00Z,90.078,mg/dL
    bob,mood,,,2025-01-06T08:10:00Z,-1,
    bob,mood,,,2025-01-07T08:10:00Z,-2,

    """,
  ]

  /// Runs a report; returns its output and the lines of its tables.
  private func report(_ options: String...) throws -> (
    summary: [String: Any], lines: (String) throws -> [String], result: Tool.Result
  ) {
    let data = folder.appending(path: "data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    for (name, text) in Self.files {
      try Data(text.utf8).write(to: data.appending(path: name))
    }
    let out = folder.appending(path: "out")
    let result = try Tool.run(
      [
        "report", data.path(), "--from", "2025-01-06", "--to", "2025-01-10", "--by", "all",
        "--scoring", "reached", "--tables", "values,adherence", "--out", out.path(),
      ] + options)
    let json = try Data(contentsOf: out.appending(path: "report.json"))
    let summary = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    return (
      summary ?? [:],
      { name in
        let text = try String(contentsOf: out.appending(path: name), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
      }, result
    )
  }

  /// Returns some cells of a task's rows.
  private func cells(_ lines: [String], _ task: String, _ names: String...) -> [[String]] {
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let columns = (["task"] + names).compactMap { name in rows.first?.firstIndex { $0 == name } }
    return rows.filter { $0[columns[0]] == task }.map { row in
      columns.dropFirst().map { String(row[$0]) }
    }
  }

  @Test func conversionsAreReported() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, lines, result) = try report()
    #expect(result.status == 1 && result.errors.contains("cannot be credited in 'mg/dL'"))
    let conversions = try #require(summary["conversions"] as? [[String: Any]])
    try #require(conversions.count == 1)
    #expect(conversions[0]["from"] as? String == "°F" && conversions[0]["to"] as? String == "Cel")
    #expect(conversions[0]["values"] as? Int == 2)
    #expect(conversions[0]["factor"] as? Double == 0.555555555556)
    #expect(conversions[0]["offset"] as? Double == -17.7777777778)
    let adherence = cells(try lines("adherence.csv"), "heat", "done", "missed", "partial")
    #expect(adherence == [["2", "2", "0"]])
    #expect(
      cells(try lines("values.csv"), "heat", "units", "n", "mean", "inRange") == [
        ["Cel", "1", "37", "1.000000"], ["°F", "2", "100.4", "0.500000"],
      ])
    #expect(cells(try lines("values.csv"), "sugar", "n", "held") == [["1", "0"]])
    #expect(
      cells(try lines("values.csv"), "mood", "n", "mean", "inRange") == [["2", "-1.5", "0.500000"]])
    #expect(try lines("cohortValues.csv").count == 5)
  }

  @Test func callersAddConversions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, lines, result) = try report("--convert", "mmol/L = 18.0156 mg/dL")
    #expect(result.status == 0 && result.errors.isEmpty)
    let conversions = try #require(summary["conversions"] as? [[String: Any]])
    #expect(conversions.map { $0["from"] as? String } == ["mg/dL", "°F"])
    let parameters = try #require(summary["parameters"] as? [String: Any])
    #expect((parameters["conversions"] as? [Any])?.count == 1)
    #expect(
      cells(try lines("values.csv"), "sugar", "n", "held", "inRange") == [["1", "1", "1.000000"]])
  }

  @Test func invalidConversionsAreRejected() throws {
    let result = try Tool.run("report", "x", "--convert", "mmol/L = 0 mg/dL")
    #expect(result.status == 2 && result.errors.contains("--convert"))
  }
}
