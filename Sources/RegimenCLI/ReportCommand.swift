import AdherenceAnalytics
import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// `regimen report`: a cohort from a folder, or records from a stream.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports how well recorded outcomes agree with plans.",
    discussion: """
      Example: regimen report Datasets/monitoring --from 2025-01-01 --to 2026-01-15 --by week
      """)

  @Argument(help: "A dataset folder: patients.csv, tasks.ndjson, outcomes.csv, holds.csv.")
  var dataset: String?
  @Option(help: "Records, one JSON object a line, from a file or - for standard input; rows out.")
  var records: String?
  @Option(help: "The first day.")
  var from: CivilDate
  @Option(help: "The first day no longer reported.")
  var to: CivilDate
  @Option(help: "The periods.")
  var by = CalendarPeriod.week
  @Option(
    help: "The moment of the report, as 2025-12-31T22:00:00Z. (default: the end of the range)")
  var asOf: Instant?
  @Option(help: "When a day ends, as 03:00: earlier times belong to the day before.")
  var dayBoundary = CivilTime.midnight
  @Option(help: "The day that begins a week.")
  var weekStart = Weekday.monday
  @Option(help: "How outcomes are measured.")
  var scoring = Scoring.recorded
  @Option(help: "Which occurrences ratios are of.")
  var denominator = Denominator.closed
  @Option(name: .customLong("out"), help: "A folder for the tables and report.json.")
  var folder: String?
  @Option(help: "The form of the tables.")
  var format = TableFormat.csv

  func validate() throws {
    if (dataset == nil) == (records == nil) {
      throw ValidationError("Name a dataset folder or --records, one of the two.")
    }
    if records != nil, folder != nil {
      throw ValidationError("--records writes rows to standard output: leave out --out.")
    }
    if from >= to { throw ValidationError("--to \(to) must come after --from \(from).") }
  }

  func run() throws {
    if let dataset { try report(on: try Dataset(folder: dataset)) }
    if let records { try report(onRecords: try RecordReader(path: records)) }
  }

  private var query: AdherenceQuery {
    var query = AdherenceQuery(from..<to, by: by)
    query.asOf = asOf
    query.dayBoundary = dayBoundary
    query.weekStart = weekStart
    query.scoring = scoring
    query.denominator = denominator
    return query
  }

  private func report(on dataset: Dataset) throws {
    let output = folder.map { ReportFolder($0, format: format) }
    let report = try output?.write(dataset, query) ?? CohortReport(of: dataset, query)
    Console.print("\(dataset.records.count) patients, \(from) to \(to), by \(by.rawValue)\n\n")
    Console.print(CohortText(report).text)
    if let output {
      Console.print("\nIn \(output.path): \(output.names.joined(separator: ", "))\n")
    }
    let problems = dataset.problems + report.problems
    Console.list(problems)
    try finish(problems.count)
  }

  private func report(onRecords reader: RecordReader) throws {
    var problems = 0
    while let next = reader.next() {
      let result = RecordRows.rows(of: next.entry, query)
      Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
    }
    try finish(problems)
  }
}
