public import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Interchange
import Logging
import Scheduling

/// Writes the report of a cohort into one folder: `adherence`, `cohort`, `patients` and
/// `report.json`, or one database with these tables, and the other requested contents.
///
/// Patients are evaluated in parallel and written in order of their ids: the output is the same
/// regardless of the number of threads. Files appear in the folder only when complete: an
/// `OutputFolder` renames them into place after the last patient, and a failure or cancellation
/// before leaves none.
///
///     let folder = ReportFolder(path, format: .csv, contents: ReportContents([.adherence, .cohort]))
///     let report = try folder.write(DatasetFolder("Datasets/monitoring"), query)
///     print(report.patients)  // 200
///     print(try FileManager.default.contentsOfDirectory(atPath: path).sorted())
///     // ["adherence.csv", "cohort.csv", "report.json"]
public struct ReportFolder: Sendable {
  /// The folder's path.
  public let path: String
  /// The format of the tables.
  public let format: ReportFormat
  /// The tables and other contents.
  public let contents: ReportContents

  /// Creates a report folder; the directory is created when the report is written.
  public init(_ path: String, format: ReportFormat, contents: ReportContents = ReportContents()) {
    self.path = path
    self.format = format
    self.contents = contents
  }

  /// Creates a report folder of text files; the directory is created when the report is written.
  public init(_ path: String, format: TableFormat, contents: ReportContents = ReportContents()) {
    self.init(path, format: .text(format), contents: contents)
  }

  /// The names of the files, in reading order.
  package var names: [String] {
    let page = contents.hasPage ? [PagePath.page] : []
    let checklist = contents.hasChecklist ? EmergeChecklist.names : []
    guard let format = format.list else { return page + checklist + ["report.sqlite"] }
    let own = ["statistics", "page", ReportFolder.checklist]
    let tables = tableNames.filter { !own.contains($0) }.map { "\($0).\(format.fileEnding)" }
    let statistics = contents.hasStatistics ? [ReportEnd.statisticsName(format)] : []
    return page + tables + statistics + checklist + ["report.json"]
  }

  /// The name of the checklist among the names of tables.
  static let checklist = "emerge"

  var tableNames: [String] {
    let tables = Set(
      contents.patientTables.map(\.name) + (hasCohort ? ["cohort"] : [])
        + (contents.has(.phases) ? ["phases"] : []) + (contents.has(.flags) ? ["flags"] : [])
        + (contents.has(.values) ? ["cohortValues"] : [])
        + (contents.grid != nil ? ["sensitivity"] : [])
        + (contents.hasChecklist ? [ReportFolder.checklist] : [])
        + (contents.hasStatistics ? ["statistics"] : []) + (contents.hasPage ? ["page"] : []))
    return [
      "adherence", "cohort", "phases", "patients", "flags", "rolling", "breakdown", "values",
      "cohortValues", "sensitivity", "statistics", "page", ReportFolder.checklist,
    ].filter(tables.contains)
  }

  private var hasCohort: Bool { contents.tables.contains(.cohort) }

  /// Returns the tables that are complete only after the last patient.
  static func endTables(_ contents: ReportContents, _ report: CohortReport) -> [EndTable] {
    var tables = allEndTables(contents, report)
    for place in tables.indices { tables[place].hasTotals = contents.hasTotals }
    return tables
  }

  private static func allEndTables(
    _ contents: ReportContents, _ report: CohortReport
  ) -> [EndTable] {
    (contents.tables.contains(.cohort) ? [EndTable(report.byPeriod)] : [])
      + (report.part.phases.map { [EndTable($0, report, contents.parameters)] } ?? [])
      + (contents.has(.flags) ? report.flags.map { [EndTable($0)] } ?? [] : [])
      + (report.part.values.map { [EndTable($0, over: report.byPeriod.spans)] } ?? [])
      + (SensitivityRows(contents, report).map { [EndTable($0)] } ?? [])
  }

  /// Evaluates and writes every patient of a source.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: The query for each patient.
  ///   - options: The options; with a partition, the folder also gets the files that merging needs.
  /// - Returns: The cohort.
  /// - Throws: `InputError` if the source cannot be read or a file cannot be written, or
  ///   `CancellationError`; no files are left then.
  @discardableResult
  public func write(
    _ source: some CohortSource, _ query: AdherenceQuery, _ options: ReportOptions = ReportOptions()
  ) throws -> CohortReport {
    let all = CohortSubset(source, filter: options.filter).patientIDs.count
    let run = try ReportRun(self, query, options, patients: all)
    do {
      let report = try CohortReport(of: source, run.task, run.write)
      try run.writePages(of: source, report)
      return try run.finish(report)
    } catch {
      run.abandon()
      throw error
    }
  }

  /// Evaluates and writes the patients that match a query to a store.
  ///
  /// - Parameters:
  ///   - store: Any store.
  ///   - patients: The selection of patients; by default all.
  ///   - query: The query for each patient.
  ///   - options: The options; with a partition, the folder also gets the files that merging needs.
  /// - Returns: The cohort.
  /// - Throws: Errors of the store, `InputError` if a file cannot be written, or
  ///   `CancellationError`; no files are left then.
  @discardableResult
  public func write(
    _ store: some CareStore, patients: PatientQuery = PatientQuery(), _ query: AdherenceQuery,
    _ options: ReportOptions = ReportOptions()
  ) async throws -> CohortReport {
    let run = try ReportRun(self, query, options, patients: nil)
    do {
      let report = try await CohortReport(of: store, patients, run.task, run.write)
      try await run.writePages(of: store, patients, report)
      return try run.finish(report)
    } catch {
      run.abandon()
      throw error
    }
  }

