import Foundation
import TestSampling
import TestSupport
import Testing

@Suite struct ReportCommandTests {
  private let records = #"""
    {"patient":{"id":"ann","zone":"UTC","group":"A"},"tasks":[{"id":"tablet","schedule":{"elements":[{"id":"am","start":"2025-01-01T08:00:00","every":"P1D","count":4}]}}],"outcomes":[{"task":"tablet","element":"am","nominal":"2025-01-01T08:00:00"},{"task":"tablet","time":"2025-01-02T09:00:00Z"}]}

    """#

  @Test func cohortTable() throws {
    let result = try Tool.run(
      "report", "Datasets/monitoring", "--from", "2025-01-13", "--to", "2026-01-12",
      "--day-boundary", "03:00", "--as-of", "2025-12-31T22:00:00Z")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines[0] == "200 patients, 2025-01-13 to 2026-01-11, by week")
    #expect(
      result.lines[3]
        == "(all)  med          200              0  45,532  30,271  66.5 %  68.3 %  78.9 %  49.0 %")
  }

  @Test func recordsBecomeRows() throws {
    let result = try Tool.run(
      "report", "--records", "-", "--from", "2025-01-01", "--to", "2025-01-06", "--by", "all",
      input: records)
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    #expect(
      result.lines[0] == #"""
        {"patient":"ann","group":"A","level":"task","task":"tablet","period":"all",\#
        "periodStart":"2025-01-01","periodEnd":"2025-01-06","due":4,"done":2,"partial":0,"missed":2,\#
        "declined":0,"excused":0,"onHold":0,"cancelled":0,"pending":0,"outstanding":0,\#
        "unscheduled":0,"eventsTooSoon":0,"early":0,"inWindow":1,"late":0,"doneAfterExpiry":0,\#
        "untimed":1,"progress":2.000000,"ratio":0.500000,"ratioMissing":null,\#
        "quotaDue":0.000000,"quotaDone":0.000000,"uses":0,"asNeededAmount":0.000000,"breaches":0,\#
        "taskGroup":null,"carePlan":null,"valueSum":0,"creditedSum":0,"targetSum":0,"units":null}
        """#)
  }

  @Test func aBadRecordDoesNotStopTheNext() throws {
    let result = try Tool.run(
      "report", "--records", "-", "--from", "2025-01-01", "--to", "2025-01-06", "--by", "all",
      input: "{bad\n" + records)
    #expect(result.status == 1)
    let problem = "standard input:1: is not a JSON value: '{bad' (check quotes, commas and braces)"
    #expect(result.errors == problem + "\n")
    #expect(result.lines[0] == #"{"error":"\#(problem)"}"#)
    #expect(result.lines.count == 3)
  }

  @Test(arguments: [
    ["report", "Datasets/nowhere", "--from", "2025-01-01", "--to", "2025-02-01"],
    ["report", "Datasets/monitoring", "--from", "2025-02-01", "--to", "2025-01-01"],
    ["report", "Datasets/monitoring", "--from", "2025-02-30", "--to", "2025-03-01"],
    ["report", "--from", "2025-01-01", "--to", "2025-02-01"],
    [
      "report", "Datasets/monitoring", "--from", "2025-01-01", "--to", "2025-02-01", "--by",
      "fortnight",
    ],
    ["check", "Datasets/nowhere"],
    ["expand", "Datasets/nowhere.json", "--from", "2025-01-01", "--to", "2025-01-02"],
    ["expand", "Datasets/schedules/tablet.json"], ["explode"],
  ])
  func nothingDone(_ arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  /// A damaged copy of the cohort: valid rows are unchanged, the others are counted.
  @Test func damageIsRejected() throws {
    let folder = try damagedCopy()
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = [
      "--from", "2025-01-13", "--to", "2026-01-12", "--by", "month", "--tables", "adherence",
      "--out",
    ]
    let sound = folder.appending(path: "sound").path()
    let damaged = folder.appending(path: "damaged").path()
    #expect(try Tool.run(["report", "Datasets/monitoring"] + report + [sound]).status == 0)
    let result = try Tool.run(["report", folder.path()] + report + [damaged])
    #expect(result.status == 1)
    #expect(
      result.errors == """
        outcomes.csv:2: 'value' is not a number: 'one' (use a point, as in 2.5)
        outcomes.csv:46855: 'patient' names an unknown patient: 'nobody'

        """)
    func others(_ path: String) throws -> [Substring] {
      try String(contentsOfFile: path + "/adherence.csv", encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("P000,") }
    }
    #expect(try others(damaged) == others(sound))
    let summary = try String(contentsOfFile: damaged + "/report.json", encoding: .utf8)
    #expect(summary.contains(#""read" : 46854,"#))
    #expect(summary.contains(#""rejected" : 2"#))
  }

  private func damagedCopy() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.copyItem(
      at: Tool.repository.appending(path: "Datasets/monitoring"), to: folder)
    let file = folder.appending(path: "outcomes.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let first = "2025-01-18T13:07:23Z,1,"
    let broken = text.replacing(first, with: "2025-01-18T13:07:23Z,one,", maxReplacements: 1)
    try Data((broken + "nobody,med,,,2025-01-18T13:07:23Z,1,dose\n").utf8).write(to: file)
    return folder
  }
}

@Suite struct HelpToolTests {
  /// The examples in each command's help run as pasted into a shell beside the repository's datasets.
  @Test(
    arguments: [
      "report", "chart", "refills", "merge", "events", "expand", "check", "import", "export",
      "info",
      "generate", "init", "due", "erase", "columns",
    ].sampled(7))
  func examplesWork(_ command: String) throws {
    let place = try Scratch()
    try linkDatasets(in: place)
    let help = try Tool.run(command, "--help").output
    let start = try #require(help.range(of: "Examples:\n")).upperBound
    let rest = String(help[start...])
    let text = String(rest[..<(try #require(rest.range(of: "\n\n"))).lowerBound])
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("  ") && $0.count < 80 })
    #expect(text.contains("regimen \(command) "))
    let pasted = isExhaustive ? text : text.replacing("1000", with: "50")
    let run = try Tool.run(
      ["-c", "set -e; regimen() { '\(Tool.executable.path)' \"$@\" > /dev/null; }\n\(pasted)"],
      in: place.url, by: URL(filePath: "/bin/bash"))
    #expect(run.status == 0, "\(run.errors)")
  }

  private func linkDatasets(in place: Scratch) throws {
    let files = FileManager.default
    let datasets = Tool.repository.appending(path: "Datasets").path
    try files.createDirectory(atPath: place["Datasets"], withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: datasets) {
      let path = try name == "monitoring" ? MonitoredFolder.path() : "\(datasets)/\(name)"
      try files.createSymbolicLink(
        atPath: place["Datasets/\(name)"], withDestinationPath: path)
    }
  }
}
