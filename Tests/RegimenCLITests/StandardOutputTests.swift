import Foundation
import TestSampling
import Testing

/// Output is complete, or the tool reports an error.
@Suite struct StandardOutputTests {
  private static let days = ["--from", "2025-01-13", "--to", "2025-03-10"]
  private static let commands: [[String]] = [
    ["events", "Datasets/monitoring"] + days,
    ["events", "Datasets/monitoring", "--format", "json"] + days,
    ["report", "Datasets/monitoring", "--only", "P000"] + days,
    ["chart", "Datasets/monitoring", "--chart", "bars", "--chart-patient", "P000"] + days,
    ["refills", "Datasets/refills", "--from", "2024-01-01", "--to", "2025-01-01"],
    [
      "refills", "Datasets/refills", "--from", "2024-01-01", "--to", "2025-01-01", "--format",
      "csv",
    ],
    ["check", "Datasets/monitoring"], ["check", "Datasets/refills"],
    [
      "expand", "Datasets/schedules/tablet.json", "--from", "2025-03-08", "--to", "2025-03-11",
    ],
    ["help"], ["help", "report"], ["--version"], ["report", "--help"],
  ]

  @Test(arguments: commands.sampled(4)) func aFullDiskIsReported(_ arguments: [String]) throws {
    let result = try RunningTool(arguments, to: .file("/dev/full")).wait()
    #expect(result.status == 2)
    #expect(
      result.errors.contains("regimen: standard output: cannot be written: the disk is full"),
      "\(result.errors)")
  }

  @Test(arguments: commands.sampled(4, from: 2)) func aReaderThatExitsIsNoError(
    _ arguments: [String]
  ) throws {
    let result = try RunningTool(arguments, to: .goneReader).wait()
    #expect(result.status == 141)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test func aClosedOutputIsReported() throws {
    let result = try RunningTool(StandardOutputTests.commands[0], to: .closed).wait()
    #expect(result.status == 2)
    #expect(result.errors.contains("standard output: cannot be written"))
  }

  /// Output to a closed descriptor does not end up in a file opened later.
  @Test func aClosedOutputIsNoFile() throws {
    let scratch = try Scratch()
    let rest = ["--only", "P00?", "--pages", "none"] + StandardOutputTests.days
    let report = ["report", "Datasets/monitoring", "--out"]
    _ = try Tool.seconds(report + [scratch["open"]] + rest)
    _ = try RunningTool(report + [scratch["closed"]] + rest, to: .closed).wait()
    for name in scratch.files(in: "open") where name.hasSuffix(".csv") {
      #expect(try scratch.bytes(of: "open/\(name)") == scratch.bytes(of: "closed/\(name)"))
    }
  }

  /// A reader that takes only the first lines, as `head` does.
  @Test func theFirstLines() throws {
    let result = try RunningTool(StandardOutputTests.commands[0], to: .reader("head -n 2 >&2"))
      .wait()
    #expect(result.status == 141)
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.hasPrefix("patient,group,task,key"))
  }
}
