import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// `regimen report`: a cohort from a folder or store, or records from a stream.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports how well recorded outcomes agree with plans.",
    discussion: """
      Example: regimen report Datasets/monitoring --from 2025-01-01 --to 2026-01-15 --by week
      """)

  @Argument(help: "A dataset folder, or a store in a file.")
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
  @Option(
    help: """
      The tables adherence, cohort, patients and statistics, and page for index.html, by comma; each \
      costs its own time. (default: all, of --records adherence)
      """)
  var tables: TableList?
  @Option(
    help: """
      Which patients have pages beside index.html. (default: all up to 200 patients, of larger cohorts \
      the flagged)
      """)
  var pages: PatientPages?
  @OptionGroup(title: "Measures and statistics") var measuring: MeasureOptions
  @OptionGroup var work: RunOptions
  @Option(name: .customLong("out"), help: "A folder for the tables and report.json.")
  var folder: String?
  @Option(help: "The form of the tables.")
  var format = ReportFormat.text(.csv)

  func validate() throws {
    if (dataset == nil) == (records == nil) {
      throw ValidationError("Name a dataset or store, or --records, one of the two.")
    }
    if pages != nil, folder == nil || tables?.tables.contains(.page) == false {
      throw ValidationError("--pages stand beside index.html: name a folder by --out.")
    }
    if records != nil, folder != nil {
      throw ValidationError("--records writes rows to standard output: leave out --out.")
    }
    if dataset != nil, folder == nil {
      if !rolling.isEmpty || !breakdown.isEmpty {
        throw ValidationError("--rolling and --breakdown write tables: name a folder by --out.")
      }
      if work.partition != nil {
        throw ValidationError("--partition writes what is merged: name a folder by --out.")
      }
    }
  }

  func run() throws {
    if let dataset { try report(on: dataset) }
    if let records { try report(onRecords: try RecordReader(path: records)) }
  }

  private var query: AdherenceQuery {
    var query = options.query(by: by)
    query.weekStart = weekStart ?? .monday
    query.numerator = numerator
    return query
  }

  private var contents: ReportContents {
    var contents = ReportContents(
      tables?.tables ?? (records == nil ? Set(ReportContents.Table.allCases) : [.adherence]))
    contents.rolling = rolling
    contents.breakdowns = breakdown
    contents.measures = measuring.measures?.groups ?? MeasureGroup.usual
    contents.parameters = measuring.parameters.parameters
    contents.patientPages = pages
    return contents
  }

  private func report(on path: String) throws {
    let progress = ProgressLine()
    defer { progress?.end() }
    let options = try work.options(Interrupts.shared.heeded(), progress)
    let source = try Input.open(
      path, .reports, of: options.filter, readers: options.jobs)
    let output = folder.map { ReportFolder($0, format: format, contents: contents) }
    let report =
      try output?.write(source, query, options) ?? CohortReport(of: source, query, options)
    progress?.end()
    try show(report, output)
    Console.list(report.problems)
    try finish(report.problems.count)
  }

  private func show(_ report: CohortReport, _ output: ReportFolder?) throws {
    try Console.print(
      "\(report.patients) patients, \(options.from) to \(options.to), by \(by.rawValue)\n\n")
    try Console.print(CohortText(report).text)
    if let output {
      try Console.print("\nIn \(output.path): \(output.names.joined(separator: ", "))\n")
    }
  }

  private func report(onRecords reader: RecordReader) throws {
    var (problems, outcomes, setAside) = (0, 0, 0)
    while let next = reader.next() {
      let result = RecordRows.adherence(of: next.entry, query, contents)
      try Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
      let line = try? next.entry.get()
      outcomes += line?.record.outcomes.count ?? 0
      setAside += line?.outcomesSetAside ?? 0
    }
    if outcomes == 0, setAside > 0 { throw ExitCode(2) }
    try finish(problems)
  }
}

/// Some of the tables that stand alone, as `adherence,cohort`.
struct TableList: ExpressibleByArgument {
  var tables: Set<ReportContents.Table>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { ReportContents.Table(rawValue: String($0)) }
    guard known.count == names.count else { return nil }
    tables = Set(known)
  }

  static var allValueStrings: [String] { ReportContents.Table.allCases.map(\.rawValue) }
}
