import Foundation
import Testing

/// The built tool, run as a child process.
enum Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The repository's folder.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The tool, in the folder of the test executable.
  static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "regimen")

  /// Runs the tool in the repository's folder.
  static func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: input)
  }

  /// Runs the tool, or another program, in the repository's folder, or in another.
  static func run(
    _ arguments: [String], input: String = "", in place: URL = repository,
    by program: URL = executable
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(input.utf8).write(to: folder.appending(path: "in"))
    let files = try ["out", "err"].map { name in
      try Data().write(to: folder.appending(path: name))
      return try FileHandle(forWritingTo: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = place
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
    process.standardOutput = files[0]
    process.standardError = files[1]
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: try String(contentsOf: folder.appending(path: "out"), encoding: .utf8),
      errors: try String(contentsOf: folder.appending(path: "err"), encoding: .utf8))
  }
}
