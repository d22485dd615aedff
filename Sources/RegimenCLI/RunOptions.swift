import AdherenceAnalytics
import ArgumentParser
import Foundation
import Logging
import Reporting
import Scheduling

/// Whose report is made, and how the work is done.
struct RunOptions: ParsableArguments {
  @Option(
    help: "How many threads evaluate patients; the results are the same. (default: all cores)")
  var jobs: Int?
  @Option(
    name: .customLong("only"),
    help: """
      Whose: ids, patterns of ids with * and ?, group:NAME or tag:NAME; several by comma or by \
      repeating. (default: all)
      """)
  var filters: [String] = []
  @Option(
    help: """
      One share of the patients, as 2/7, the second of seven: `regimen merge` makes one report of \
      all shares. (default: all)
      """)
  var partition: Partition?
  @Option(
    help: "What the cohort's rows are grouped by: group, sex, tag, zone, userInfo.NAME or none.")
  var groupBy = CohortGrouping.group
  @Option(
    help: """
      Withholds numbers about fewer patients than this, and those that would give them, in tables, statistics \
      and charts of the cohort; what is of single patients is left out.
      """)
  var smallestGroup: Int?
  @Option(help: "What is told on standard error: trace, debug, info, notice, warning or error.")
  var logLevel = Logger.Level.warning

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) must be 1 or more.") }
    if let smallestGroup, smallestGroup < 2 {
      throw ValidationError("--smallest-group \(smallestGroup) must be 2 or more.")
    }
  }

  /// Who is meant; `nil` means all.
  func filter() throws -> PatientFilter? { filters.isEmpty ? nil : try PatientFilter(filters) }

  /// The options of a report that the terminal can cancel.
  func options(
    _ setAside: SetAsideOption, _ cancellation: Cancellation, _ progress: ProgressLine?
  ) throws -> ReportOptions {
    var options = ReportOptions()
    if let jobs { options.jobs = jobs }
    options.filter = try filter()
    options.partition = partition
    options.grouping = groupBy
    options.smallestGroup = smallestGroup
    options.setAsideLimit = setAside.limit
    options.allowsLostPatients = setAside.allowsLostPatients
    options.cancellation = cancellation
    options.log = Console.log(logLevel)
    if let progress { options.progress = { progress.show($0.text) } }
    return options
  }
}
