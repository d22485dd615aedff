import AdherenceAnalytics
import ArgumentParser
import Foundation
import Logging
import Reporting
import Scheduling

/// The patients of a report, and the execution options.
struct RunOptions: ParsableArguments {
  @Option(help: .option("jobs"))
  var jobs: Int?
  @Option(
    name: .customLong("only"), help: .option("only", "Several separated by commas or by repeating.")
  )
  var filters: [String] = []
  @Option(help: .option("partition"))
  var partition: Partition?
  @Option(help: .option("group-by"))
  var groupBy = CohortGrouping.group
  @Option(
    help: ArgumentHelp(
      """
      Withhold numbers about fewer patients than this, and numbers that would reveal them, in tables, statistics \
      and charts of the cohort; output about single patients is omitted.
      """, visibility: .hidden))
  var smallestGroup: Int?
  @Option(
    help: ArgumentHelp(
      "The log level on standard error: trace, debug, info, notice, warning or error.",
      visibility: .hidden))
  var logLevel = Logger.Level.warning

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) must be 1 or more.") }
    if let smallestGroup, smallestGroup < 2 {
      throw ValidationError("--smallest-group \(smallestGroup) must be 2 or more.")
    }
  }

  /// Returns the filter of patients; `nil` for all.
  func filter() throws -> PatientFilter? { filters.isEmpty ? nil : try PatientFilter(filters) }

  /// Returns the options of a cancellable report.
  func options(
    _ rejected: RejectionOption, _ cancellation: Cancellation, _ progress: ProgressLine?
  ) throws -> ReportOptions {
    var options = ReportOptions()
    if let jobs { options.jobs = jobs }
    options.filter = try filter()
    options.partition = partition
    options.grouping = groupBy
    options.smallestGroup = smallestGroup
    options.rejectionLimit = rejected.limit
    options.allowsLostPatients = rejected.allowsLostPatients
    options.cancellation = cancellation
    options.log = Console.log(logLevel)
    if let progress { options.progress = { progress.show($0) } }
    return options
  }
}
