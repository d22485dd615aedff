package import AdherenceAnalytics
import AdherenceStatistics
package import Arrow
import Charts
package import Diagnostics
import Interchange
import Scheduling
import Synchronization

/// A report in memory: its tables as columns, with statistics, page and charts made on request.
///
///     let report = try ColumnReport(of: source, query, ReportContents([.adherence]))
///     try report.table("adherence").export(to: stream)
///
/// The rows and their order are those of the files of a report folder; numbers are not rounded.
package final class ColumnReport: Sendable {
  /// The cohort.
  package let cohort: CohortReport
  private let tables: [String: ColumnTable]
  private let contents: ReportContents
  private let query: AdherenceQuery?
  private let frame: ReportHeader
  private let jobs: Int
  /// Creates the patient charts; `nil` for merged reports, which have none.
  private let request: (@Sendable (ChartRequest) throws -> ChartAnswer)?
  private let known = Mutex<CohortStatistics?>(nil)

  /// Evaluates the patients of a source in parallel.
  ///
  /// - Throws: `InputError` if a column is unknown, the source cannot be read or no patient passes the
  ///   filter, or `CancellationError`.
  package init<Source: CohortSource>(
    of source: Source, _ query: AdherenceQuery, _ contents: ReportContents,
    _ options: ReportOptions = ReportOptions()
  ) throws {
    try contents.check()
    let task = ReportTask(query, contents, .columns, options: options)
    let shapes = contents.patientTables
    let builders = Mutex(shapes.map { ColumnTableBuilder($0.columns.map(ColumnField.init)) })
    cohort = try CohortReport(of: source, task) { block in
      builders.withLock { builders in
        for (table, rows) in block.tables.enumerated() {
          if case .columns(let batch) = rows { builders[table].append(batch) }
        }
      }
    }
    var tables = ColumnReport.endTables(contents, cohort)
    builders.withLock { builders in
      for place in shapes.indices { tables[shapes[place].name] = builders[place].finish() }
    }
    (self.tables, self.contents, self.query) = (tables, contents, query)
    (frame, jobs) = (ReportHeader(task), options.jobs)
    request = { try $0.charts(of: source, options) }
  }

  /// Merges partial reports on different patients for the same query, in any order.
  ///
  /// - Parameters:
  ///   - parts: The results of ``part()``.
  ///   - hasTotals: Whether tables have rows of totals, whatever those of the partial reports have.
  ///   - jobs: The number of threads.
  /// - Throws: `InputError` if there are none, one is damaged, their queries differ, or all
  ///   outcomes were rejected.
  package init(
    merging parts: [[UInt8]], hasTotals: Bool = true, jobs: Int
  ) throws(InputError) {
    var shards: [Shard] = []
    for (place, bytes) in parts.enumerated() {
      var shard = try Shard(bytes: bytes, source: "part \(place + 1)")
      shard.frame.parameters.noTotals = hasTotals ? nil : true
      if let first = shards.first, !shard.asks(theSameAs: first) {
        throw InputError(
          .conflict(with: "part 1"), field: "parameters", source: "part \(place + 1)")
      }
      shards.append(shard)
    }
    guard let first = shards.first else { throw InputError(.missing, field: "parts") }
    var (problems, counts, assumptions) = (ProblemLog(), RecordCounts(), [String]())
    for shard in shards {
      problems.merge(shard.problems)
      counts.merge(shard.counts)
      assumptions += shard.assumptions?.filter { !assumptions.contains($0) } ?? []
    }
    cohort = CohortReport(shards.map(\.part), problems, counts, assumptions: assumptions)
    try cohort.requireOutcomes(ofAll: first.frame.parameters.isOfAll)
    contents = first.contents
    tables = ColumnReport.endTables(contents, cohort)
    (frame, self.jobs, query, request) = (first.frame, jobs, nil, nil)
  }

  private static func endTables(
    _ contents: ReportContents, _ cohort: CohortReport
  ) -> [String: ColumnTable] {
    let tables = ReportFolder.endTables(contents, cohort)
    return Dictionary(tables.map { ($0.name, $0.table) }) { $1 }
  }

  /// Returns the encoded partial report for ``init(merging:jobs:)``.
  package func part() throws -> [UInt8] {
    try Shard(
      index: 0, count: 1, format: ReportFormat.arrow(.none).rawValue,
      tables: ReportFolder("", format: .arrow(.none), contents: contents).tableNames,
      measures: contents.measures, parameters: contents.parameters, frame: frame,
      part: cohort.part, problems: cohort.sourceProblems, counts: cohort.sourceCounts,
      assumptions: cohort.sourceAssumptions.isEmpty ? nil : cohort.sourceAssumptions, files: [:]
    ).bytes()
  }
}

