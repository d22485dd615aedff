package import AdherenceAnalytics
import AdherenceStatistics
package import Arrow
import Charts
import Interchange
package import Scheduling
import Synchronization

/// A report that stays in memory: its tables as columns, and what else is asked of it when it is asked.
///
///     let report = try ColumnReport(of: source, query, ReportContents([.adherence]))
///     try report.table("adherence").export(to: stream)
///
/// Where the tables of a folder have rows, these have the same ones in the same order, with numbers that are
/// not rounded.
package final class ColumnReport: Sendable {
  /// The cohort.
  package let cohort: CohortReport
  private let tables: [String: ColumnTable]
  private let contents: ReportContents
  private let query: AdherenceQuery?
  private let frame: ReportFrame
  private let jobs: Int
  /// Makes the charts that show single patients; `nil` of merged parts, which have none.
  private let request: (@Sendable (ChartRequest) throws -> ChartAnswer)?
  private let known = Mutex<CohortStatistics?>(nil)

  /// Evaluates the patients of a source, in as many threads as the options say.
  ///
  /// - Throws: `InputError` where the source cannot be read or nobody passes the filter, or
  ///   `CancellationError`.
  package init<Source: CohortSource>(
    of source: Source, _ query: AdherenceQuery, _ contents: ReportContents,
    _ options: ReportOptions = ReportOptions()
  ) throws {
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
    (frame, jobs) = (ReportFrame(task), options.jobs)
    request = { try $0.charts(of: source, options) }
  }

  /// Merges the parts of reports that ask the same of different patients, in any order.
  ///
  /// - Throws: `InputError` where there is none, one is not as it was written, they differ in what they ask,
  ///   or all outcomes were set aside.
  package init(merging parts: [[UInt8]], jobs: Int) throws(InputError) {
    var shards: [Shard] = []
    for (place, bytes) in parts.enumerated() {
      let shard = try Shard(bytes: bytes, source: "part \(place + 1)")
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

  /// What ``init(merging:jobs:)`` takes.
  package func part() throws -> [UInt8] {
    try Shard(
      index: 0, count: 1, format: ReportFormat.arrow(.none).rawValue,
      tables: ReportFolder("", format: .arrow(.none), contents: contents).tableNames,
      measures: contents.measures, parameters: contents.parameters, frame: frame,
      part: cohort.part, problems: cohort.sourceProblems, counts: cohort.sourceCounts,
      assumptions: cohort.assumptions.isEmpty ? nil : cohort.assumptions, files: [:]
    ).bytes()
  }
}

// What it says.
extension ColumnReport {
  /// The names of the tables.
  package var names: [String] { tables.keys.sorted() }

  /// A table.
  ///
  /// - Throws: `InputError` where the report has none of the name.
  package func table(_ name: String) throws(InputError) -> ColumnTable {
    if name == "problems" { return cohort.problems.table }
    guard let table = tables[name] else {
      throw InputError(.notOneOf(text: name, allowed: names + ["problems"]), parameter: "table")
    }
    return table
  }

  /// The statistics of the cohort as JSON, as `cohort.json` has them; `nil` where nobody asked for them.
  package var statistics: String? {
    contents.hasStatistics ? cohortStatistics.map { StatisticsText.json($0).text } : nil
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

  /// How the numbers came about, as `report.json` has it.
  package func summary() throws -> String { try ReportSummary(frame, cohort).indentedJSON() }

  /// Writes the cohort's table for people, below its days and what is assumed about the data.
  ///
  /// - Parameter areDaysOfData: Whether the days of the data stand for days that were not named.
  /// - Returns: The text, whose lines end with a line feed.
  package func text(areDaysOfData: Bool) -> String {
    cohort.heading(areDaysOfData: areDaysOfData) + CohortText(cohort).text
  }

  /// The page of the cohort with its pictures, in one file.
  ///
  /// - Throws: `InputError` where nobody asked for a page.
  package func page() throws(InputError) -> [UInt8] {
    let maker = CohortPageMaker(
      cohort, cohortStatistics, frame, contents.parameters, files: nil)
    guard let maker else { throw .notAskedFor("page") }
    return maker.page
  }

  /// Makes charts: of the cohort from what the report has, of single patients from the records.
  ///
  /// - Throws: `InputError` where the report cannot show what is selected.
  package func charts(_ selection: ChartSelection) throws -> [NamedChart] {
    let range = cohort.byPeriod.periods.range
    let isOfCohort = selection.patient == nil && selection.kind?.isOfCohortPart == true
    if isOfCohort, let charts = CohortCharts(cohort, cohortStatistics, range, frame) {
      return try charts.charts(selection)
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

extension ChartKind {
  /// Whether a report shows it without reading single patients again.
  fileprivate var isOfCohortPart: Bool {
    showsCohorts && self != .swimmer && self != .comparison && self != .values
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
