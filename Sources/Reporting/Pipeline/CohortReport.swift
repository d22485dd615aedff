public import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Logging
import Scheduling

/// The adherence of a cohort, by period and over the whole range, with the problems found.
///
///     let report = try CohortReport(of: DatasetFolder("Datasets/monitoring"), query)
///     let all = report.whole.rows[0]
///     print(report.patients, all.pooled.due, all.adherentPatients)  // 200 8317 58
///     print(all.pooled.ratio!)  // 0.7547192497294698
public struct CohortReport: Sendable {
  /// By the query's periods.
  public let byPeriod: CohortAdherence
  /// Over the whole range.
  public let whole: CohortAdherence
  /// The number of patients.
  public let patients: Int
  /// The problems found in the data, including tasks that could not be evaluated.
  public let problems: ProblemLog
  /// The numbers of records read and rejected.
  public let counts: RecordCounts
  /// The assumptions of the source, one sentence each.
  private(set) var sourceAssumptions: [String] = []
  /// Whether it has all patients, and not only a share of them.
  private let isWhole: Bool
  /// The number of rejected rows always tolerated.
  private var tolerance = 0
  /// The zones of the patients.
  public let zones: Set<String>
  /// The number and size of the pages, if it was written to a folder.
  package internal(set) var pages = PageTally()
  /// The withholding for small groups; `nil` if no smallest group is set.
  let withholding: CohortWithholding?
  /// The phases of treatment by task and group, if they were collected.
  let phases: [CohortCollection.PartName: PhaseSummary]
  /// The flags, if they were collected.
  let flags: ReportFlags?
  /// The merged partial results, without the problems and counts of the source.
  let part: PartialCohort
  let sourceProblems: ProblemLog
  let sourceCounts: RecordCounts

  /// Evaluates the patients of a source in parallel.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: The query for each patient.
  ///   - options: The options.
  /// - Throws: `InputError` if the source cannot be read or no patient passes the filter, or
  ///   `CancellationError`.
  public init(
    of source: some CohortSource, _ query: AdherenceQuery,
    _ options: ReportOptions = ReportOptions()
  ) throws {
    try self.init(of: source, ReportTask(query, options: options)) { _ in }
  }

  /// Evaluates the records that match a query to a store.
  ///
  /// - Parameters:
  ///   - store: Any store.
  ///   - patients: The selection of patients; by default all.
  ///   - query: The query for each patient.
  ///   - options: The options.
  /// - Throws: Errors of the store, or `CancellationError`.
  public init(
    of store: some CareStore, patients: PatientQuery = PatientQuery(), _ query: AdherenceQuery,
    _ options: ReportOptions = ReportOptions()
  ) async throws {
    try await self.init(of: store, patients, ReportTask(query, options: options)) { _ in }
  }

  init(
    of source: some CohortSource, _ task: ReportTask,
    _ deliver: @escaping @Sendable (ReportBlock) throws -> Void
  ) throws {
    let source = CohortSubset(
      source, filter: task.options.filter, partition: task.options.partition, for: task.query)
    let count = source.patientIDs.count
    let pipeline = task.options.pipeline(for: count)
    task.options.log.debug(
      "evaluating", metadata: ["patients": "\(count)", "jobs": "\(pipeline.jobs)"])
    let workers = try pipeline.run(source, { ReportWorker(task) }, deliver)
    var problems = ProblemLog()
    problems.add(source.problems)
    problems.add(task.options.warnings)
    self.init(workers.map(\.part), task, problems, source.counts)
    (sourceAssumptions, tolerance) = (source.assumptions, source.tolerance)
    try check(task)
  }

  init(
    of store: some CareStore, _ patients: PatientQuery, _ task: ReportTask,
    _ deliver: @escaping @Sendable (ReportBlock) throws -> Void
  ) async throws {
    let pipeline = task.options.pipeline(for: nil)
    let records = try await store.records(matching: task.query(of: patients))
      .filter { task.takes($0) }
    let workers = try await pipeline.run(records, { ReportWorker(task) }, deliver)
    var problems = ProblemLog()
    problems.add(task.options.warnings)
    self.init(workers.map(\.part), task, problems, RecordCounts())
    try check(task)
  }

  /// Throws for a filter that no patient passes, for an unknown main task, and if all outcomes were rejected.
  ///
  /// A shard may be empty; the whole cohort is checked when shards are merged.
  private func check(_ task: ReportTask) throws(InputError) {
    let options = task.options
    guard options.partition == nil else { return }
    if let filter = options.filter, patients == 0 {
      throw InputError(.noSuch(kind: "patient", id: filter.description), parameter: "only")
    }
    if let main = task.contents.mainTask, !whole.rows.contains(where: { $0.task == main }) {
      throw InputError(.noSuch(kind: "task", id: main), parameter: "main-task")
    }
    try requireKnown(options.previousFlags, options)
    try requireOutcomes(ofAll: options.filter == nil)
    try requireFew(options)
    try requireGroup()
  }