  /// Creates the files of the tables, with checksums if requested.
  ///
  /// A file that must not be replaced throws here, before the evaluation.
  func output(in folder: OutputFolder, isSummed: Bool = false) throws(InputError)
    -> any ReportOutput
  {
    try folder.requireOwn(names, marked: ["report.json", "report.sqlite"])
    guard let format = format.list else {
      return try DatabaseOutput(self, in: folder, isSummed: isSummed)
    }
    return try FileOutput(self, format, in: folder, isSummed: isSummed)
  }

  /// Returns the contents that are complete only after the last patient.
  func end(_ report: CohortReport, _ frame: ReportHeader, jobs: Int) throws -> ReportEnd {
    let statistics = report.part.collection.map {
      CohortStatistics($0, contents.cohortParameters, jobs: jobs)
    }
    let summary = ReportSummary(frame, report)
    return ReportEnd(
      tables: ReportFolder.endTables(contents, report),
      statistics: contents.hasStatistics
        ? statistics.map { StatisticsText.json($0, report.withholding) }
        : nil,
      summary: try summary.indentedJSON(),
      pages: CohortPageMaker(report, statistics, frame, contents.parameters, files: names)?.files
        ?? [],
      checklist: contents.hasChecklist
        ? try EmergeChecklist(summary, report, statistics, contents).files : [])
  }

  /// Writes the files of the checklist beside the tables.
  func writeChecklist(_ end: ReportEnd, in files: OutputFolder) throws {
    for own in end.checklist {
      let file = try files.file(own.path)
      try file.write(own.bytes)
      try file.finish()
    }
  }
}

/// A report while it is written.
private struct ReportRun: Sendable {
  let task: ReportTask
  private let folder: ReportFolder
  private let files: OutputFolder
  private let output: any ReportOutput
  private let pages: PageOutput?
  private let shard: ShardOutput?
  private let frame: ReportHeader

  // `patients` is the number in all shards; nil if unknown.
  init(
    _ folder: ReportFolder, _ query: AdherenceQuery, _ options: ReportOptions, patients: Int?
  ) throws {
    self.folder = folder
    try folder.contents.check()
    if case .arrow = folder.format, options.partition != nil {
      throw InputError(.conflict(with: "format"), parameter: "partition")
    }
    var task = ReportTask(query, folder.contents, folder.format.encoding, options: options)
    task.measuresPatients = options.partition != nil
    if folder.contents.hasPage {
      task.patientPages = folder.contents.patientPages ?? PatientPages.usual(for: patients)
    }
    self.task = task
    let frame = ReportHeader(task)
    self.frame = frame
    let files = try OutputFolder(folder.path)
    self.files = files
    output = try folder.output(in: files, isSummed: options.partition != nil)
    let shard = try options.partition.map { try ShardOutput(folder, in: files, $0, frame) }
    self.shard = shard
    pages = folder.contents.hasPage ? try PageOutput(files, list: shard?.pages) : nil
  }

  /// Writes the rows of consecutive patients.
  func write(_ block: ReportBlock) throws {
    try output.write(block)
    try shard?.write(block.patients)
  }

  /// Reads the patients with pages again, now that they are known, and writes the pages.
  func writePages(of source: some CohortSource, _ report: CohortReport) throws {
    guard let pages, task.patientPages != .none, let page = report.part.page else { return }
    let (task, options) = (task, task.options)
    let ids = page.withPages(
      task.patientPages, report.flags?.trendP, isShare: options.partition != nil)
    let chosen =
      ids.map { CohortSubset(source, ids: $0) }
      ?? CohortSubset(
        source, filter: options.filter, partition: options.partition, for: task.query)
    _ = try options.pagePipeline(for: chosen.patientIDs.count)
      .run(chosen, { PageWorker(task) }, pages.writing(order(of: page, ids, report)))
  }

  /// Returns the order of the pages; `nil` for a share, whose order is known when it is merged.
  private func order(of page: PageCollection, _ ids: Set<String>?, _ report: CohortReport)
    -> PageOrder?
  {
    task.options.partition == nil ? PageOrder(page, ids: ids, report.flags?.trendP) : nil
  }

  /// Reads the patients with pages from a store, and writes the pages.
  func writePages(
    of store: some CareStore, _ patients: PatientQuery, _ report: CohortReport
  ) async throws {
    guard let pages, task.patientPages != .none, let page = report.part.page else { return }
    let task = task
    let ids = page.withPages(
      task.patientPages, report.flags?.trendP, isShare: task.options.partition != nil)
    let records = try await store.records(matching: task.query(of: patients)).filter { record in
      task.takes(record) && ids?.contains(record.patient.id) != false
    }
    _ = try await task.options.pagePipeline(for: nil)
      .run(records, { PageWorker(task) }, pages.writing(order(of: page, ids, report)))
  }

  /// Removes all temporary files.
  func abandon() {
    output.abandon()
    files.abandon()
  }

  /// Writes the final contents, and renames the files into place.
  ///
  /// - Returns: The report with the number and size of its pages.
  func finish(_ report: CohortReport) throws -> CohortReport {
    let patients = report.patients
    if folder.contents.hasStatistics || folder.contents.hasPage {
      task.options.progress?(
        ReportProgress(.statistics, done: patients, total: patients, seconds: 0))
    }
    let end = try folder.end(report, frame, jobs: task.options.jobs)
    try output.finish(end)
    try folder.writeChecklist(end, in: files)
    try pages?.write(end.pages)
    try shard?.finish(report, output.sums())
    if task.options.cancellation.isCancelled { throw CancellationError() }
    try files.commit()
    task.options.log.debug("written", metadata: ["folder": "\(TerminalText.line(folder.path))"])
    var report = report
    report.pages = pages?.tally ?? PageTally()
    return report
  }
}
