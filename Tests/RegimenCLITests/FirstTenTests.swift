import Foundation
import Testing

/// A user's first ten minutes: tables written by other programs lead to the right ratio.
@Suite struct FirstTenTests {
  private let scratch: Scratch

  /// A table of the same 63 of 84 doses: three patients, fourteen days, every fourth dose missing.
  struct Table: CustomTestStringConvertible, Sendable {
    var name: String
    var header: String?
    var delimiter: String
    /// The `strftime` format of the time; `nil` for milliseconds.
    var form: String?
    /// The text after patient and time.
    var rest = ""
    var arguments: [String]

    var testDescription: String { name }
  }

  static let tables = [
    Table(
      name: "pandas.csv", header: ",pid,opened_at,dose", delimiter: ",",
      form: "%Y-%m-%d %H:%M:%S.000000", rest: ",1.0",
      arguments: ["--patient", "pid", "--time", "opened_at", "--value", "dose"]),
    Table(
      name: "german.csv", header: "Patient;Zeitpunkt;Menge", delimiter: ";",
      form: "%d.%m.%Y %H:%M", rest: ";1,5",
      arguments: [
        "--patient", "Patient", "--time", "Zeitpunkt", "--value", "Menge", "--time-format", "dmy",
      ]),
    Table(
      name: "epoch.csv", header: nil, delimiter: ",", form: nil,
      arguments: [
        "--patient", "1", "--time", "2", "--time-format", "milliseconds", "--zone", "UTC",
      ]),
    Table(
      name: "american.tsv", header: "Subject ID\tTaken at", delimiter: "\t",
      form: "%m/%d/%Y %I:%M %p",
      arguments: ["--patient", "Subject ID", "--time", "Taken at", "--time-format", "mdy"]),
  ]

  init() throws { scratch = try Scratch() }

  private func write(_ table: Table) throws -> String {
    var lines = table.header.map { [$0] } ?? []
    for (patient, name) in ["P1", "P2", "P3"].enumerated() {
      for dose in 0..<28 where (dose + patient) % 4 != 3 {
        let seconds = 1_735_689_600 + (dose / 2) * 86_400 + (dose % 2 == 0 ? 29_400 : 73_200)
        let fields = [name, text(seconds, table.form)]
        let number = table.header?.hasPrefix(",") == true ? "\(lines.count - 1)," : ""
        lines.append(number + fields.joined(separator: table.delimiter) + table.rest)
      }
    }
    let path = scratch[table.name]
    try Data((lines.joined(separator: "\r\n") + "\r\n").utf8).write(to: URL(filePath: path))
    return path
  }

  private func text(_ seconds: Int, _ form: String?) -> String {
    guard let form else { return "\(seconds)000" }
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    var bytes = [CChar](repeating: 0, count: 80)
    let count = strftime(&bytes, bytes.count, form, &parts)
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private let plan = ["--schedule", "every day at 08:00 and 20:00", "--plan-start", "2025-01-01"]

  @Test(arguments: tables) func aTableBecomesItsRatio(_ table: Table) throws {
    let path = try write(table)
    let report = try Tool.run(["report", path] + table.arguments + plan)
    #expect(report.status == 0)
    #expect(
      report.lines[0] == "3 patients, 2025-01-01 to 2025-01-14 (the days of the data), by week")
    let total = FirstTenTests.total(report).split(separator: " ").map(String.init)
    #expect(total.prefix(7) == ["(all)", "(all)", "3", "0", "84", "63", "75.0"])
    let store = scratch["caps.sqlite"]
    let load = try Tool.run(["import", path, store] + table.arguments + plan)
    #expect(load.status == 0)
    let again = try Tool.run("report", store, "--from", "2025-01-01", "--to", "2025-01-15")
    #expect(FirstTenTests.total(again) == FirstTenTests.total(report))
    let folder = scratch["caps"]
    #expect(try Tool.run(["import", path, folder] + table.arguments + plan).status == 0)
    #expect(FirstTenTests.total(try Tool.run("report", folder)) == FirstTenTests.total(report))
  }

  private static func mornings(_ id: String) -> String {
    (["id,when"] + (13...15).map { "\(id),2025-03-\($0) 08:00" }).joined(separator: "\n") + "\n"
  }