extension ColumnReport {
  /// The names of the tables.
  package var names: [String] { tables.keys.sorted() }

  /// Returns a table.
  ///
  /// - Throws: `InputError` if the report has no table with the name.
  package func table(_ name: String) throws(InputError) -> ColumnTable {
    if name == "problems" { return cohort.problems.table }
    guard let table = tables[name] else {
      throw InputError(.notOneOf(text: name, allowed: names + ["problems"]), parameter: "table")
    }
    return table
  }

  /// The statistics of the cohort as JSON, as in `cohort.json`; `nil` if they were not requested.
  package var statistics: String? {
    contents.hasStatistics ? cohortStatistics.map { StatisticsText.json($0).indentedText } : nil
  }

  private var cohortStatistics: CohortStatistics? {
    known.withLock { known in
      if known == nil {
        known = cohort.part.collection.map {
          CohortStatistics($0, contents.cohortParameters, jobs: jobs)
        }
      }
      return known
    }
  }

  /// Returns the parameters, definitions and counts, as in `report.json`.
  package func summary() throws -> String { try ReportSummary(frame, cohort).indentedJSON() }

  /// Formats the cohort's table for people, below its days and the assumptions about the data.
  ///
  /// - Parameter areDaysOfData: Whether the days were derived from the data, as none were given.
  /// - Returns: The text; every line ends with a line feed.
  package func text(areDaysOfData: Bool) -> String {
    cohort.heading(areDaysOfData: areDaysOfData, groupBy: frame.parameters.groupBy)
      + CohortText(cohort).text
  }

  /// Returns the page of the cohort as one self-contained HTML file.
  ///
  /// - Throws: `InputError` if the page was not requested.
  package func page() throws(InputError) -> [UInt8] {
    let maker = CohortPageMaker(
      cohort, cohortStatistics, frame, contents.parameters, files: nil)
    guard let maker else { throw .notAskedFor("page") }
    return maker.page
  }

  /// Returns charts: of the cohort from the collected results, of one patient from the records.
  ///
  /// - Throws: `InputError` if the report cannot show the selection.
  package func charts(_ selection: ChartSelection) throws -> [NamedChart] {
    let range = cohort.byPeriod.periods.range
    let isOfCohort = selection.patient == nil && selection.kind?.descriptor.needsResultsOnly == true
    if isOfCohort, let charts = CohortCharts(cohort, cohortStatistics, range, frame) {
      return try charts.charts(selection).map(\.withSubject)
    }
    guard let request, let query else {
      throw contents.hasPage ? .notInParts(selection) : InputError.notAskedFor("page")
    }
    return try request(ChartRequest(query, selection, contents.parameters)).charts
  }
}

extension EndTable {
  /// The table as columns.
  var table: ColumnTable {
    var builder = ColumnTableBuilder(columns.map(ColumnField.init))
    if case .columns(let batch) = rows(.columns).takeRows() { builder.append(batch) }
    return builder.finish()
  }
}

extension InputError {
  fileprivate static func notAskedFor(_ table: String) -> InputError {
    InputError(.missing, parameter: "tables: '\(table)'")
  }

  fileprivate static func notInParts(_ selection: ChartSelection) -> InputError {
    InputError(
      .unreadable(reason: "merged parts have charts of the cohort alone"), parameter: "chart")
  }
}
