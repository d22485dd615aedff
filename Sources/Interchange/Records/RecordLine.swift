public import AdherenceAnalytics
public import Diagnostics
import Formats
import Scheduling

/// A record parsed from one line of JSON: `{"patient": …, "tasks": […], "outcomes": […], "holds":
/// […], "namedEvents": […], "carePlans": […], "contacts": […]}`, with earlier versions of the
/// patient, if any, in `"earlierPatients"`.
///
/// Invalid entries are rejected with an error each; the others make up the record.
///
///     let line = try RecordLine(#"{"patient": {"id": "ann", "zone": "Europe/Berlin"}}"#)
///     print(line.record.patient.zone.id, line.problems.count)  // Europe/Berlin 0
///     print(try RecordLine(RecordLine.text(of: line.record)).record == line.record)  // true
public struct RecordLine: Sendable {
  /// The record.
  public let record: CareRecord
  /// The errors and warnings of its entries, by key path.
  public let problems: [InputError]

  /// The number of rejected outcomes.
  package var outcomesRejected: Int {
    problems.count { $0.field?.hasPrefix("outcomes.") == true && !$0.problem.keepsRecord }
  }

  init(record: CareRecord, problems: [InputError]) {
    self.record = record
    self.problems = problems
  }

  /// Parses a line.
  ///
  /// - Throws: `InputError` if the line is not JSON, has a duplicate property, or its patient is
  ///   invalid.
  public init(_ line: String) throws(InputError) {
    let content = try JSONLine.decode(RecordContent.self, from: line)
    self.init(record: content.builder.record, problems: content.problems)
  }
}

/// An entry of a list that may fail independently of the others.
private struct Entry<Value: Decodable>: Decodable {
  let result: Result<Value, InputError>

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try Value(from: decoder))
    } catch let error as InputError {
      result = .failure(error)
    }
  }
}

private struct RecordContent: Decodable {
  private static let names = [
    "patient", "earlierPatients", "tasks", "outcomes", "holds", "namedEvents", "carePlans",
    "contacts",
  ]
  private(set) var builder: RecordBuilder
  private(set) var problems: [InputError] = []
  /// The paths of the named events that were added.
  private var eventPaths: [String] = []

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: RecordContent.names)
    let patient: PatientLine = try properties.require(
      try properties.decode("patient", .object), "patient")
    builder = RecordBuilder(patient.patient)
    try readEarlierPatients(properties)
    try read("carePlans", of: properties) { (content, line: CarePlanLine, _) throws(InputError) in
      try content.builder.add(line.plan)
    }
    try read("contacts", of: properties) { (content, line: ContactLine, _) throws(InputError) in
      try content.builder.add(line.contact)
    }
    try read("tasks", of: properties) { (content, line: TaskProperties, _) throws(InputError) in
      try content.builder.add(line.task)
    }
    try read("holds", of: properties) { (content, line: HoldLine, _) throws(InputError) in
      try content.builder.add(try line.hold(in: content.builder.zone))
    }
    try read("namedEvents", of: properties) {
      (content, line: NamedEventLine, path) throws(InputError) in
      content.eventPaths.append(path)
      try content.builder.add(line.event, at: content.eventPaths.count - 1)
    }
    try readOutcomes(properties)
  }

  /// Reads the earlier versions of the patient.
  private mutating func readEarlierPatients(_ properties: Properties) throws(InputError) {
    var earlier: [Patient] = []
    let id = builder.record.patient.id
    try read("earlierPatients", of: properties) { (_, line: PatientLine, _) throws(InputError) in
      guard line.patient.id == id else {
        throw InputError(.outOfRange(text: line.patient.id, rule: "be '\(id)'"), field: "id")
      }
      earlier.append(line.patient)
    }
    builder.setEarlier(earlier)
  }

  /// Reads a list entry by entry, and records the errors of invalid ones.
  private mutating func read<Line: Decodable>(
    _ name: String, of properties: Properties,
    _ body: (inout RecordContent, Line, String) throws(InputError) -> Void
  ) throws(InputError) {
    let entries: [Entry<Line>] = try properties.decode(name, .list) ?? []
    for (index, entry) in entries.enumerated() {
      let path = "\(name).\(index)"
      do throws(InputError) {
        let line = try entry.result.get()
        do throws(InputError) {
          try body(&self, line, path)
        } catch {
          throw error.within(path)
        }
      } catch {
        problems.append(error)
      }
    }
  }

  /// Reads the outcomes; those with warnings are kept.
  private mutating func readOutcomes(_ properties: Properties) throws(InputError) {
    var paths: [String] = []
    try read("outcomes", of: properties) { (content, line: OutcomeLine, path) throws(InputError) in
      let zone = content.builder.zone
      let position = try content.builder.add(line.outcome(in: zone))
      if position == paths.count { paths.append(path) }
    }
    problems += builder.finish().map { $0.error.within(eventPaths[$0.place]) }
    problems += builder.record.warnings.map { $0.error.within(paths[$0.position]) }
  }
}

