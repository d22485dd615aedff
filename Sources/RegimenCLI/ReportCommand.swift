import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// `regimen report`: evaluates a cohort from a folder or store, or records from a stream.
struct ReportCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports the adherence of recorded outcomes to plans.",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen report Datasets/monitoring --from 2025-01-01 --to 2026-01-15",
        #"regimen report Datasets/tables/caps.csv --schedule "every day at 08:00 and 20:00""#))

      \(ArgumentHelp.furtherOptions("report"))
      """)

  @Argument(
    help: """
      A dataset folder, a store (a file or an address), tables with a --schedule, or data of another \
      system.
      """)
  var paths: [String] = []
  @OptionGroup(title: "The report") var output: ReportOutputOptions
  @OptionGroup(title: "The report", visibility: .hidden) var files: FileOptions
  @OptionGroup(title: "The report", visibility: .hidden) var pseudonyms: PseudonymOptions
  @OptionGroup(title: "Days and definitions") var days: DayOptions
  @OptionGroup(title: "Days and definitions") var outcomes: MeasuringOptions
  @OptionGroup(title: "Days and definitions") var definitions: DefinitionOptions
  @OptionGroup(title: "Tables by their columns") var table: TableOptions
  @OptionGroup(title: "Tables by their columns", visibility: .hidden) var form: TableFormOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup(title: "Patients and work") var work: RunOptions
  @OptionGroup(title: "Patients and work") var rejected: RejectionOption
  @OptionGroup(title: "Measures and statistics", visibility: .hidden) var measuring: MeasureOptions
  @OptionGroup(title: "Measures and statistics", visibility: .hidden) var parameters:
    ParameterOptions

  func validate() throws {
    if paths.isEmpty == (output.records == nil) {
      throw ValidationError("Use either a dataset or store, or --records.")
    }
    if work.smallestGroup != nil { try output.requireGroups() }
    if !paths.isEmpty, output.folder == nil, work.partition != nil {
      throw ValidationError("--partition writes a shard to merge: add --out FOLDER.")
    }
  }

  func run() throws {
    if let records = output.records {
      try report(onRecords: try RecordReader(path: records))
    } else {
      try reportOnCohort()
    }
  }

  private func completed(_ query: AdherenceQuery) -> AdherenceQuery {
    var query = query
    query.weekStart = output.weekStart ?? .monday
    query.numerator = output.numerator
    return query
  }

  private func contents() throws(InputError) -> ReportContents {
    var contents = try output.contents()
    contents.measures = measuring.measures?.groups ?? MeasureGroup.usual
    contents.parameters = parameters.parameters
    if work.smallestGroup != nil { contents.tables.formIntersection([.cohort, .statistics]) }
    try contents.check()
    if output.previous != nil, !contents.collectsFlags {
      throw InputError(.conflict(with: "tables or smallest-group"), parameter: "previous")
    }
    return contents
  }

  private func reportOnCohort() throws {
    let progress = ProgressLine()
    defer { progress?.end() }
    let pseudonyms = try pseudonyms.read()
    var work = try work.options(rejected, Interrupts.shared.observedCancellation(), progress)
    let folder = try output.folder.map { path in
      try DataLocation.requireParent(of: path)
      return ReportFolder(path, format: output.format, contents: try contents())
    }
    let patients = try Input.open(
      paths, table, form.form, exchange, .reports, of: work.filter, readers: work.jobs)
    work = pseudonyms.options(work, of: patients)
    work.previousFlags = try output.previous.map { try PreviousFlags(ofReport: $0) }
    let source = try pseudonyms.source(patients, keeping: work.grouping)
    let query = completed(try definitions.query(days, outcomes, of: source, by: output.by, &work))
    let report =
      try folder?.write(source, query, work) ?? CohortReport(of: source, query, work)
    progress?.end()
    try show(report, folder)
    let isOutside = try saysWhere(report, source, query, work)
    Console.list(report.problems)
    try finish(report.problems.count + (isOutside ? 1 : 0))
  }

  /// Reports where the data is if none is in the range; returns whether that is so.
  private func saysWhere(
    _ report: CohortReport, _ source: some CohortSource, _ query: AdherenceQuery,
    _ work: ReportOptions
  ) throws -> Bool {
    guard days.areGiven, report.counts.outcomes.read > 0, !report.hasEvents else {
      return false
    }
    let data = try DataDays(of: source, dayBoundary: query.dayBoundary, work).range
    guard let data, !data.overlaps(query.range) else { return false }
    let text = DataDays.outside(data)
    Console.error("\(text.prefix(1).uppercased())\(text.dropFirst()).")
    return true
  }

  private func show(_ report: CohortReport, _ folder: ReportFolder?) throws {
    try Console.print(
      report.heading(areDaysOfData: !days.areGiven, groupBy: work.groupBy.description))
    try Console.print(CohortText(report).text)
    if let folder {
      try Console.print("\nIn \(folder.path): \(folder.names.joined(separator: ", "))\n")
      try report.pages.show(in: folder.path)
    }
  }

  private func report(onRecords reader: RecordReader) throws {
    var (problems, outcomes, rejected, eventNames) = (0, 0, 0, EventNames())
    let query = completed(definitions.query(try days.days(), self.outcomes, by: output.by))
    let pseudonyms = try pseudonyms.read()
    let contents = try contents()
    while let next = reader.next() {
      let entry = pseudonyms.entry(next.entry)
      let result = RecordRows.adherence(of: entry, query, contents)
      try Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
      let line = try? next.entry.get()
      if let line { eventNames.add(line.record) }
      outcomes += line?.record.outcomes.count ?? 0
      rejected += line?.outcomesRejected ?? 0
    }
    try ReadCount(read: outcomes + rejected, rejected: rejected)
      .requireFew(upTo: self.rejected.limit)
    Console.list(eventNames.problems)
    try finish(problems + eventNames.problems.count)
  }
}

/// The content and output of a report.
struct ReportOutputOptions: ParsableArguments {
  @Option(name: .customLong("out"), help: "A folder for the tables and report.json.")
  var folder: String?
  @Option(help: .option("by"))
  var by = CalendarPeriod.week
  @Option(
    help: .option("tables", "Separated by commas; page is index.html."))
  var tables: TableList?
  @Option(help: "The format of the tables.")
  var format = ReportFormat.text(.csv)
  @Option(
    help: ArgumentHelp(
      """
      The patients with pages beside index.html. (default: all up to 200 patients, in larger cohorts \
      the flagged)
      """, visibility: .hidden))
  var pages: PatientPages?
  @OptionGroup(visibility: .hidden) var pageData: PageDataOptions
  @Option(help: .option("main-task", valueName: "id"))
  var mainTask: String?
  @Option(help: .option("previous", valueName: "folder"))
  var previous: String?
  @Option(help: .option("columns", "Separated by commas.", valueName: "column,…"))
  var columns: ColumnList?
  @Flag(help: .option("empty-periods"))
  var emptyPeriods = false
  @Flag(help: .option("no-totals"))
  var noTotals = false
  @Option(help: .option("rolling"))
  var rolling: [RollingWindow] = []
  @Option(help: .option("breakdown"))
  var breakdown: [Breakdown] = []
  @Option(
    help: .option(
      "grid", "Several parameters by repeating.",
      discussion: """
        For each combination of the values, the table sensitivity has a row for every \
        group and task. The parameters are \(GridParameter.names.joined(separator: ", ")); the combinations are \
        \(ParameterGrid.limit) at most.
        """, valueName: "parameter=value,…"))
  var grid: [String] = []
  @Flag(
    help: ArgumentHelp(
      "Add emerge.html and emerge.json, the EMERGE checklist filled in from the report.",
      visibility: .hidden))
  var emerge = false
  @Option(help: .option("numerator"))
  var numerator = Numerator.done
  @Option(help: .option("week-start"))
  var weekStart: Weekday?
  @Option(
    help: ArgumentHelp(
      "Records as NDJSON from a file, or - for standard input; writes rows.", visibility: .hidden))
  var records: String?

  func validate() throws {
    if pages != nil, folder == nil || tables?.tables.contains(.page) == false {
      throw ValidationError("--pages are written beside index.html: add --out FOLDER.")
    }
    try pageData.requirePage(folder != nil && tables?.tables.contains(.page) != false)
    if records != nil {
      if folder != nil {
        throw ValidationError("--records writes rows to standard output: remove --out.")
      }
    } else if folder == nil, writesTables || noTotals {
      throw ValidationError(
        "--rolling, --breakdown, --columns, --empty-periods and --no-totals are of tables: "
          + "add --out FOLDER.")
    }
    if folder == nil, !grid.isEmpty || emerge || previous != nil {
      throw ValidationError("--grid, --emerge and --previous write files: add --out FOLDER.")
    }
    do {
      _ = try ParameterGrid(grid)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Whether options are given of tables with rows for each patient.
  private var writesTables: Bool {
    !rolling.isEmpty || !breakdown.isEmpty || columns != nil || emptyPeriods
  }

  /// Rejects output that shows single patients, or whose counts would give those of small groups.
  func requireGroups() throws {
    let tables = tables?.tables ?? []
    if tables.contains(.phases) {
      throw ValidationError(
        "--tables phases has counts by period, which give those of small groups by subtraction: remove it with "
          + "--smallest-group.")
    }
    let single = tables.subtracting([.cohort, .statistics]).map(\.rawValue).sorted()
    if let table = single.first {
      throw ValidationError(
        "--tables \(table) shows single patients: remove it with --smallest-group.")
    }
    let isPaged = pages != nil || pageData.pageData != nil
    if records != nil || writesTables || isPaged {
      throw ValidationError(
        "--records, --rolling, --breakdown, --columns, --empty-periods, --pages and --page-data show "
          + "single patients: remove them, or --smallest-group.")
    }
  }

  /// Returns the requested tables.
  ///
  /// - Throws: `InputError` if the grid is invalid.
  func contents() throws(InputError) -> ReportContents {
    var contents = ReportContents(
      tables?.tables ?? (records == nil ? ReportContents.Table.usual : [.adherence]))
    contents.columns = columns?.names
    contents.hasEmptyPeriods = emptyPeriods
    contents.hasTotals = !noTotals
    contents.rolling = rolling
    contents.breakdowns = breakdown
    contents.patientPages = pages
    contents.pageData = pageData.pageData ?? .none
    contents.grid = grid.isEmpty ? nil : try ParameterGrid(grid)
    contents.hasChecklist = emerge
    contents.mainTask = mainTask
    return contents
  }
}

/// A list of tables, such as `adherence,cohort`.
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

/// A list of columns, such as `due,done,ratio`.
struct ColumnList: ExpressibleByArgument {
  var names: [String]

  init(argument: String) { names = argument.split(separator: ",").map(String.init) }
}
