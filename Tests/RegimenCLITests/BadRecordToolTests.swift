import Foundation
import TestSampling
import TestSupport
import Testing

/// An invalid record in a cohort is reported, counted, and does not affect the others.
@Suite struct BadRecordToolTests {
  struct BadRecord: CustomTestStringConvertible {
    var testDescription: String
    var file: String
    var row: String
    /// The expected standard error.
    var error: String
    /// Its kind in `report.json`.
    var kind: String
    /// The patient's unscheduled outcome, if the record is accepted as one.
    var isKept = false
  }

  private static let badRecords = [
    BadRecord(
      testDescription: "a value that is no number", file: "outcomes.csv",
      row: "P000,med,,,2025-02-01T13:00:00Z,NaN,dose",
      error: "outcomes.csv:LINE: 'value' must be finite, not 'NaN'", kind: "outOfRange"),
    BadRecord(
      testDescription: "units that no target has", file: "outcomes.csv",
      row: "P000,walk,walk,2025-02-03T17:00:00,,45,km",
      error: """
        outcomes.csv:LINE: 'units' cannot be credited in 'km', which no target of the task has \
        (use min; the value is kept)
        """, kind: "unknownUnits", isKept: true),
    BadRecord(
      testDescription: "an event before its task began", file: "outcomes.csv",
      row: "P000,med,,,2024-12-01T13:00:00Z,1,dose",
      error: """
        outcomes.csv:LINE: 'time' is before the task begins: '2024-12-01T13:00:00Z' \
        (it begins at 2025-01-13T01:00:00Z; the outcome is kept as unscheduled)
        """, kind: "beforeTaskBegan", isKept: true),
    BadRecord(
      testDescription: "overlapping versions", file: "tasks.ndjson",
      row:
        #"{"patient": "P000", "id": "med", "effectiveFrom": "2025-01-13T00:00:00", "schedule": {"elements": [{"id": "med", "start": "2025-01-13T09:00:00", "every": "P1D"}]}}"#,
      error: """
        tasks.ndjson:LINE: 'effectiveFrom' makes overlapping versions of the task 'med' \
        (the first one is used; give them different effective or recorded times)
        """, kind: "overlappingVersions"),
    BadRecord(
      testDescription: "a hold that ends before it begins", file: "holds.csv",
      row: "P000,,2025-03-21T03:00:00,2025-03-11T03:00:00,exclude,excused",
      error: "holds.csv:LINE: 'to' must not precede 'from', not '2025-03-11T03:00:00'",
      kind: "outOfRange"),
    BadRecord(
      testDescription: "an outcome of no known task", file: "outcomes.csv",
      row: "P000,swim,,,2025-02-01T13:00:00Z,1,dose",
      error: "outcomes.csv:LINE: 'task' names an unknown task: 'swim'", kind: "unknownTask"),
    BadRecord(
      testDescription: "an outcome of no known patient", file: "outcomes.csv",
      row: "P999,med,,,2025-02-01T13:00:00Z,1,dose",
      error: "outcomes.csv:LINE: 'patient' names an unknown patient: 'P999'",
      kind: "unknownPatient"),
    BadRecord(
      testDescription: "a key that names no occurrence", file: "outcomes.csv",
      row: "P000,walk,walk,2025-02-04T17:00:00,,45,min",
      error: """
        outcomes.csv:LINE: 'nominal' names an unknown occurrence: 'walk/2025-02-04T17:00:00'
        """, kind: "unknownOccurrence", isKept: true),
  ]

  /// Four patients of the cohort, one of them with a hold.
  private static let files = Result {
    try Dictionary(
      uniqueKeysWithValues: MonitoredFolder.files.map { name in
        let lines = try MonitoredFolder.lines(of: name, ["P000", "P001", "P002", "P003"])
        return (name, lines.map { $0 + "\n" }.joined())
      })
  }

  /// Writes the patients, and an additional row if given; returns the folder and the row's line.
  private static func write(_ bad: BadRecord? = nil) throws -> (folder: URL, line: Int) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var line = 0
    for (name, text) in try files.get() {
      let more = name == bad?.file ? (bad?.row ?? "") + "\n" : ""
      if !more.isEmpty { line = text.split(separator: "\n").count + 1 }
      try Data((text + more).utf8).write(to: folder.appending(path: name))
    }
    return (folder, line)
  }

  private static let sound = Result {
    let (folder, _) = try write()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try report(folder.path()).rows
  }

  private static func report(_ dataset: String) throws -> (
    rows: [Substring], summary: [String: Any], result: Tool.Result
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run([
      "report", dataset, "--from", "2025-01-13", "--to", "2026-01-12", "--by", "month",
      "--tables", "adherence", "--out", folder.path(),
    ])
    let table = folder.appending(path: "adherence.csv")
    let data = try Data(contentsOf: folder.appending(path: "report.json"))
    let summary = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (
      try String(contentsOf: table, encoding: .utf8).split(separator: "\n"), summary ?? [:], result
    )
  }

  @Test(arguments: badRecords.sampled(3)) func isReportedAndCounted(_ bad: BadRecord) throws {
    let (folder, line) = try BadRecordToolTests.write(bad)
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = bad.error.replacing("LINE", with: "\(line)")
    let (rows, summary, result) = try BadRecordToolTests.report(folder.path())
    #expect(result.status == 1)
    #expect(result.errors == error + "\n")
    #expect(summary["diagnostics"] as? [String: Int] == [bad.kind: 1])
    let records = try #require(summary["records"] as? [String: Any])
    let counts = records.values.compactMap { $0 as? [String: Int] }
    #expect(counts.compactMap { $0["rejected"] }.reduce(0, +) == (bad.isKept ? 0 : 1))
    #expect(counts.compactMap { $0["withWarnings"] }.reduce(0, +) == (bad.isKept ? 1 : 0))
    let sound = try BadRecordToolTests.sound.get()
    func others(_ rows: [Substring]) -> [Substring] {
      bad.isKept ? rows.filter { !$0.hasPrefix("P000,") } : rows
    }
    #expect(others(rows) == others(sound))
    let check = try Tool.run("check", folder.path())
    #expect(check.status == 1)
    #expect(check.lines.first == Substring(error))
  }
}