extension InputError {
  /// Returns the error with a path before its field, unless it has that prefix already.
  func within(_ path: String) -> InputError {
    var error = self
    error.field = field.map { $0.hasPrefix(path + ".") ? $0 : "\(path).\($0)" } ?? path
    return error
  }
}

private struct PatientLine: Decodable {
  let patient: Patient

  init(from decoder: any Decoder) throws {
    patient = try Patient(Properties(of: decoder, known: Patient.fieldNames))
  }
}

private struct CarePlanLine: Decodable {
  let plan: CarePlan

  init(from decoder: any Decoder) throws {
    plan = try CarePlan(Properties(of: decoder, known: CarePlan.fieldNames))
  }
}

private struct ContactLine: Decodable {
  let contact: Contact

  init(from decoder: any Decoder) throws {
    contact = try Contact(Properties(of: decoder, known: Contact.fieldNames))
  }
}

private struct NamedEventLine: Decodable {
  let event: NamedEvent

  init(from decoder: any Decoder) throws {
    event = try NamedEvent(Properties(of: decoder, known: NamedEvent.fieldNames))
  }
}

private struct HoldLine: Decodable {
  private let properties: Properties

  init(from decoder: any Decoder) throws {
    properties = try Properties(of: decoder, known: Hold.fieldNames)
  }

  /// Returns the hold of a patient; the zone orders its bounds.
  func hold(in zone: Zone) throws(InputError) -> Hold { try Hold(properties, in: zone) }
}

extension Outcome {
  /// The columns of `outcomes.csv` besides the patient.
  package static let columns =
    ["task", "element", "nominal", "time", "value", "units", "kind", "type", "status"] + fieldNames
}

/// An outcome as an entry of a record line.
struct OutcomeLine: Decodable {
  private var outcome: Outcome
  private let time: LocalOrInstant?

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: Outcome.columns + ["values"])
    let task = try properties.require(try properties.text("task"), "task")
    let key = try OccurrenceKey(
      element: try properties.text("element"), nominal: try properties.text("nominal"),
      path: properties.path)
    time = try properties.value("time", .moment)
    if key == nil { _ = try properties.require(time, "time") }
    outcome = Outcome(
      task: task, key: key, time: time?.instant(in: .utc),
      values: try properties.outcomeValues(),
      status: try properties.choice("status") ?? .completed)
    try outcome.read(properties)
  }

  /// Returns the outcome of a patient, with local times interpreted in a zone.
  func outcome(in zone: Zone) -> Outcome {
    var outcome = outcome
    outcome.time = time?.instant(in: zone)
    return outcome
  }
}

/// One of several values.
private struct ValueLine: Decodable {
  let value: OutcomeValue

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["value", "units", "kind", "type"])
    value = try properties.require(try properties.outcomeValue(), "value")
  }
}

extension Properties {
  /// Returns the values: a single one among the outcome's properties, or a list.
  func outcomeValues() throws(InputError) -> [OutcomeValue] {
    let lines: [ValueLine] = try decode("values", .list) ?? []
    guard let value = try outcomeValue() else { return lines.map(\.value) }
    if has("values") { throw InputError(.conflict(with: "values"), field: path(to: "value")) }
    return [value]
  }

  /// Returns the value of this object with its units, kind and type; `nil` without one.
  fileprivate func outcomeValue() throws(InputError) -> OutcomeValue? {
    let units = try text("units")
    let kind = try text("kind")
    return try typedValue().map { OutcomeValue($0, units: units, kind: kind) }
  }
}

extension OccurrenceKey {
  /// Parses the two columns of a key: `nil` if both are empty, an error if one is.
  ///
  /// `path` returns the key path of a column for error messages.
  init?(element: String?, nominal: String?, path: (String) -> String) throws(InputError) {
    if element == nil && nominal == nil { return nil }
    guard let element else { throw InputError(.missing, field: path("element")) }
    guard let nominal else { throw InputError(.missing, field: path("nominal")) }
    let isSecondPass = nominal.hasSuffix(";fold=1")
    guard let time = CivilDateTime(isSecondPass ? String(nominal.dropLast(7)) : nominal) else {
      throw InputError(.malformed(text: nominal, .dateTime), field: path("nominal"))
    }
    self.init(element: element, nominal: time, isSecondPass: isSecondPass)
  }
}