  /// With the start of the plan given, days without a dose at the beginning count.
  @Test func theDaysBeginWithAKnownPlan() throws {
    let path = scratch["mornings.csv"]
    try Data(FirstTenTests.mornings("a").utf8).write(to: URL(filePath: path))
    let report = try Tool.run(
      "report", path, "--schedule", "every day at 08:00", "--plan-start", "2025-03-10")
    #expect(report.status == 0)
    #expect(
      report.lines[0] == "1 patient, 2025-03-10 to 2025-03-15 (the days of the data), by week")
    #expect(FirstTenTests.total(report).contains("50.0 %"))
  }

  /// Patients of a list whose ids do not occur in the data missed everything, which is reported.
  @Test func aListWithOtherIDsIsReported() throws {
    let (path, list) = (scratch["mornings.csv"], scratch["list.csv"])
    try Data(FirstTenTests.mornings("a").utf8).write(to: URL(filePath: path))
    try Data("patient,start\nx,2025-03-13\ny,2025-03-13\n".utf8).write(to: URL(filePath: list))
    let report = try Tool.run(
      "report", path, "--schedule", "every day at 08:00", "--patients", list)
    #expect(report.status == 1)
    #expect(report.errors.contains("has 0 of the 1 id of the data among its 2 patients"))
  }

  /// The line of the whole cohort.
  private static func total(_ report: Tool.Result) -> Substring {
    report.lines.first { $0.hasPrefix("(all)") } ?? ""
  }

  /// The command proposed by `check` works.
  @Test(arguments: tables) func theProposedCommandWorks(_ table: Table) throws {
    let path = try write(table)
    let check = try Tool.run(["check", path] + (table.form == nil ? ["--zone", "UTC"] : []))
    #expect(check.status == 0)
    let command = try #require(check.lines.last)
    #expect(command.hasPrefix("regimen report "))
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "'\(Tool.executable.path())' " + command.dropFirst("regimen ".count)]
    (shell.standardOutput, shell.standardError) = (output, Pipe())
    try shell.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(String(decoding: bytes, as: UTF8.self).contains("3 patients, 2025-01-01 to 2025-01-14"))
  }

  /// Formats that the rows determine need no option; ambiguous ones are reported.
  @Test(arguments: [("german.csv", 0), ("american.tsv", 0), ("epoch.csv", 2)])
  func formatsAreDetectedOrRequired(_ name: String, _ status: Int32) throws {
    let table = try #require(FirstTenTests.tables.first { $0.name == name })
    let path = try write(table)
    let columns = table.arguments.prefix(4)
    let report = try Tool.run(["report", path] + columns + plan + ["--out", scratch["out"]])
    #expect(report.status == status)
    if status == 0 { return #expect(FirstTenTests.total(report).contains("75.0 %")) }
    #expect(report.output.isEmpty && report.errors.contains("--zone"))
    #expect(scratch.files(in: "out").isEmpty)
  }

  @Test func claimsBecomeDaysCovered() throws {
    let path = scratch["claims.csv"]
    let rows = ["Member;Fill Date;Days Supply", "m1;01/01/2024;45", "m1;03/01/2024;46"]
    try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    let check = try Tool.run("check", path)
    #expect(check.output.contains("regimen refills"))
    let refills = try Tool.run(
      "refills", path, "--patient", "Member", "--date", "Fill Date", "--days", "Days Supply",
      "--time-format", "mdy", "--measure", "pdc", "--from", "2024-01-01", "--to", "2025-01-01",
      "--format", "csv")
    #expect(refills.status == 0)
    // 45 and 46 of the 366 days of the year.
    #expect(refills.output.contains(",0.248633879"))
  }

  @Test func anExampleIsMadeAndReported() throws {
    #expect(try Tool.run("init", scratch["example"]).status == 0)
    #expect(try Tool.run("check", scratch["example"]).lines.last == "Problems: 0")
    #expect(try Tool.run("report", scratch["example"]).status == 0)
    let again = try Tool.run("init", scratch["example"])
    #expect(again.status == 2 && again.errors.contains("the folder is not empty"))
  }

  @Test(arguments: [
    (["reprot"], "regimen: 'reprot' is not a command (did you mean 'report'?"),
    (["report", "x", "--tabels", "page"], "Did you mean '--tables'?"),
    (["report", "x", "--evnt", "what"], "Did you mean '--event'?"),
    (["merge", "whole", "part", "--out", "x"], "Unknown option '--out'. Did you mean '--mode'?"),
    (["report", "nowhere"], "regimen: nowhere: cannot be read: No such file or directory"),
    (["refills", "nowhere"], "regimen: nowhere: cannot be read: No such file or directory"),
    (
      ["chart", "Datasets", "--chart", "bars"],
      "regimen: Datasets/patients.csv: cannot be read: No such file or directory"
    ),
    (
      ["report", "Datasets/monitoring", "--out", "nowhere/out"],
      "cannot be written: the folder"
    ),
    (["report", "x", "--from", "01.02.2025"], "(a date is year-month-day, as 2025-02-01)"),
    (["report", "x", "--threshold", "80"], "(a share is 0 to 1: 80 percent is 0.8)"),
    (
      ["expand", "x", "--zone", "Europe/Berln", "--from", "2025-01-01", "--to", "2025-01-02"],
      "(did you mean Europe/Berlin?)"
    ),
    (
      ["chart", "Datasets/monitoring", "--chart", "bars", "--out", "bars.gif"],
      "The format of 'bars.gif' is unknown: use the extension .vl.json"
    ),
    (
      ["report", "Datasets/refills/fills.csv"],
      "`regimen check Datasets/refills/fills.csv` proposes the command"
    ),
    (
      [
        "report", "Datasets/refills/fills.csv", "--patient", "pid", "--time", "date", "--schedule",
        "daily",
      ],
      "'--patient' cannot be 'pid' (use patient, date, days"
    ),
    (
      [
        "report", "Datasets/refills/fills.csv", "--patient", "patient", "--time", "dat",
        "--schedule", "daily",
      ],
      "'--time' cannot be 'dat' (did you mean 'date'?"
    ),
    (
      [
        "report", "Datasets/refills/fills.csv", "--patient", "patient", "--time", "date",
        "--schedule",
        "evry day",
      ], "'evry'"
    ),
  ])
  func errorsNameTheRemedy(_ arguments: [String], _ text: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(text))
  }

  @Test func aRangeWithoutDataIsReported() throws {
    let report = try Tool.run(
      "report", "Datasets/monitoring", "--from", "2030-01-01", "--to", "2030-02-01", "--tables",
      "adherence")
    #expect(report.status == 1)
    #expect(
      report.errors.contains(
        "Nothing was recorded on these days: the data are from 2025-01-13 to 2025-12-31."))
  }

  /// A patient whose outcomes were all rejected has no ratio, which the report states first.
  @Test func rejectedDataAreNoZeros() throws {
    let table = FirstTenTests.tables[0]
    let path = try write(table)
    let lost = (0..<3).map { "\($0),P4,yesterday,1.0\r\n" }.joined()
    let text = try String(contentsOfFile: path, encoding: .utf8) + lost
    try Data(text.utf8).write(to: URL(filePath: path))
    let arguments = ["report", path] + table.arguments + plan
    let refused = try Tool.run(arguments + ["--out", scratch["out"]])
    #expect(refused.status == 2 && refused.output.isEmpty && scratch.files(in: "out").isEmpty)
    #expect(refused.errors.contains("all outcomes of 1 of 4 patients were rejected"))
    let report = try Tool.run(arguments + ["--max-rejected", "5%", "--out", scratch["out"]])
    #expect(report.status == 1)
    #expect(report.lines.contains("Data rejected: 1 of 4 patients, who have no ratio."))
    let rows = try String(contentsOfFile: scratch["out/adherence.csv"], encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("P4,") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.contains(",dataRejected,") })
    let page = try String(contentsOfFile: scratch["out/index.html"], encoding: .utf8)
    #expect(
      page.contains("3 of 66 outcomes were rejected, and all of 1 patient, who have no ratio."))
    #expect(page.contains("data rejected"))
  }
}
