import Foundation
import Testing

/// The built tool as a process that a test interrupts.
final class RunningTool {
  private let process = Process()
  private let input = Pipe()
  private let folder: Scratch

  /// A limit imposed on the tool.
  enum Restriction {
    /// The maximum file size in blocks of 512 bytes: writes fail as on a full disk.
    case fileBlocks(Int)
    /// No superuser privileges, which ignore file permissions.
    case permissions
    /// The maximum number of open files.
    case openFiles(Int)
    /// The maximum memory in kilobytes.
    case kilobytes(Int)
  }

  /// The destination of the tool's output.
  enum Output {
    case file(String)
    /// To a command that reads it.
    case reader(String)
    /// A pipe whose reader has exited.
    case goneReader
    /// A closed descriptor.
    case closed
  }

  /// Starts the tool in the repository's folder.
  ///
  /// - Parameters:
  ///   - arguments: The tool's arguments.
  ///   - restriction: A limit imposed on it.
  ///   - output: The destination of its output; `nil` to capture it.
  ///   - keepsInput: Whether its input stays open without data.
  /// - Throws: The error of starting the process.
  init(
    _ arguments: [String], _ restriction: Restriction? = nil, to output: Output? = nil,
    keepsInput: Bool = false
  ) throws {
    folder = try Scratch()
    let command =
      RunningTool.shell(output) + RunningTool.command(restriction) + [Tool.executable.path]
      + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = Tool.repository
    process.standardInput = keepsInput ? input : FileHandle.nullDevice
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    try process.run()
  }

  /// The shell command that redirects the output and exits with the status of the tool.
  private static func shell(_ output: Output?) -> [String] {
    let command = "\"$0\" \"$@\""
    let script =
      switch output {
      case nil: ""
      case .file(let path): "\(command) >\(path)"
      case .reader(let reader): "\(command) | \(reader); exit ${PIPESTATUS[0]}"
      case .closed: "\(command) >&-"
      case .goneReader: "exec 3> >(exit); wait $!; \(command) >&3 3>&-"
      }
    return script.isEmpty ? [] : ["/bin/bash", "-c", script]
  }

  /// The shell command that imposes a limit.
  private static func command(_ restriction: Restriction?) -> [String] {
    switch restriction {
    case .fileBlocks(let blocks):
      // An ignored signal stays ignored after exec: a write then fails, as on a full disk.
      ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""]
    case .openFiles(let count): ["/bin/sh", "-c", "ulimit -n \(count); exec \"$0\" \"$@\""]
    case .kilobytes(let count): ["/bin/sh", "-c", "ulimit -v \(count); exec \"$0\" \"$@\""]
    case .permissions where geteuid() == 0: ["/usr/bin/setpriv", "--bounding-set=-dac_override"]
    case .permissions, nil: []
    }
  }

  private func file(_ name: String) throws -> FileHandle {
    try folder.write([], to: name)
    return try FileHandle(forWritingTo: folder.url.appending(path: name))
  }

  var isRunning: Bool { process.isRunning }

  /// Sends a signal after a delay.
  ///
  /// - Returns: Whether the tool was still running.
  @discardableResult
  func signal(_ signal: Int32, after seconds: Double = 0) -> Bool {
    Thread.sleep(forTimeInterval: seconds)
    return process.isRunning && kill(process.processIdentifier, signal) == 0
  }

  /// Waits for the end; the status of a tool ended by a signal is the negative signal number.
  func wait() throws -> Tool.Result {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Tool.Result(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: String(decoding: try folder.bytes(of: "out"), as: UTF8.self),
      errors: String(decoding: try folder.bytes(of: "err"), as: UTF8.self))
  }
}

extension Tool {
  /// Runs the tool without interruption and expects success.
  ///
  /// - Returns: The elapsed seconds.
  static func seconds(_ arguments: [String]) throws -> Double {
    let start = ContinuousClock.now
    let result = try run(arguments)
    try #require(result.status == 0, "\(result.errors)")
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
