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

      Any table: regimen report caps.csv --patient id --time opened \
        --schedule "every day at 08:00 and 20:00"
      """)

  @Argument(help: "A dataset folder, a store in a file, or tables by their columns.")
  var paths: [String] = []
  @Option(help: "Records, one JSON object a line, from a file or - for standard input; rows out.")
  var records: String?
  @OptionGroup var options: QueryOptions
  @OptionGroup(title: "Tables by their columns") var table: TableOptions
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
    if paths.isEmpty == (records == nil) {
      throw ValidationError("Name a dataset or store, or --records, one of the two.")
    }
    if pages != nil, folder == nil || tables?.tables.contains(.page) == false {
      throw ValidationError("--pages stand beside index.html: name a folder by --out.")
    }
    if records != nil, folder != nil {
      throw ValidationError("--records writes rows to standard output: leave out --out.")
    }
    if !paths.isEmpty, folder == nil {
      if !rolling.isEmpty || !breakdown.isEmpty {
        throw ValidationError("--rolling and --breakdown write tables: name a folder by --out.")
      }
      if work.partition != nil {
        throw ValidationError("--partition writes what is merged: name a folder by --out.")
      }
    }
  }

  func run() throws {
    if let records {
      try report(onRecords: try RecordReader(path: records))
    } else {
      try reportOnCohort()
    }
  }

  private func completed(_ query: AdherenceQuery) -> AdherenceQuery {
    var query = query
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

  private func reportOnCohort() throws {
    let progress = ProgressLine()
    defer { progress?.end() }
    let work = try work.options(Interrupts.shared.heeded(), progress)
    let output = try folder.map { folder in
      try DataPlace.requireParent(of: folder)
      return ReportFolder(folder, format: format, contents: contents)
    }
    let source = try Input.open(paths, table, .reports, of: work.filter, readers: work.jobs)
    let query = completed(try options.query(of: source, by: by, work))
    let report =
      try output?.write(source, query, work) ?? CohortReport(of: source, query, work)
    progress?.end()
    try show(report, query.range, output)
    let isOutside = try saysWhere(report, source, query, work)
    Console.list(report.problems)
    try finish(report.problems.count + (isOutside ? 1 : 0))
  }

  /// Says where the data are, if none are on the days of the report; answers whether it is so.
  private func saysWhere(
    _ report: CohortReport, _ source: some CohortSource, _ query: AdherenceQuery,
    _ work: ReportOptions
  ) throws -> Bool {
    guard options.days.areSaid, report.counts.outcomes.read > 0, !report.hasEvents else {
      return false
    }
    let data = try DataDays(of: source, dayBoundary: query.dayBoundary, work).range
    guard let data, !data.overlaps(query.range) else { return false }
    Console.error(DayOptions.outside(data))
    return true
  }

  private func show(
    _ report: CohortReport, _ days: Range<CivilDate>, _ output: ReportFolder?
  ) throws {
    let origin = options.days.areSaid ? "" : " (the days of the data)"
    try Console.print(
      "\(report.patients) patients, \(days.lowerBound) to \(days.upperBound)\(origin),"
        + " by \(by.rawValue)\n\n")
    try Console.print(CohortText(report).text)
    if let output {
      try Console.print("\nIn \(output.path): \(output.names.joined(separator: ", "))\n")
    }
  }

  private func report(onRecords reader: RecordReader) throws {
    var (problems, outcomes, setAside) = (0, 0, 0)
    let query = completed(try options.query(by: by))
    while let next = reader.next() {
      let result = RecordRows.adherence(of: next.entry, query, contents)
      try Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
      let line = try? next.entry.get()
      outcomes += line?.record.outcomes.count ?? 0
      setAside += line?.outcomesSetAside ?? 0
    }
    if Double(setAside) > (work.allowSetAside ?? 5) / 100 * Double(outcomes + setAside) {
      let count = ReadCount(read: outcomes + setAside, setAside: setAside)
      throw InputError.tooManySetAside(count, first: nil)
    }
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
