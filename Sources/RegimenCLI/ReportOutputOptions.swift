import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Reporting
import Scheduling

/// What a report is of, and where it goes.
struct ReportOutputOptions: ParsableArguments {
  @Option(name: .customLong("out"), help: "A folder for the tables and report.json.")
  var folder: String?
  @Option(help: "The periods.")
  var by = CalendarPeriod.week
  @Option(
    help: """
      The tables adherence, cohort, patients, statistics and values, and page for index.html, by comma; \
      each costs its own time. (default: all but values, of --records adherence)
      """)
  var tables: TableList?
  @Option(help: "The form of the tables.")
  var format = ReportFormat.text(.csv)
  @Option(
    help: """
      Which patients have pages beside index.html. (default: all up to 200 patients, of larger cohorts \
      the flagged)
      """)
  var pages: PatientPages?
  @Option(
    help: "Also the last days before the end of each day, as 7d or 30d; several by repeating.")
  var rolling: [RollingWindow] = []
  @Option(help: "Also apart by element, slot or weekday; several by repeating.")
  var breakdown: [Breakdown] = []
  @Option(
    help: ArgumentHelp(
      "Values of a parameter to compare, as gap-days=30,60,90; several parameters by repeating.",
      discussion: """
        Each combination of the values is a definition, of which the table sensitivity has a row for every \
        group and task. The parameters are \(GridParameter.names.joined(separator: ", ")); the combinations are \
        \(ParameterGrid.limit) at most.
        """,
      valueName: "parameter=value,…"))
  var grid: [String] = []
  @Flag(
    help:
      "Also emerge.html and emerge.json, the EMERGE checklist filled with what the report knows.")
  var emerge = false
  @Option(help: "What ratios count.")
  var numerator = Numerator.done
  @Option(help: "The day that begins a week. (default: monday)")
  var weekStart: Weekday?
  @Option(help: "Records, one JSON object a line, from a file or - for standard input; rows out.")
  var records: String?

  func validate() throws {
    if pages != nil, folder == nil || tables?.tables.contains(.page) == false {
      throw ValidationError("--pages stand beside index.html: name a folder by --out.")
    }
    if records != nil {
      if folder != nil {
        throw ValidationError("--records writes rows to standard output: leave out --out.")
      }
    } else if folder == nil, !rolling.isEmpty || !breakdown.isEmpty {
      throw ValidationError("--rolling and --breakdown write tables: name a folder by --out.")
    }
    if folder == nil, !grid.isEmpty || emerge {
      throw ValidationError("--grid and --emerge write files: name a folder by --out.")
    }
    do {
      _ = try ParameterGrid(grid)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Refuses what tells of single patients.
  func requireGroups() throws {
    let single = (tables?.tables ?? []).subtracting([.cohort, .statistics]).map(\.rawValue).sorted()
    if let table = single.first {
      throw ValidationError(
        "--tables \(table) tells of single patients: --smallest-group leaves it out.")
    }
    if records != nil || !rolling.isEmpty || !breakdown.isEmpty || pages != nil {
      throw ValidationError(
        "--records, --rolling, --breakdown and --pages tell of single patients, and --smallest-group "
          + "of none: leave out one of the two.")
    }
  }

  /// The tables that are asked for.
  ///
  /// - Throws: `InputError` where the grid is none.
  func contents() throws(InputError) -> ReportContents {
    var contents = ReportContents(
      tables?.tables ?? (records == nil ? ReportContents.Table.usual : [.adherence]))
    contents.rolling = rolling
    contents.breakdowns = breakdown
    contents.patientPages = pages
    contents.grid = grid.isEmpty ? nil : try ParameterGrid(grid)
    contents.hasChecklist = emerge
    return contents
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
