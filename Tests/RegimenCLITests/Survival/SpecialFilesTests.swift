import Foundation
import Testing

/// Named pipes, sockets and devices are rejected for input and output without blocking.
@Suite struct SpecialFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for name in ["pipe", "pipe.sqlite", "pipe.csv"] {
      #expect(mkfifo(scratch[name], 0o600) == 0)
    }
  }

  private var commands: [[String]] {
    let (pipe, store, table) = (scratch["pipe"], scratch["pipe.sqlite"], scratch["pipe.csv"])
    return [
      ["info", store], ["info", pipe], ["import", "Datasets/monitoring", store],
      ["import", table, scratch["new.sqlite"]], ["report", table], ["check", pipe],
      ["check", "/dev/zero"], ["info", "/dev/zero"], ["expand", "--batch", pipe],
      ["expand", "--fhir", pipe, "--from", "2025-01-01", "--to", "2025-01-02"],
      ["erase", store, "--only", "P000"], ["refills", table],
      ["export", "Datasets/monitoring", scratch["copy"], "--pseudonyms", pipe],
    ]
  }

  @Test func areRejected() throws {
    let before = scratch.files()
    for command in commands {
      let tool = try RunningTool(command)
      for _ in 0..<200 where tool.isRunning { Thread.sleep(forTimeInterval: 0.1) }
      #expect(!tool.signal(SIGKILL), "\(command) waits")
      let result = try tool.wait()
      #expect(result.status == 2, "\(command): \(result.errors)")
      #expect(["it is a pipe (", "it is a device ("].contains(where: result.errors.contains))
    }
    #expect(scratch.files() == before)
  }

  @Test(arguments: ["patients.csv", "tasks.ndjson", "outcomes.csv", "holds.csv"])
  func areRejectedWithinAFolder(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Tool.repository.appending(path: "Datasets/monitoring"),
      to: scratch.url.appending(path: "data"))
    scratch.remove("data/\(name)")
    #expect(mkfifo(scratch["data/\(name)"], 0o600) == 0)
    let tool = try RunningTool(["check", scratch["data"]])
    for _ in 0..<200 where tool.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    #expect(!tool.signal(SIGKILL), "\(name) waits")
    let result = try tool.wait()
    #expect(result.status == 2 && result.errors.contains("\(name): cannot be read: it is a pipe ("))
  }

  /// A descriptor inherited from a shell is read once, as standard input is.
  @Test func inheritedPipesAreTables() throws {
    let rows = "patient,time\nP1,2025-01-06T08:00:00\nP1,2025-01-07T08:00:00\n"
    try scratch.write(Array(rows.utf8), to: "rows.csv")
    let words = "--schedule 'every day at 08:00' --zone UTC --from 2025-01-06 --to 2025-01-08"
    func output(_ source: String) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = [
        "-c", "'\(Tool.executable.path)' report \(source) \(words) | tail -n 3",
      ]
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
    let rowsOfFile = try output(scratch["rows.csv"])
    #expect(!rowsOfFile.isEmpty)
    #expect(try output("<(cat '\(scratch["rows.csv"])')") == rowsOfFile)
  }
}
