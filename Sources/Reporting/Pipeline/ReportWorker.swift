import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The rows of consecutive patients.
struct ReportBlock: Sendable {
  /// The rows of each table; for a database, the bytes of all tables in one buffer.
  var tables: [TableRows] = []
  /// The size of each patient's rows by table: in bytes, or in rows for a database.
  var patients: [PatientSize] = []
  struct PatientSize: Sendable, Hashable {
    var id: String
    var sizes: [Int]
  }
}

/// Evaluates patients, and encodes their rows.
final class ReportWorker: BlockWorker {
  private let task: ReportTask
  private var evaluator: PatientEvaluator
  private var page: PatientFactsMaker?
  private var rows: ReportRows?
  /// The partial results.
  private(set) var part: PartialCohort
  private var block = ReportBlock()
  /// For a database, the rows of all tables.
  private var gathered: [UInt8] = []

  init(_ task: ReportTask) {
    self.task = task
    evaluator = PatientEvaluator(task.query, task.contents)
    rows = task.encoding.map { ReportRows(task.query, task.contents, $0) }
    part = PartialCohort(task.query, task.contents)
    part.flags?.isCompared = task.options.previousFlags != nil
    if task.contents.hasPage {
      page = PatientFactsMaker(task.query, task.contents.parameters)
    }
  }

  func add(_ entry: CohortEntry) {
    let entry = entry.withoutLostData
    let patient = evaluator.evaluate(entry.record)
    add(entry.examined(patient.compiled), patient)
  }

  private func add(_ entry: CohortEntry, _ patient: EvaluatedPatient) {
    part.add(entry, patient.adherence, patient.measures, task.options.grouping)
    part.add(patient.values, of: patient.adherence, task.options.grouping)
    part.add(patient.figures, of: patient.adherence, task.options.grouping)
    part.add(patient.phases, of: patient.adherence, task.options.grouping)
    part.add(patient.compiled.conversions)
    if let measures = patient.measures { addFlags(of: entry.record, patient.adherence, measures) }
    guard let buffers = rows?.buffers else { return }
    let before = buffers.map(size)
    rows?.write(patient)
    if task.measuresPatients {
      block.patients.append(
        ReportBlock.PatientSize(
          id: entry.record.patient.id, sizes: zip(buffers, before).map { size(of: $0) - $1 }))
    }
    if task.encoding == .binary { gather(buffers) }
  }

  /// Adds the flags of a patient, and the data for the page.
  private func addFlags(
    of record: CareRecord, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) {
    let contents = task.contents
    guard contents.collectsFlags else { return }
    let flags = PatientFlags(
      of: record, measures, task.query, contents.parameters, mainTask: contents.mainTask)
    let entry = FlagCollection.Entry(
      patient: patient.patient.id, group: patient.patient.group, flags: flags.flags + flags.falls,
      previous: task.options.previousFlags?.flags(of: patient.patient.id) ?? [])
    part.flags?.add(entry, tests: flags.tests)
    guard let page else { return }
    part.titles.add(record.tasks)
    part.page?.add(page.facts(of: record, patient, measures, flags), patient, measures)
  }

  var size: Int {
    rows?.buffers.reduce(gathered.count) { $0 + $1.size } ?? 0
  }

  private func size(of rows: RowBuffer) -> Int {
    task.encoding == .binary || task.encoding == .columns ? rows.rowCount : rows.count
  }

  /// Appends the rows of a patient's tables to one buffer, so that a database gets them in an order
  /// that does not depend on the blocks.
  private func gather(_ buffers: [RowBuffer]) {
    for (table, rows) in buffers.enumerated() {
      BinaryRows.append(rows, of: table, to: &gathered)
      rows.removeAll()
    }
  }

  func take() -> ReportBlock {
    defer { (block, gathered) = (ReportBlock(), []) }
    block.tables =
      task.encoding == .binary
      ? [.bytes(gathered)] : rows?.buffers.map { $0.takeRows() } ?? []
    return block
  }
}
