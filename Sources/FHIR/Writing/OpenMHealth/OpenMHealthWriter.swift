public import AdherenceAnalytics
public import Diagnostics
import Formats
import Interchange
import Scheduling

/// Writes medication intake as Open mHealth data points, one per line.
///
///     let writer = try OpenMHealthWriter(path, AdherenceQuery(january, by: .week))
///     let problems = try writer.write(record)  // properties that Open mHealth cannot represent
///     try writer.finish()
///
/// The output contains a `medication-adherence-percent` (2.0) for each medication and period with
/// anything due, and a `single-medication-dose-taken` (1.0) or
/// `reason-single-medication-dose-not-taken` (1.0) for each outcome. The output is deterministic
/// for the same records in the same order.
public final class OpenMHealthWriter {
  private let query: AdherenceQuery
  private var evaluator: AdherenceEvaluator
  private let file: OutputFile

  /// Creates a writer for a file.
  ///
  /// - Throws: `InputError` if it cannot be written.
  public init(_ path: String, _ query: AdherenceQuery) throws(InputError) {
    self.query = query
    evaluator = AdherenceEvaluator(query)
    file = try OutputFile(path: path)
  }

  /// Writes a record.
  ///
  /// - Returns: What Open mHealth cannot represent and was omitted.
  /// - Throws: `InputError` if the disk is full.
  public func write(_ record: CareRecord) throws(InputError) -> [InputError] {
    let compiled = CompiledRecord(record, query)
    var points = DataPoints(compiled, evaluator.adherence(of: compiled), query)
    points.write()
    try file.write(points.bytes)
    return points.problems
  }

  /// Renames the finished file to its final name.
  ///
  /// - Throws: `InputError` if the file cannot be written or renamed.
  public func finish() throws(InputError) { try file.finish() }
}

/// The data points of one patient's record.
struct DataPoints {
  private let record: CareRecord
  private let answer: PatientAdherence
  private let moments: QueryMoments
  private let query: AdherenceQuery
  private let medications: [String: CareTask]
  /// The data points as NDJSON.
  private(set) var bytes: [UInt8] = []
  /// What Open mHealth cannot represent.
  private(set) var problems: [InputError] = []

