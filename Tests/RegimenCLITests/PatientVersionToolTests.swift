import Foundation
import TestSampling
import Testing

/// Versions of patients: from a folder, from a store, and from a stream.
@Suite struct PatientVersionToolTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Ann moves to group B and to Berlin on June 1 and leaves in July; Ben is recorded in May; Cem stays.
  private func makeFolder(deletedAt: String = "2025-07-01") throws -> String {
    let folder = scratch["dataset"]
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let files = [
      "patients.csv": """
      id,zone,group,effectiveFrom,recordedAt,deletedAt
      ann,America/New_York,A,,2025-01-01T00:00:00Z,
      ann,Europe/Berlin,B,2025-06-01,2025-05-20T00:00:00Z,\(deletedAt)
      ben,UTC,B,,2025-05-01T00:00:00Z,
      cem,UTC,A,,2025-01-01T00:00:00Z,

      """,
      "tasks.ndjson": ["ann", "ben", "cem"].map { patient in
        #"""
        {"patient": "\#(patient)", "id": "t", "matching": "window", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T08:00:00", "every": "P1D"}]}}

        """#
      }.joined(),
      // Eight in the morning in local time, in January and in June.
      "outcomes.csv": """
      patient,task,time
      ann,t,2025-01-10T08:00:00
      ann,t,2025-06-10T08:00:00
      ann,t,2025-07-10T08:00:00

      """,
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    return folder
  }

  private func lines(_ arguments: String...) throws -> [String] {
    let result = try Tool.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.lines.map(String.init)
  }

  /// The named columns of a report's table, for the rows of all tasks together.
  private func rows(_ table: String, _ columns: [String], of report: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(report)/\(table).csv", encoding: .utf8)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = try #require(rows.first).map(String.init)
    let places = try columns.map { try #require(header.firstIndex(of: $0)) }
    let task = try #require(header.firstIndex(of: "task"))
    return rows.dropFirst().filter { $0[task] == "(all)" }.map { row in
      places.map { String(row[$0]) }.joined(separator: " ")
    }
  }

  @Test func eachMonthCountsForTheGroupOfItsEnd() throws {
    let (folder, report) = (try makeFolder(), scratch["report"])
    _ = try lines(
      "report", folder, "--from", "2025-05-01", "--to", "2025-08-01", "--by", "month", "--tables",
      "adherence,cohort,patients", "--out", report)
    #expect(
      try rows("adherence", ["patient", "group", "period", "due", "unscheduled"], of: report)
        .filter { $0.hasPrefix("ann") } == [
          "ann A 2025-05 31 0", "ann B 2025-06 30 0", "ann B 2025-07 0 1",
        ])
    #expect(
      try rows("cohort", ["group", "period", "due"], of: report) == [
        "(all) 2025-05 93", "(all) 2025-06 90", "(all) 2025-07 62", "A 2025-05 62",
        "A 2025-06 30", "A 2025-07 31", "B 2025-05 31", "B 2025-06 60", "B 2025-07 31",
      ])
    #expect(
      try rows("patients", ["patient", "group", "due", "done"], of: report) == [
        "ann B 61 1", "ben B 92 0", "cem A 92 0",
      ])
  }

  @Test func asItWasKnown() throws {
    let (folder, report) = (try makeFolder(), scratch["report"])
    _ = try lines(
      "report", folder, "--from", "2025-05-01", "--to", "2025-08-01", "--by", "all", "--tables",
      "adherence,patients,page", "--knowledge-cutoff", "2025-04-01T00:00:00Z", "--out", report)
    #expect(
      try rows("patients", ["patient", "group", "due"], of: report) == ["ann A 92", "cem A 92"])
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(report)/pages/patients")
    #expect(pages.sorted() == ["ann=.html", "cem=.html"])
    let unknown = try Tool.run(
      "chart", folder, "--chart", "bars", "--chart-patient", "ben", "--from", "2025-05-01", "--to",
      "2025-08-01", "--knowledge-cutoff", "2025-04-01T00:00:00Z")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("'ben'"))
  }

  /// Ann's last dose is long ago; she is flagged as long as she is observed.
  @Test(arguments: [("2025-07-01", false), ("2025-07-05", false), ("", true)])
  func nothingIsFlaggedOfADeletedPatient(_ deletedAt: String, _ isFlagged: Bool) throws {
    let (folder, report) = (try makeFolder(deletedAt: deletedAt), scratch["report"])
    _ = try lines(
      "report", folder, "--from", "2025-06-01", "--to", "2025-07-08", "--tables", "page",
      "--pages", "flagged", "--out", report)
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(report)/pages/patients")
    #expect(pages.contains("ann=.html") == isFlagged)
    #expect(pages.contains("cem=.html"))
  }

  @Test(
    arguments: [
      ["--only", "group:B"], ["--only", "group:A"],
      ["--only", "group:B", "--knowledge-cutoff", "2025-05-10T00:00:00Z"],
      ["--knowledge-cutoff", "2025-04-01T00:00:00Z"], ["--group-by", "zone"],
    ].sampled(2))
  func aStoreGivesTheSame(_ more: [String]) throws {
    let (folder, store) = (try makeFolder(), scratch["store.sqlite"])
    _ = try lines("import", folder, store)
    for days in [("2025-01-01", "2025-06-01"), ("2025-05-01", "2025-08-01")] {
      var tables: [[String]] = []
      for source in [folder, store] {
        let report = scratch["report"]
        let result = try Tool.run(
          [
            "report", source, "--from", days.0, "--to", days.1, "--by", "month", "--tables",
            "adherence,cohort,patients", "--out", report,
          ] + more)
        #expect(result.status == 0, "\(result.errors)")
        tables.append(
          try ["adherence", "cohort", "patients"].map {
            try String(contentsOfFile: "\(report)/\($0).csv", encoding: .utf8)
          })
      }
      #expect(tables[0] == tables[1])
    }
  }

  /// A filter for January uses the group in January.
  @Test func aFilterLooksAtTheEndOfTheRange() throws {
    let folder = try makeFolder()
    for (to, group, patients) in [
      ("2025-06-01", "A", "ann,cem"), ("2025-06-01", "B", "ben"), ("2025-06-02", "A", "cem"),
      ("2025-06-02", "B", "ann,ben"),
    ] {
      let report = scratch["report"]
      _ = try lines(
        "report", folder, "--from", "2025-01-01", "--to", to, "--tables", "patients", "--only",
        "group:\(group)", "--out", report)
      #expect(
        try rows("patients", ["patient"], of: report)
          == patients.split(separator: ",").map(String.init))
    }
  }
}
