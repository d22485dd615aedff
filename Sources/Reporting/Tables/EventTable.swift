public import AdherenceAnalytics
public import Scheduling

/// The rows of `regimen events`: one per occurrence, and one per outcome that belongs to none, in
/// order of time.
///
/// An occurrence that was moved stands in the list of the day it counts on, its `day`, and in that of
/// the day of its `start`.
public enum EventTable {
  /// The columns, in order; instants are UTC, `local` is what the patient's clock shows at `start`.
  public static let columns = [
    "patient", "group", "task", "key", "element", "nominal", "day", "start", "local", "end", "open",
    "close", "expiry", "state", "timing", "progress", "value", "target", "uncredited", "time",
    "events", "due", "hold", "disposition",
  ]

  /// Which rows of a record are wanted; empty means all.
  public struct Selection: Sendable {
    /// The ids of the patients.
    public var patients: Set<String>
    /// The ids of the tasks.
    public var tasks: Set<String>

    /// Selects rows.
    public init(patients: Set<String> = [], tasks: Set<String> = []) {
      self.patients = patients
      self.tasks = tasks
    }
  }

  /// Writes the rows of a source's patients, one patient after the other.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: What is asked of each; its period plays no part.
  ///   - selection: Which rows are wanted.
  ///   - format: The form of the table.
  ///   - body: Takes the text, part by part.
  /// - Returns: What is wrong or doubtful in the data, and the tasks that could not be evaluated.
  /// - Throws: `InputError` where the selection names what the source lacks, what its reader throws, and
  ///   what `body` throws.
  public static func write(
    _ source: some CohortSource, _ query: AdherenceQuery, _ selection: Selection = Selection(),
    _ format: TableFormat, to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) -> ProblemLog {
    let places = try selection.places(in: source)
    var unknown = selection.tasks
    var table = TableWriter(columns: columns, format: format)
    var problems = ProblemLog()
    problems.add(source.problems)
    var reader = try source.makeReader()
    for run in places.ranges {
      try reader.read(run) { entry throws(InputError) in
        unknown.subtract(entry.record.tasks.map(\.id))
        let answer = rows(of: entry.record, query, selection)
        for row in answer.rows { table.write(row) }
        problems.add(entry.examined(answer.compiled).problems)
        problems.add(answer.problems)
        if table.buffer.count > 1 << 20 { try body(table.take()) }
      }
    }
    if let task = unknown.min() {
      throw InputError(.noSuch(kind: "task", id: task), field: "--task")
    }
    table.finish()
    try body(table.take())
    return problems
  }

  /// The rows of one record.
  ///
  /// - Returns: The rows, the tasks that could not be evaluated, and the record as it was compiled for that.
  static func rows(
    of record: CareRecord, _ query: AdherenceQuery, _ selection: Selection = Selection()
  ) -> (rows: [[Cell]], problems: [InputError], compiled: CompiledRecord?) {
    guard selection.patients.isEmpty || selection.patients.contains(record.patient.id),
      record.isKnown(at: query.asKnownAt)
    else { return ([], [], nil) }
    let compiled = CompiledRecord(record, query)
    var list = EventList(of: compiled.record)
    var evaluator = AdherenceEvaluator(query)
    let problems = evaluator.evaluateTasks(of: compiled, selection.tasks) { list.add($0) }
    return (list.cells, problems, compiled)
  }
}

extension EventTable.Selection {
  /// The places of the patients that are meant; a name that no patient has is refused, as an empty list
  /// would look like an answer.
  fileprivate func places(in source: some CohortSource) throws(InputError) -> RangeSet<Int> {
    let ids = source.patientIDs
    if patients.isEmpty { return RangeSet(ids.indices) }
    if let unknown = patients.subtracting(ids).min() {
      throw InputError(.noSuch(kind: "patient", id: unknown), field: "--patient")
    }
    return ids.indices(where: patients.contains)
  }
}

/// One patient's events while they are put in order.
private struct EventList {
  private let record: CareRecord
  private let zone: Zone
  private var rows: [(time: Instant, cells: [Cell])] = []

  init(of record: CareRecord) {
    self.record = record
    zone = record.patientZone
  }

  /// The version of the patient that a day's rows name.
  private func patient(on day: CivilDate, _ boundary: CivilTime) -> Patient {
    record.earlierPatients.isEmpty ? record.patient : record.patient(on: day, dayBoundary: boundary)
  }

  /// The rows in order of time; those of one moment in the order of the record.
  var cells: [[Cell]] {
    rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }.map { rows[$0].cells }
  }

  /// Adds the occurrences and the unscheduled outcomes of a task.
  mutating func add(_ evaluation: TaskEvaluation) {
    for occurrence in evaluation.found { add(occurrence, evaluation) }
    for outcome in evaluation.unscheduled { add(outcome, evaluation) }
  }

  private mutating func add(_ event: ScoredOccurrence, _ evaluation: TaskEvaluation) {
    let start = event.occurrence.start
    let sums = event.sums
    let cells: [Cell] = [
      .text(event.day.description), .text(start.description),
      .text(zone.civil(at: start).description),
      .text(evaluation.plan.end(of: event.occurrence).description),
      .text(event.window.open.description), .text(event.window.close.description),
      .text(event.window.expiry.description), .text(event.state.rawValue),
      Cell(event.timing?.rawValue), .number(event.progress),
      event.timing == nil ? .empty : .number(sums.value), .exact(sums.target),
      .integer(sums.uncredited), Cell(event.time?.description), .integer(event.events),
      .boolean(evaluation.isDue(event)), Cell(evaluation.plan.holdLabel(at: start)), .empty,
    ]
    rows.append(
      (start, names(evaluation, evaluation.plan.key(of: event.occurrence), event.day) + cells))
  }

  private mutating func add(_ event: UnscheduledOutcome, _ evaluation: TaskEvaluation) {
    let outcome = event.outcome
    let planned = outcome.key.map { zone.firstInstant(atOrAfter: $0.nominal) }
    let time = outcome.time ?? planned ?? .earliest
    let amount = outcome.values.reduce(0) { $0 + $1.amount }
    let cells: [Cell] =
      [.text(event.day.description)] + Array(repeating: .empty, count: 6) + [
        .text("unscheduled"), .empty, .empty, outcome.values.isEmpty ? .empty : .number(amount),
        .empty, .empty, Cell(outcome.time?.description), .empty, .boolean(false),
        Cell(evaluation.plan.holdLabel(at: time)), .text(event.disposition.rawValue),
      ]
    rows.append((time, names(evaluation, outcome.key, event.day) + cells))
  }

  private func names(
    _ evaluation: TaskEvaluation, _ key: OccurrenceKey?, _ day: CivilDate
  ) -> [Cell] {
    let patient = patient(on: day, evaluation.query.dayBoundary)
    let nominal = key.map { "\($0.nominal)\($0.isSecondPass ? ";fold=1" : "")" }
    return [
      .text(patient.id), Cell(patient.group), .text(evaluation.task.id), Cell(key?.description),
      Cell(key?.element), Cell(nominal),
    ]
  }
}

extension TaskEvaluation {
  /// Whether an occurrence is in the denominator.
  fileprivate func isDue(_ occurrence: ScoredOccurrence) -> Bool {
    query.standing(of: occurrence, asOf: asOf) == .due
  }
}

extension TaskPlan {
  /// The reason of the first hold that a moment lies in, or its mode where no reason is given.
  fileprivate func holdLabel(at moment: Instant) -> String? {
    holds(at: moment).first.map { $0.reason ?? $0.mode.rawValue }
  }
}
