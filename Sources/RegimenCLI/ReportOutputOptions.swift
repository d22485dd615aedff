import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Diagnostics
import Reporting
import Scheduling

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
    help: """
      The patients with pages beside index.html. (default: all up to 200 patients, in larger cohorts \
      the flagged)
      """)
  var pages: PatientPages?
  @OptionGroup var pageData: PageDataOptions
  @Option(help: .option("main-task", valueName: "id"))
  var mainTask: String?
  @Option(help: .option("previous", valueName: "folder"))
  var previous: String?
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
    help:
      "Add emerge.html and emerge.json, the EMERGE checklist filled in from the report.")
  var emerge = false
  @Option(help: .option("numerator"))
  var numerator = Numerator.done
  @Option(help: .option("week-start"))
  var weekStart: Weekday?
  @Option(help: "Records as NDJSON from a file, or - for standard input; writes rows.")
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
    } else if folder == nil, !rolling.isEmpty || !breakdown.isEmpty {
      throw ValidationError("--rolling and --breakdown write tables: add --out FOLDER.")
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
    if records != nil || !rolling.isEmpty || !breakdown.isEmpty || isPaged {
      throw ValidationError(
        "--records, --rolling, --breakdown, --pages and --page-data show single patients: remove "
          + "them, or --smallest-group.")
    }
  }

  /// Returns the requested tables.
  ///
  /// - Throws: `InputError` if the grid is invalid.
  func contents() throws(InputError) -> ReportContents {
    var contents = ReportContents(
      tables?.tables ?? (records == nil ? ReportContents.Table.usual : [.adherence]))
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
