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
  @OptionGroup var options: QueryOptions
  @Option(help: "The periods.")
  var by = CalendarPeriod.week
  @Option(help: "The day that begins a week. (default: monday)")
  var weekStart: Weekday?
  @Option(help: "What ratios count.")
  var numerator = Numerator.completed
  @Option(
    help: "Also the last days before the end of each day, as 7d or 30d; several by repeating.")
  var rolling: [RollingWindow] = []
  @Option(help: "Also apart by element, slot or weekday; several by repeating.")
  var breakdown: [Breakdown] = []
  @Flag(
    help: "With --records, also rows of the whole range: streaks, dosing days and composites.")
  var patients = false
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
    if dataset != nil, folder == nil, !rolling.isEmpty || !breakdown.isEmpty {
      throw ValidationError("--rolling and --breakdown write tables: name a folder by --out.")
    }
  }

  func run() throws {
    if let dataset { try report(on: try Dataset(folder: dataset)) }
    if let records { try report(onRecords: try RecordReader(path: records)) }
  }

  private var query: AdherenceQuery {
    var query = options.query(by: by)
    query.weekStart = weekStart ?? .monday
    query.numerator = numerator
    return query
  }

  private var contents: ReportContents {
    var contents = ReportContents()
    contents.rolling = rolling
    contents.breakdowns = breakdown
    contents.wholeRange = patients
    return contents
  }

  private func report(on dataset: Dataset) throws {
    let output = folder.map { ReportFolder($0, format: format, contents: contents) }
    let report = try output?.write(dataset, query) ?? CohortReport(of: dataset, query)
    Console.print(
      "\(dataset.records.count) patients, \(options.from) to \(options.to), by \(by.rawValue)\n\n")
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
      let result = RecordRows.adherence(of: next.entry, query, contents)
      Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
    }
    try finish(problems)
  }
}
