import ArgumentParser
import Foundation
import Logging
import Reporting
import Scheduling

/// The tool: parses, loads, calls, prints.
@main
struct Regimen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regimen",
    abstract: "Turns care plans into occurrences and holds them against what was recorded.",
    discussion: """
      Exit status: 0 done, 1 done but records were set aside or are doubtful, 2 nothing done, 130
      cancelled with nothing done.
      """,
    version: "0.1.0",
    subcommands: [
      ReportCommand.self, ChartCommand.self, RefillsCommand.self, MergeCommand.self,
      EventsCommand.self, ExpandCommand.self,
      CheckCommand.self, ImportCommand.self, ExportCommand.self, InfoCommand.self,
      GenerateCommand.self,
    ])

  /// Runs a command; wrong arguments and unreadable input end with status 2.
  static func main() {
    // A file that may grow no more is an error that writing returns, and no end.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as InputError {
      Console.error("regimen: \(error)")
      Foundation.exit(2)
    } catch is CancellationError {
      Console.error("regimen: cancelled; no file was written")
      Foundation.exit(130)
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

  static func error(_ text: String) { errorPart("\(text)\n") }

  /// Prints to standard error without ending the line.
  static func errorPart(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// What tells on standard error how the work goes.
  static func log(_ level: Logger.Level) -> Logger {
    var log = Logger(label: "regimen") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = level
    return log
  }

  /// Lists the first problems on standard error.
  static func list(_ problems: [InputError]) {
    list(problems.map(\.description), of: problems.count)
  }

  /// Lists the first problems on standard error.
  static func list(_ problems: ProblemLog) { list(problems.texts, of: problems.count) }

  /// Lists the first of so many problems on standard error.
  static func list(_ texts: [String], of count: Int) {
    for text in texts.prefix(20) { error(text) }
    if count > 20 { error("… and \(count - 20) more: `regimen check` lists all") }
  }
}

/// The status of a command that came to its end.
func finish(_ problems: Int) throws { if problems > 0 { throw ExitCode(1) } }
