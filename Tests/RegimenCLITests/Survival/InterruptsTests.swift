import Foundation
import TestSampling
import Testing

/// SIGINT and SIGTERM end every command within a second and leave no partial output.
@Suite(.exhaustive) struct InterruptsTests {
  struct Command: CustomTestStringConvertible {
    var testDescription: String
    /// The arguments, where `IN` and `STORE` are a cohort, and `OUT` is an output path.
    var arguments: [String]
    /// Whether the command waits for input that never comes.
    var waitsForInput = false
  }

  private static let days = ["--from", "2025-01-06", "--to", "2025-06-05"]
  private static let commands = [
    Command(
      testDescription: "report, while it evaluates",
      arguments: ["report", "IN", "--by", "day", "--out", "OUT"] + days),
    Command(
      testDescription: "report, while it draws resamples",
      arguments: [
        "report", "IN", "--only", "P000000?", "--out", "OUT", "--resamples", "10000000",
      ] + days),
    Command(
      testDescription: "report on a stream", arguments: ["report", "--records", "-"] + days,
      waitsForInput: true),
    Command(
      testDescription: "events of a store to a file",
      arguments: ["events", "STORE", "--out", "OUT/e.csv"] + days),
    Command(
      testDescription: "events of a stream", arguments: ["events", "--records", "-"] + days,
      waitsForInput: true),
    Command(
      testDescription: "chart",
      arguments: ["chart", "IN", "--all", "--by", "day", "--out", "OUT"] + days),
    Command(
      testDescription: "expand",
      arguments: [
        "expand", "OUT/secondly.json", "--from", "2025-01-01", "--to", "2026-01-01", "--zone",
        "America/New_York",
      ]),
    Command(
      testDescription: "expand a batch", arguments: ["expand", "--batch", "-"], waitsForInput: true),
    Command(testDescription: "check a folder", arguments: ["check", "IN"]),
    Command(testDescription: "check a store", arguments: ["check", "STORE"]),
    Command(testDescription: "export", arguments: ["export", "STORE", "OUT/folder"]),
    Command(testDescription: "import", arguments: ["import", "IN", "OUT/new.sqlite"]),
    Command(
      testDescription: "generate a folder",
      arguments: ["generate", "--patients", "1000000", "--out", "OUT/folder"]),
    Command(
      testDescription: "generate a store",
      arguments: ["generate", "--patients", "1000000", "--out", "OUT/new.sqlite"]),
  ]

  private static let cohort = Result {
    let scratch = try Scratch()
    try writeCohort(patients: 300, days: 150, seed: 12, to: scratch["dataset"])
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["store.sqlite"]])
    return scratch
  }

  /// Every command gets one of the two signals, as both are handled alike.
  private static let signals = commands.indices.map { $0.isMultiple(of: 2) ? SIGINT : SIGTERM }

  @Test(arguments: zip(commands, signals))
  func endsWithinASecond(_ command: Command, _ signal: Int32) throws {
    let (cohort, scratch) = (try InterruptsTests.cohort.get(), try Scratch())
    let secondly = #"{"elements": [{"start": "2025-01-01T00:00:00", "every": "PT1S"}]}"#
    try scratch.write(Array(secondly.utf8), to: "secondly.json")
    let places = [
      "IN": cohort["dataset"], "STORE": cohort["store.sqlite"],
      "OUT": scratch.url.path(percentEncoded: false),
    ]
    let arguments = command.arguments.map { word in
      places.reduce(word) { $0.replacing($1.key, with: $1.value) }
    }
    for delay in [0.3, 1.2] {
      let tool = try RunningTool(arguments, keepsInput: command.waitsForInput)
      let wasRunning = tool.signal(signal, after: delay)
      let start = ContinuousClock.now
      let result = try tool.wait()
      // A command that completed in the meantime has its own status.
      guard wasRunning, result.status > 1 || result.status < 0 else { continue }
      // On a busy machine the first signal may arrive before the tool installs its handler.
      if delay < 1, result.status == -signal { continue }
      // A second, and the time to start and end a process on a busy machine; the work takes
      // minutes.
      #expect(ContinuousClock.now - start < .seconds(10), "\(result.errors)")
      #expect(result.status == 130)
      #expect(result.errors.hasPrefix("regimen: cancelled"), "\(result.errors)")
      let left = scratch.files().filter { !$0.hasPrefix("new.sqlite") && $0 != "secondly.json" }
      #expect(left.isEmpty)
      if FileManager.default.fileExists(atPath: scratch["new.sqlite"]) {
        #expect(try StoreContents(scratch["new.sqlite"]).integrity == ["ok"])
      }
      scratch.remove("new.sqlite")
    }
  }

  /// A second signal ends the process immediately.
  @Test func theSecondSignalEndsAtOnce() throws {
    let scratch = try Scratch()
    let tool = try RunningTool(
      ["generate", "--patients", "1000000", "--out", scratch["folder"]])
    tool.signal(SIGINT, after: 0.4)
    tool.signal(SIGTERM)
    #expect(try tool.wait().status == 130)
    #expect(scratch.files().isEmpty)
  }
}
