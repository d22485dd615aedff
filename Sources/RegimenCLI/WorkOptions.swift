import ArgumentParser
import Foundation
import Logging
import Reporting

/// How records are written somewhere.
struct WorkOptions: ParsableArguments {
  @Option(help: "How many threads make what is written, which is the same. (default: all cores)")
  var jobs: Int?
  @Option(help: "What is told on standard error: trace, debug, info, notice, warning or error.")
  var logLevel = Logger.Level.warning

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) must be 1 or more.") }
  }

  /// The same for the pipeline, with what cancels it and what shows how far it is.
  func options(_ cancellation: Cancellation, _ progress: ProgressLine?) -> ReportOptions {
    var options = ReportOptions()
    if let jobs { options.jobs = jobs }
    options.cancellation = cancellation
    options.log = Console.log(logLevel)
    if let progress { options.progress = { progress.show($0.text) } }
    return options
  }
}
