import ArgumentParser
import Foundation
import Logging
import Reporting

/// Options for writing records.
struct WorkOptions: ParsableArguments {
  @Option(help: .option("jobs"))
  var jobs: Int?
  @Option(
    help: ArgumentHelp(
      "The log level on standard error: trace, debug, info, notice, warning or error.",
      visibility: .hidden))
  var logLevel = Logger.Level.warning

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) must be 1 or more.") }
  }

  /// Returns the options for the pipeline, with cancellation and progress.
  func options(_ cancellation: Cancellation, _ progress: ProgressLine?) -> ReportOptions {
    var options = ReportOptions()
    if let jobs { options.jobs = jobs }
    options.cancellation = cancellation
    options.log = Console.log(logLevel)
    if let progress { options.progress = { progress.show($0) } }
    return options
  }
}
