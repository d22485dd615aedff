import Foundation
import Testing

/// The built tool as a process that a test interrupts.
final class RunningTool {
  private let process = Process()
  private let input = Pipe()
  private let folder: Scratch

  /// What the tool may not do.
  enum Restriction {
    /// Write more than so many blocks of 512 bytes to any file: it is refused as by a full disk.
    case fileBlocks(Int)
    /// Write what its user may not write; the superuser otherwise may write all.
    case permissions
    /// Have more than so many files open.
    case openFiles(Int)
    /// Have more than so much memory.
    case kilobytes(Int)
  }

  /// Where the tool's output goes.
  enum Output {
    case file(String)
    /// To a command that reads it.
    case reader(String)
    /// To a pipe whose reader has ended.
    case goneReader
    /// Nowhere: it is closed before the tool begins.
    case closed
  }

  /// Starts the tool in the repository's folder.
  ///
  /// - Parameters:
  ///   - arguments: The tool's.
  ///   - restriction: What it may not do.
  ///   - output: Where its output goes; `nil` keeps it.
  ///   - keepsInput: Whether its input stays open and has nothing.
  /// - Throws: What stands in the way of starting it.
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

  /// What runs a command with its output elsewhere, and ends with its status.
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

  /// What runs a command under a restriction.
  private static func command(_ restriction: Restriction?) -> [String] {
    switch restriction {
    case .fileBlocks(let blocks):
      // An ignored signal stays ignored in what is run: a write then fails, as it does on a full disk.
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

  /// Sends a signal after a time.
  ///
  /// - Returns: Whether the tool was still at work.
  @discardableResult
  func signal(_ signal: Int32, after seconds: Double = 0) -> Bool {
    Thread.sleep(forTimeInterval: seconds)
    return process.isRunning && kill(process.processIdentifier, signal) == 0
  }

  /// Waits for the end; the status of a tool that a signal ended is the signal's negative number.
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
  /// Runs the tool undisturbed, which has to succeed.
  ///
  /// - Returns: How many seconds it took.
  static func seconds(_ arguments: [String]) throws -> Double {
    let start = ContinuousClock.now
    let result = try run(arguments)
    try #require(result.status == 0, "\(result.errors)")
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