  init(_ compiled: CompiledRecord, _ answer: PatientAdherence, _ query: AdherenceQuery) {
    (record, moments) = (compiled.record, compiled.moments)
    (self.answer, self.query) = (answer, query)
    let last = record.tasks.byID.compactMap { [zone = moments.zone] versions in
      versions.inForce(in: zone).last?.record
    }
    medications = Dictionary(
      last.filter(\.isMedication).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func write() {
    for series in answer.tasks {
      guard let task = series.task.flatMap({ medications[$0] }) else { continue }
      for index in answer.spans.indices { write(series.periods[index], answer.spans[index], task) }
    }
    var numbers: [ResourceID: Int] = [:]
    for outcome in record.outcomes {
      guard let task = medications[outcome.task] else { continue }
      let event = EventName(
        outcome, of: record.patient.id, isMedication: true, &numbers)
      write(outcome, event.name.id, task)
    }
  }

  /// Writes the percentage of a period, if anything was due.
  private mutating func write(_ adherence: Adherence, _ span: PeriodSpan, _ task: CareTask) {
    guard let percent = adherence.percent(decimals: 1, query.numerator) else { return }
    let last = span.end.adding(days: -1)
    let id = ResourceID([
      "adherence", record.patient.id, task.id, span.start.description, last.description,
    ])
    let bounds = (instant(span.start, query.dayBoundary), instant(span.end, query.dayBoundary))
    append(id, .adherence, created: moments.asOf) { json in
      json.property(
        "medication_prescription",
        object: { json in
          json.medication(task)
          json.property("schedule", items: [Never]()) { _, _ in }
        })
      json.timeFrame(bounds.0, bounds.1)
      json.property("medication_adherence_percent", object: { $0.unitValue(percent, "%") })
    }
  }

  /// Writes an outcome: the dose, or why it was not taken.
  private mutating func write(_ outcome: Outcome, _ id: ResourceID, _ task: CareTask) {
    guard let frame = frame(of: outcome) else { return note(.noTime, task) }
    let created = outcome.recordedAt ?? outcome.time ?? moments.asOf
    if outcome.isNegative {
      append(id, .notTaken, created: created) { json in
        json.medication(task)
        json.timeFrame(frame.from, frame.to)
        json.property("reason_for_missing_dose", outcome.reason)
      }
    } else if let dose = task.dose(of: outcome) {
      append(id, .taken, created: created) { json in
        json.medication(task)
        json.property("dose", object: { $0.unitValue(dose.amount, dose.unit) })
        json.timeFrame(frame.from, frame.to)
      }
    } else {
      note(.doseUnknown, task)
    }
  }

  /// Reports a problem with the outcomes of a task, once.
  private mutating func note(_ rule: InputError.Rule, _ task: CareTask) {
    let problem = InputError(
      .against(rule, text: ""), field: "task \(task.id)", source: "patient \(record.patient.id)")
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns the time of an outcome: an instant, or its planned day if the time is unknown.
  private func frame(of outcome: Outcome) -> (from: Instant, to: Instant?)? {
    if let time = outcome.time { return (time, nil) }
    guard let day = outcome.key?.nominal.date else { return nil }
    return (instant(day, .midnight), instant(day.adding(days: 1), .midnight))
  }

  private func instant(_ day: CivilDate, _ time: CivilTime) -> Instant {
    moments.zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: time))
  }

  private mutating func append(
    _ id: ResourceID, _ schema: PointSchema, created: Instant, _ body: (inout JSONBytes) -> Void
  ) {
    var json = JSONBytes()
    json.object { json in
      json.property(
        "header",
        object: { json in
          json.property("id", id.text)
          json.property("creation_date_time", created.description)
          json.property("schema_id", object: { $0.schema(schema) })
          json.string("user_id", record.patient.id)
        })
      json.property("body", object: body)
    }
    bytes += json.bytes
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// The Open mHealth schemas and their versions.
private enum PointSchema {
  case adherence, taken, notTaken

  var name: String {
    switch self {
    case .adherence: "medication-adherence-percent"
    case .taken: "single-medication-dose-taken"
    case .notTaken: "reason-single-medication-dose-not-taken"
    }
  }

  var version: String { self == .adherence ? "2.0" : "1.0" }
}

extension Outcome {
  /// The reason for a missed dose: the notes, otherwise a generic text.
  fileprivate var reason: String {
    let words = notes.map(\.words).filter { !$0.isEmpty }
    if !words.isEmpty { return words.joined(separator: "; ") }
    return status == .completed ? "not taken" : status.rawValue
  }
}

extension JSONBytes {
  fileprivate mutating func schema(_ schema: PointSchema) {
    property("namespace", "omh")
    property("name", schema.name)
    property("version", schema.version)
  }

  /// Writes a medication.
  ///
  /// The schema requires a strength, which is unknown, so it is an empty list.
  fileprivate mutating func medication(_ task: CareTask) {
    property(
      "medication",
      object: { json in
        json.property("generic_name", task.words)
        json.property("strength", items: [Never]()) { _, _ in }
      })
  }

  fileprivate mutating func unitValue(_ value: Double, _ unit: String) {
    number("value", value)
    property("unit", unit)
  }

  /// Writes a time, or an interval if there is an end.
  fileprivate mutating func timeFrame(_ from: Instant, _ to: Instant?) {
    property(
      "effective_time_frame",
      object: { json in
        guard let to else { return json.property("date_time", from.description) }
        json.property(
          "time_interval",
          object: { json in
            json.property("start_date_time", from.description)
            json.property("end_date_time", to.description)
          })
      })
  }
}
