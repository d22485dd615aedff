import Foundation
import TestSampling
import TestSupport
import Testing

/// `regimen chart`, as a process.
@Suite struct ChartCommandTests {
  private static let days = [
    "--from", "2025-01-13", "--to", "2025-07-14", "--day-boundary", "03:00",
    "--as-of", "2025-07-13T22:00:00Z",
  ]

  private func chart(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["chart", MonitoredFolder.path()] + arguments + ChartCommandTests.days)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func files(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
  }

  @Test(
    arguments: [
      "bars", "rolling", "sparkline", "calendar", "chronology", "weekdayHours", "interdose",
      "clock",
      "swimmer", "streaks", "dailySums",
    ].sampled(4)) func chartsOfAPatient(_ kind: String) throws
  {
    let result = try chart(
      "--chart", kind, "--chart-patient", "P003", "--chart-task", "med", "--scoring", "summed")
    #expect(result.status == 0, "\(result.errors)")
    let spec = try object(result.output)
    #expect("\(spec["$schema"] ?? "")".contains("vega-lite/v6"))
    #expect("\(spec["description"] ?? "")".isEmpty == false)
  }

  @Test(
    arguments: [
      "bars", "sparkline", "ribbon", "distribution", "groups", "lasagna", "survival", "covered",
      "funnel", "clock", "swimmer", "comparison", "values",
    ].sampled(5)) func chartsOfACohort(_ kind: String) throws
  {
    let earlier = kind == "comparison" ? ["--compare-from", "2024-06-01"] : []
    let result = try Tool.run(
      ["chart", MonitoredFolder.path(), "--chart", kind, "--chart-task", "med", "--only", "P00?"]
        + earlier + ChartCommandTests.days)
    #expect(result.status == 0, "\(result.errors)")
    #expect("\(try object(result.output)["$schema"] ?? "")".contains("vega-lite/v6"))
  }

  /// Options on days, weeks and groups must apply to the kind.
  @Test(arguments: [
    (["--chart", "bars", "--compare-from", "2025-01-01"], "require --chart comparison"),
    (["--chart", "comparison", "--compare-to", "2025-02-01"], "must not come after 2025-01-13"),
    (["--chart", "bars", "--since-start"], "--since-start requires a cohort's --chart ribbon"),
    (["--chart", "ribbon", "--since-start", "--by", "month"], "remove --by month"),
    (["--chart", "lasagna", "--facet"], "--facet requires a cohort's --chart bars"),
    (["--chart", "bars", "--facet", "--chart-patient", "P000"], "--facet requires a cohort's"),
    (["--chart", "bars", "--facet", "--group-by", "none"], "group-by"),
    (["--chart", "funnel", "--group-by", "none"], "group-by"),
  ]) func incompatibleOptionsAreRejected(_ arguments: [String], _ cure: String) throws {
    let result = try Tool.run(
      ["chart", MonitoredFolder.path(), "--only", "P00?"] + arguments + ChartCommandTests.days)
    #expect(result.status == 2 && result.errors.contains(cure), "\(result.errors)")
  }

  /// A report provides its own charts only; options that require others are rejected.
  @Test(arguments: [["--facet"], ["--since-start"], ["--compare-from", "2025-01-01"]])
  func aReportHasItsOwnChartsOnly(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{}".utf8).write(to: folder.appending(path: "report.json"))
    let kind = arguments[0] == "--compare-from" ? "comparison" : "ribbon"
    let result = try Tool.run(["chart", folder.path(), "--chart", kind] + arguments)
    #expect(result.status == 64 || result.status == 2)
    #expect(result.errors.contains("require a dataset folder or a store"))
  }

  @Test func cohortsBeginTogether() throws {
    for kind in ["ribbon", "lasagna"] {
      let result = try chart(
        "--chart", kind, "--since-start", "--only", "P00?", "--format", "json")
      let json = try object(result.output)
      let axis = try #require(json["x"] as? [String: Any])
      #expect(axis["title"] as? String == "Week of treatment")
      #expect(axis["scale"] as? String == "number")
      let ticks = try #require(axis["ticks"] as? [[String: Any]])
      #expect(ticks.first?["label"] as? String == "1", "\(result.errors)")
    }
  }

