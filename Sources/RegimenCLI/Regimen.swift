import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Formats
import Foundation
import Interchange
import Logging
import Reporting
import Scheduling
import Synchronization

/// The command-line tool.
@main
struct Regimen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regimen",
    abstract: "Expands care plans to occurrences and compares them with recorded events.",
    discussion: """
      Exit status: 0 success, 1 success with rejected records or warnings, 2 failure, 130 ended by
      Ctrl-C or SIGTERM without writing a file, 141 ended because the output pipe was closed.
      """,
    version: Engine.version,
    subcommands: [
      ReportCommand.self, ChartCommand.self, RefillsCommand.self, MergeCommand.self,
      EventsCommand.self, DueCommand.self, ExpandCommand.self,
      ColumnsCommand.self, CheckCommand.self, ImportCommand.self, ExportCommand.self,
      InfoCommand.self, EraseCommand.self, GenerateCommand.self, InitCommand.self,
    ])

  /// Runs a command; invalid arguments and unreadable input exit with status 2.
  static func main() {
    Console.prepare()
    if let shortage = FileDescriptors.shortage {
      Console.error("regimen: \(shortage)")
      Foundation.exit(2)
    }
    Traps.endAtOnceWhereMemoryIsLimited()
    Interrupts.shared.begin()
    Foundation.exit(status())
  }

  /// The arguments; ArgumentParser has another name for the option that lists all options.
  private static let arguments = CommandLine.arguments.dropFirst().map {
    $0 == "--help-all" ? "--help-hidden" : $0
  }

  private static func status() -> Int32 {
    do {
      try AddressArguments.check(arguments)
      if let text = ArgumentHints.unknownCommand(arguments) {
        Console.error(AddressArguments.hiding(arguments, in: text))
        return 2
      }
      var command = try parseAsRoot(arguments)
      if let mode = (command as? any WritingCommand)?.files.mode { FilePermissions.current = mode }
      try command.run()
      return 0
    } catch let error as InputError {
      return status(of: error)
    } catch is CancellationError {
      Console.error("regimen: \(Interrupts.shared.exitMessage)")
      return Interrupts.status
    } catch {
      return status(of: error)
    }
  }

  /// Returns the status for an error of ArgumentParser: an exit code, a help text, or invalid
  /// arguments.
  private static func status(of error: any Error) -> Int32 {
    let code = exitCode(for: error)
    let text = ArgumentHints.completing(fullMessage(for: error), of: arguments)
    if code == .success, !text.isEmpty { return printed(text + "\n") }
    if !text.isEmpty { Console.error(AddressArguments.hiding(arguments, in: text)) }
    return code == .validationFailure ? 2 : code.rawValue
  }

  private static func printed(_ text: String) -> Int32 {
    do throws(InputError) {
      try Console.print(text)
      return 0
    } catch {
      return status(of: error)
    }
  }

  private static func status(of error: InputError) -> Int32 {
    if error.problem == ByteSink.readerIsGone { return 141 }
    Console.error("regimen: \(error.namingOptions)")
    return 2
  }
}

/// Console output.
enum Console {
  /// Turns signals on failed writes into errors.
  static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // A file opened while standard output is closed would receive the printed text.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Prints data to standard output: unchanged to a file or pipe, and with control characters
  /// escaped to a terminal.
  ///
  /// All data of a run has one format, determined by its first byte.
  ///
  /// - Throws: `InputError` if the output could not be written completely.
  static func print(_ bytes: [UInt8]) throws(InputError) {
    guard isOnTerminal else { return try ByteSink.standardOutput.write(bytes) }
    let isJSON = isJSON.withLock { known in
      let isJSON = known ?? (bytes.first.map { "{[\"".utf8.contains($0) })
      known = isJSON
      return isJSON ?? false
    }
    try ByteSink.standardOutput.write(TerminalText.lines(bytes, isJSON: isJSON))
  }

  private static let isJSON = Mutex<Bool?>(nil)

  private static let isOnTerminal = isatty(STDOUT_FILENO) != 0

  /// Prints text to standard output, with control characters escaped.
  static func print(_ text: String) throws(InputError) {
    try ByteSink.standardOutput.write(Array(TerminalText.lines(text).utf8))
  }

  /// Prints assumptions about the data, above the result that depends on them.
  static func print(assumptions: [String]) throws(InputError) {
    if assumptions.isEmpty { return }
    try print("Assumed:\n" + assumptions.map { "- \($0)\n" }.joined() + "\n")
  }

  /// Prints a message to standard error, with control characters escaped.
  static func error(_ text: String) { errorPart(TerminalText.lines(text) + "\n") }

  /// Prints to standard error unescaped, without ending the line.
  static func errorPart(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Returns a logger to standard error.
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

  /// Lists the first problems of a number of them on standard error.
  static func list(_ texts: [String], of count: Int) {
    for text in texts.prefix(20) { error(text) }
    if count > 20 { error("… and \(count - 20) more: `regimen check` lists all") }
  }
}

/// Ends a completed command with status 1 if there are problems.
func finish(_ problems: Int) throws { if problems > 0 { throw ExitCode(1) } }

extension InputError {
  /// The error with parameters named as command-line options.
  fileprivate var namingOptions: InputError {
    guard isParameter else { return self }
    var error = self
    error.field = field.map { "--\($0)" }
    if case .conflict(let other) = problem { error.problem = .conflict(with: "--\(other)") }
    return error
  }
}
