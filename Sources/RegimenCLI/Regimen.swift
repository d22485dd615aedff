import AdherenceAnalytics
import ArgumentParser
import Foundation
import Interchange
import Logging
import Reporting
import Scheduling
import Synchronization

/// The tool: parses, loads, calls, prints.
@main
struct Regimen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regimen",
    abstract: "Turns care plans into occurrences and holds them against what was recorded.",
    discussion: """
      Exit status: 0 done, 1 done but records were set aside or are doubtful, 2 not done, 130 ended by
      Ctrl-C or SIGTERM with no file written, 141 ended as nobody reads the output any more.
      """,
    version: Engine.version,
    subcommands: [
      ReportCommand.self, ChartCommand.self, RefillsCommand.self, MergeCommand.self,
      EventsCommand.self, DueCommand.self, ExpandCommand.self,
      ColumnsCommand.self, CheckCommand.self, ImportCommand.self, ExportCommand.self,
      InfoCommand.self, EraseCommand.self, GenerateCommand.self, InitCommand.self,
    ])

  /// Runs a command; wrong arguments and unreadable input end with status 2.
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

  private static let arguments = Array(CommandLine.arguments.dropFirst())

  private static func status() -> Int32 {
    do {
      try AddressArguments.check(arguments)
      if let text = ArgumentHints.unknownCommand(arguments) {
        Console.error(AddressArguments.hiding(arguments, in: text))
        return 2
      }
      var command = try parseAsRoot()
      if let mode = (command as? any WritingCommand)?.files.mode { FilePermissions.current = mode }
      try command.run()
      return 0
    } catch let error as InputError {
      return status(of: error)
    } catch is CancellationError {
      Console.error("regimen: \(Interrupts.shared.farewell)")
      return Interrupts.status
    } catch {
      return status(of: error)
    }
  }

  /// The status of what ArgumentParser throws: a status itself, a help text, or wrong arguments.
  private static func status(of error: any Error) -> Int32 {
    let code = exitCode(for: error)
    let text = ArgumentHints.completing(fullMessage(for: error))
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

/// What the commands print to.
enum Console {
  /// Makes failed writes errors that writing returns, and no ends of the program.
  static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // A file that is opened where standard output is closed would take what is printed.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Prints data to standard output: the bytes as they are into a file or pipe, and with control characters
  /// escaped on a terminal.
  ///
  /// All bytes of a run are of one form, which the first of them tells.
  ///
  /// - Throws: `InputError` where not all could be written.
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

  /// Prints text for people to standard output, with control characters escaped.
  static func print(_ text: String) throws(InputError) {
    try ByteSink.standardOutput.write(Array(TerminalText.lines(text).utf8))
  }

  /// Prints what was decided about the data, above a result that depends on it.
  static func print(assumptions: [String]) throws(InputError) {
    if assumptions.isEmpty { return }
    try print("Assumed:\n" + assumptions.map { "- \($0)\n" }.joined() + "\n")
  }

  /// Prints a message to standard error, with control characters escaped.
  static func error(_ text: String) { errorPart(TerminalText.lines(text) + "\n") }

  /// Prints to standard error as it is, without ending the line.
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

extension InputError {
  /// The same error with parameters called as the options that set them.
  fileprivate var namingOptions: InputError {
    guard isParameter else { return self }
    var error = self
    error.field = field.map { "--\($0)" }
    if case .conflict(let other) = problem { error.problem = .conflict(with: "--\(other)") }
    return error
  }
}