  /// PNG and PDF need a converter; without one the error names one.
  @Test(arguments: ["png", "pdf"]) func picturesNeedAConverter(form: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "bars.\(form)")
    let result = try chart(
      "--chart", "bars", "--chart-patient", "P003", "--chart-task", "med", "--out", file.path())
    if result.status == 0 {
      let start = try Data(contentsOf: file).prefix(4)
      #expect(start == Data(form == "png" ? [0x89, 0x50, 0x4E, 0x47] : Array("%PDF".utf8)))
    } else {
      #expect(result.status == 2 && result.errors.contains("install librsvg2-bin"))
      #expect(!FileManager.default.fileExists(atPath: file.path()))
    }
  }

  /// A converter that writes its arguments takes the place of those on the machine.
  @Test(arguments: [("rsvg-convert", "--zoom"), ("cairosvg", "--scale")])
  func pngsHaveAScale(_ converter: String, _ option: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: converter)
    try Data("#!/bin/sh\necho \"$@\"\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path())
    let environment = ["PATH=\(folder.path())", Tool.executable.path()]
    let bars = try ["chart", MonitoredFolder.path(), "--chart", "bars"] + ChartCommandTests.days
    for (scale, text) in [(["--scale", "3"], "3.0"), ([], "1.0")] {
      let result = try Tool.run(
        environment + bars + ["--format", "png"] + scale, by: URL(filePath: "/usr/bin/env"))
      #expect(result.output.hasPrefix("--format png \(option) \(text) "), "\(result.errors)")
    }
    for (arguments, message) in [
      (["--format", "svg", "--scale", "2"], "--scale requires --format png"),
      (["--format", "png", "--scale", "9"], "--scale must be 1 to 8"),
    ] {
      let result = try Tool.run(bars + arguments)
      #expect(result.status == 64 || result.status == 2)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func picturesHaveASizeAndATheme() throws {
    let result = try chart(
      "--chart", "rolling", "--chart-patient", "P003", "--chart-task", "med", "--format", "svg",
      "--theme",
      "dark", "--width", "640", "--height", "300")
    #expect(result.output.contains("width=\"640\" height=\"300\""))
    #expect(result.output.contains("#1B2025"))
    let tooSmall = try chart("--chart", "bars", "--width", "20")
    #expect(tooSmall.status == 2 && tooSmall.errors.contains("--width must be 120 to 10000"))
  }

  @Test func unsupportedContentIsReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try chart(
      "--all", "--chart-patient", "P003", "--format", "careKit", "--out", folder.path())
    #expect(result.errors.contains("CareKit has no place for: calendar.med, "))
    #expect(try !files(folder).contains { $0.hasPrefix("calendar") })
  }

  @Test func theNameOfTheFileTellsTheForm() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = [
      "--chart", "dailySums", "--chart-patient", "P000", "--chart-task", "walk", "--scoring",
      "summed", "--out",
    ]
    for name in ["a.vl.json", "a.csv", "a.json", "a.chartjs.json", "a.carekit.json"] {
      let path = folder.appending(path: name).path()
      let result = try Tool.run(
        ["chart", MonitoredFolder.path()] + arguments + [path] + ChartCommandTests.days)
      #expect(result.status == 0, "\(result.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      switch name {
      case "a.csv": #expect(text.split(separator: "\n").count > 150)
      case "a.vl.json": #expect(try object(text)["$schema"] != nil)
      case "a.json": #expect(try object(text)["kind"] as? String == "dailySums")
      case "a.chartjs.json": #expect(try object(text)["type"] != nil)
      default: #expect(try object(text)["dataSeries"] != nil)
      }
    }
  }

  @Test func externalRows() throws {
    let result = try chart(
      "--chart", "bars", "--chart-patient", "P000", "--data-url", "bars.csv")
    let data = try #require(try object(result.output)["data"] as? [String: Any])
    #expect(data["url"] as? String == "bars.csv")
    #expect(data["values"] == nil)
  }

  @Test func allChartsOfAPatientAndOfAReport() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let charts = folder.appending(path: "charts")
    let all = try chart("--all", "--chart-patient", "P000", "--out", charts.path())
    #expect(all.status == 0, "\(all.errors)")
    let names = try files(charts)
    for name in ["bars.vl.json", "bars.csv", "swimmer.csv"] { #expect(names.contains(name)) }
    // Each of the three tasks has a chronology.
    #expect(names.count { $0.hasPrefix("chronology.") && $0.hasSuffix(".csv") } == 3)

    // A report has the same charts as its records, over the patient's planned days.
    let report = folder.appending(path: "report").path()
    let made = try Tool.run(
      ["report", MonitoredFolder.path(), "--by", "week", "--only", "P000,P001", "--out", report]
        + ["--page-data", "all"] + ChartCommandTests.days)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("Pages of 2 patients: "), "\(made.output)")
    let arguments = [
      "--chart", "calendar", "--chart-patient", "P000", "--chart-task", "med", "--format",
      "json",
    ]
    let fromReport = try Tool.run(["chart", report] + arguments)
    #expect(fromReport.status == 0, "\(fromReport.errors)")
    #expect(
      try fromReport.output
        == Tool.run(
          ["chart", MonitoredFolder.path()] + arguments
            + ChartCommandTests.days.map { $0 == "2025-07-14" ? "2025-07-12" : $0 }
        ).output)
    let missing = try Tool.run(["chart", report, "--chart", "calendar", "--chart-patient", "P150"])
    #expect(missing.status == 2 && missing.errors.contains("--page-data all"))
  }

  @Test(arguments: [
    (
      ["--chart", "calendar", "--chart-patient", "P000"],
      "'--chart-task med|walk|survey' is missing"
    ),
    (["--chart", "calendar", "--chart-patient", "P000", "--chart-task", "tea"], "'tea'"),
    (["--chart", "calendar"], "'--chart-patient' is missing"),
    (["--chart", "survival", "--chart-patient", "P000"], "'--chart-patient'"),
    (["--chart", "bars", "--chart-patient", "nobody"], "'nobody'"),
    (["--chart", "dailySums", "--chart-patient", "P000", "--chart-task", "med"], "(use summed)"),
    (["--chart", "funnel", "--chart-task", "tea"], "'tea'"),
    (["--chart", "pie"], "pie"),
    (["--all"], "--out"),
    ([], "--chart"),
    (["--chart", "bars", "--all"], "either --chart or --all"),
    (["--chart", "ribbon", "--theme", "dark"], "require --format plotly, echarts, svg, png, pdf."),
    (["--chart", "ribbon", "--width", "300", "--format", "csv"], "--theme, --width and --height"),
  ]) func unsupportedSelections(_ arguments: [String], _ word: String) throws {
    let result = try Tool.run(
      ["chart", MonitoredFolder.path()] + arguments + ChartCommandTests.days)
    #expect(result.status == 2)
    #expect(result.errors.contains(word), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