  /// Throws if no patient of a previous report's flags is among all patients, as each flag would be called new.
  private func requireKnown(
    _ previous: PreviousFlags?, _ options: ReportOptions
  ) throws(InputError) {
    guard options.filter == nil, let patient = previous?.firstPatient, let flags,
      !flags.hasPrevious
    else { return }
    throw InputError(.noSuch(kind: "patient", id: patient), parameter: "previous")
  }

  /// Throws if too large a share of records was rejected.
  private func requireFew(_ options: ReportOptions) throws(InputError) {
    let read = (options.filter == nil ? counts : part.counts).outcomes
    if read.rejected > tolerance {
      try read.requireFew(upTo: options.rejectionLimit, first: problems.texts.first)
    }
    if !options.allowsLostPatients, patientsRejected > 0 {
      throw .patientsRejected(patientsRejected, of: patients, first: problems.texts.first)
    }
  }

  /// Throws if the whole cohort is smaller than the smallest group.
  func requireGroup() throws(InputError) {
    guard let smallest = whole.smallestGroup, patients < smallest else { return }
    throw InputError(
      .outOfRange(text: "\(smallest)", rule: "be no more than the patients who are meant"),
      parameter: "smallest-group")
  }

  /// The interpretations of ambiguous data, and the events of schedules that no record has, one sentence each.
  public var assumptions: [String] {
    guard isWhole else { return sourceAssumptions }
    return sourceAssumptions
      + part.eventNames.notes(countingPatients: whole.smallestGroup == nil)
  }

  /// Whether any event was recorded that the report counts.
  package var hasEvents: Bool {
    whole.rows.contains { row in
      let counts = row.pooled
      return counts.done + counts.unscheduled + counts.excused > 0 || counts.progress > 0
    }
  }

  /// The number of patients without a ratio because all their outcomes were rejected.
  var patientsRejected: Int { problems.kinds["dataRejected"] ?? 0 }

  /// Throws if all outcomes were rejected, as every ratio would be 0.
  ///
  /// - Parameter ofAll: Whether all patients are included, so that outcomes of unknown patients
  ///   count too.
  /// - Throws: `InputError` if none was accepted.
  func requireOutcomes(ofAll: Bool) throws(InputError) {
    let read = (ofAll ? counts : part.counts).outcomes
    guard read.read > 0, read.rejected >= read.read else { return }
    throw .allOutcomesRejected(read.read, first: problems.texts.first)
  }

  /// Merges partial results with the problems and counts of the source.
  private init(
    _ parts: [PartialCohort], _ task: ReportTask, _ problems: ProblemLog, _ counts: RecordCounts
  ) {
    let empty = PartialCohort(task.query, task.contents)
    self.init(
      parts.isEmpty ? [empty] : parts, problems, counts,
      smallestGroup: task.options.smallestGroup, parameters: task.contents.cohortParameters,
      isWhole: task.options.partition == nil)
  }

  /// Merges partial results, at least one, with the problems and counts of the source.
  ///
  /// Withholding for small groups is decided here, as it depends on all patients.
  init(
    _ parts: [PartialCohort], _ problems: ProblemLog, _ counts: RecordCounts,
    assumptions: [String] = [], smallestGroup: Int? = nil,
    parameters: MeasureParameters = MeasureParameters(), isWhole: Bool = true
  ) {
    (sourceAssumptions, self.isWhole) = (assumptions, isWhole)
    // The first part is removed from the array, so that merging into it does not copy.
    var parts = parts
    var sum = parts.removeFirst()
    while !parts.isEmpty { sum.merge(parts.removeFirst()) }
    withholding = smallestGroup.map {
      CohortWithholding(
        sum.cohort, whole: sum.cohort.merged, sum.collection, parameters, smallest: $0)
    }
    sum.cohort.withholding = withholding?.rows
    sum.collection?.withheld = withholding?.parts ?? []
    phases = CohortReport.phases(sum.collection, withholding, parameters)
    flags = sum.flags?.flags
    byPeriod = sum.cohort
    whole = sum.cohort.merged
    patients = sum.patients
    zones = sum.zones
    (part, sourceProblems, sourceCounts) = (sum, problems, counts)
    sum.problems.merge(problems)
    sum.counts.merge(counts)
    if isWhole { sum.problems.add(sum.eventNames.problems) }
    self.problems = sum.problems
    self.counts = sum.counts
  }

  /// Returns the phases of treatment, except those withheld for small groups.
  private static func phases(
    _ collection: CohortCollection?, _ withholding: CohortWithholding?,
    _ parameters: MeasureParameters
  ) -> [CohortCollection.PartName: PhaseSummary] {
    let all = collection?.phases(parameters) ?? []
    let phases = Dictionary(uniqueKeysWithValues: all.map { ($0.part, $0.phases) })
    guard let withholding else { return phases }
    return Dictionary(
      uniqueKeysWithValues: all.compactMap { part, own in
        phases[.init(task: part.task, group: nil)].map {
          (part, own.withholding(withholding.counts(of: part), whole: $0))
        }
      })
  }
}
