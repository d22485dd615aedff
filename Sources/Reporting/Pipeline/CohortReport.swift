public import AdherenceAnalytics
import AdherenceStatistics
import Logging
import Scheduling

/// A cohort's adherence, by period and over the whole range, with what could not be evaluated.
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
  /// How many patients were reported on.
  public let patients: Int
  /// What is wrong or doubtful in the data, and the tasks that could not be evaluated.
  public let problems: ProblemLog
  /// How much was read and how much set aside.
  public let counts: RecordCounts
  /// What was decided where the data can be read in several ways, a sentence each.
  public private(set) var assumptions: [String] = []
  /// The rejected rows that pass whatever their share is.
  private var tolerance = 0
  /// The zones of the patients.
  public let zones: Set<String>
  /// What is withheld for small groups; `nil` where nothing is.
  let withholding: CohortWithholding?
  /// The phases of treatment of each task and group, where they were collected.
  let phases: [CohortCollection.PartName: PhaseSummary]
  /// What the patients come to, without what belongs to no one of them.
  let part: CohortPart
  let sourceProblems: ProblemLog
  let sourceCounts: RecordCounts

  /// Evaluates the patients of a source, in as many threads as the options say.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: What is asked of each.
  ///   - options: How it is done.
  /// - Throws: `InputError` where the source cannot be read or nobody passes the filter, or
  ///   `CancellationError`.
  public init(
    of source: some CohortSource, _ query: AdherenceQuery,
    _ options: ReportOptions = ReportOptions()
  ) throws {
    try self.init(of: source, ReportTask(query, options: options)) { _ in }
  }

  /// Evaluates the records that a store chooses.
  ///
  /// - Parameters:
  ///   - store: Any store.
  ///   - patients: Whose records; all unless told otherwise.
  ///   - query: What is asked of each.
  ///   - options: How it is done.
  /// - Throws: What the store says of its database, or `CancellationError`.
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
    (assumptions, tolerance) = (source.assumptions, source.tolerance)
    try check(task.options)
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
    try check(task.options)
  }

  /// Refuses what would look like an answer: a filter that nobody passes, and outcomes that were all set
  /// aside; a share may be of nobody, and the whole is looked at when shares are merged.
  private func check(_ options: ReportOptions) throws(InputError) {
    guard options.partition == nil else { return }
    if let filter = options.filter, patients == 0 {
      throw InputError(.noSuch(kind: "patient", id: filter.description), parameter: "only")
    }
    try requireOutcomes(ofAll: options.filter == nil)
    try requireFew(options)
    try requireGroup()
  }

  /// Refuses a report where more was set aside than may be.
  private func requireFew(_ options: ReportOptions) throws(InputError) {
    let read = (options.filter == nil ? counts : part.counts).outcomes
    if read.setAside > tolerance {
      try read.requireFew(upTo: options.setAsideLimit, first: problems.texts.first)
    }
    if !options.allowsLostPatients, patientsSetAside > 0 {
      throw .patientsSetAside(patientsSetAside, of: patients, first: problems.texts.first)
    }
  }

  /// Refuses a cohort that is itself too small to be told of.
  func requireGroup() throws(InputError) {
    guard let smallest = whole.smallestGroup, patients < smallest else { return }
    throw InputError(
      .outOfRange(text: "\(smallest)", rule: "be no more than the patients who are meant"),
      parameter: "smallest-group")
  }

  /// Whether anything was recorded that the report counts.
  package var hasEvents: Bool {
    whole.rows.contains { row in
      let counts = row.pooled
      return counts.done + counts.unscheduled + counts.excused > 0 || counts.progress > 0
    }
  }

  /// How many patients have no ratio because all their outcomes were set aside.
  var patientsSetAside: Int { problems.kinds["dataSetAside"] ?? 0 }

  /// Refuses outcomes that were all set aside, of which each ratio would be 0 as if nobody had done
  /// anything.
  ///
  /// - Parameter ofAll: Whether all patients are meant, so that outcomes of nobody who is known count too.
  /// - Throws: `InputError` where it is so.
  func requireOutcomes(ofAll: Bool) throws(InputError) {
    let read = (ofAll ? counts : part.counts).outcomes
    guard read.read > 0, read.setAside >= read.read else { return }
    throw .allOutcomesSetAside(read.read, first: problems.texts.first)
  }

  /// Merges parts, with what belongs to no one patient.
  private init(
    _ parts: [CohortPart], _ task: ReportTask, _ problems: ProblemLog, _ counts: RecordCounts
  ) {
    let empty = CohortPart(task.query, task.contents)
    self.init(
      parts.isEmpty ? [empty] : parts, problems, counts,
      smallestGroup: task.options.smallestGroup, parameters: task.contents.cohortParameters)
  }

  /// Merges parts, of which there is one at least, with what belongs to no one patient.
  ///
  /// What small groups withhold is decided then, and not before, as it depends on all patients.
  init(
    _ parts: [CohortPart], _ problems: ProblemLog, _ counts: RecordCounts,
    assumptions: [String] = [], smallestGroup: Int? = nil,
    parameters: MeasureParameters = MeasureParameters()
  ) {
    self.assumptions = assumptions
    // The first part grows, and nobody holds it meanwhile, so that it is not copied.
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
    byPeriod = sum.cohort
    whole = sum.cohort.merged
    patients = sum.patients
    zones = sum.zones
    (part, sourceProblems, sourceCounts) = (sum, problems, counts)
    sum.problems.merge(problems)
    sum.counts.merge(counts)
    self.problems = sum.problems
    self.counts = sum.counts
  }

  /// The phases of treatment, without what is withheld for small groups.
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
