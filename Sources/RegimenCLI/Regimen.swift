import ArgumentParser
import Foundation
import Scheduling

/// The tool: parses, loads, calls, prints.
@main
struct Regimen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regimen",
    abstract: "Turns care plans into occurrences and holds them against what was recorded.",
    discussion: """
      Exit status: 0 done, 1 done but records were set aside or are doubtful, 2 nothing done.
      """,
    version: "0.1.0",
    subcommands: [ReportCommand.self, EventsCommand.self, ExpandCommand.self, CheckCommand.self])

  /// Runs a command; wrong arguments and unreadable input end with status 2.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as InputError {
      Console.error("regimen: \(error)")
      Foundation.exit(2)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Console.error(fullMessage(for: error))
      Foundation.exit(2)
    }
  }
}

/// What the commands print to.
enum Console {
  static func print(_ bytes: [UInt8]) {
    // A reader that has gone away, as `head` does, is no failure of ours.
    try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
  }

  static func print(_ text: String) { print(Array(text.utf8)) }

  static func error(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// Lists the first problems on standard error.
  static func list(_ problems: [InputError]) {
    for problem in problems.prefix(20) { error("\(problem)") }
    if problems.count > 20 {
      error("… and \(problems.count - 20) more: `regimen check` lists all")
    }
  }
}

/// The status of a command that came to its end.
func finish(_ problems: Int) throws { if problems > 0 { throw ExitCode(1) } }
