import Foundation
import TestSampling
import Testing

/// A report, an export or a new dataset that is ended at any moment leaves complete files or none.
@Suite(.exhaustive) struct KilledWritingTests {
  private let scratch: Scratch
  private let patients = 300

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: patients, days: 60, seed: 12, to: scratch["dataset"])
  }

  private func report(_ format: String, to folder: String) -> [String] {
    [
      "report", scratch["dataset"], "--from", "2025-01-06", "--to", "2025-03-07", "--by", "day",
      "--format", format, "--pages", "none", "--out", folder,
    ]
  }

  /// The files under their final names with their bytes.
  private func finished(_ folder: String) throws -> [String: [UInt8]] {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: scratch[folder])
    var files: [String: [UInt8]] = [:]
    for path in paths ?? [] where !path.contains(".partial") {
      files[path] = FileManager.default.contents(atPath: scratch["\(folder)/\(path)"]).map(
        Array.init)
    }
    return files
  }

  /// Ends a command at random moments and expects every file with its final name to be complete.
  private func expectWholeFiles(_ rounds: Int, _ signal: Int32, _ arguments: (String) -> [String])
    throws
  {
    let duration = try Tool.seconds(arguments(scratch["whole"]))
    let whole = try finished("whole")
    #expect(!whole.isEmpty)
    var random = SplitMix64(seed: 12)
    var kills = 0
    while kills < rounds {
      scratch.remove("out")
      let tool = try RunningTool(arguments(scratch["out"]))
      tool.signal(signal, after: .random(in: 0..<duration, using: &random))
      guard try tool.wait().status != 0 else { continue }
      kills += 1
      for (name, bytes) in try finished("out") { #expect(bytes == whole[name], "\(name)") }
    }
  }

  @Test(arguments: ["csv", "sqlite"]) func report(_ format: String) throws {
    try expectWholeFiles(10, SIGKILL) { report(format, to: $0) }
  }

  @Test func generate() throws {
    try expectWholeFiles(8, SIGKILL) { folder in
      ["generate", "--patients", "\(patients)", "--days", "60", "--seed", "12", "--out", folder]
    }
  }

  @Test func export() throws {
    let store = scratch["store.sqlite"]
    #expect(try Tool.run(["import", scratch["dataset"], store]).status == 0)
    try expectWholeFiles(8, SIGKILL) { ["export", store, $0] }
  }

  /// SIGINT and SIGTERM end with a status of their own and leave no files.
  @Test(arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let duration = try Tool.seconds(report("csv", to: scratch["whole"]))
    for step in 1...4 {
      let tool = try RunningTool(report("csv", to: scratch["out"]))
      guard tool.signal(signal, after: duration * Double(step) / 5) else { continue }
      let result = try tool.wait()
      // On a busy machine the signal may arrive before the tool installs its handler.
      guard result.status != 0, result.status != -signal else { continue }
      #expect(result.status == 130)
      #expect(scratch.files(in: "out").isEmpty)
    }
  }
}
