public import AdherenceAnalytics
import Foundation
public import Scheduling

/// A record read from one line of JSON:
/// `{"patient": …, "tasks": […], "outcomes": […], "holds": […]}`.
///
/// Entries that are wrong are set aside, each with its error; the others make the record.
public struct RecordLine: Sendable {
  /// The record.
  public let record: CareRecord
  /// What is wrong with its entries, by their path in the line.
  public let problems: [InputError]

  init(record: CareRecord, problems: [InputError]) {
    self.record = record
    self.problems = problems
  }

  /// Reads a line.
  ///
  /// - Throws: `InputError` where the line is no JSON or its patient cannot be read.
  public init(_ line: String) throws(InputError) {
    let content = try JSONLine.decode(RecordContent.self, from: line)
    self.init(record: content.record, problems: content.problems)
  }
}

/// One line of JSON, decoded with errors that a person can act on.
package enum JSONLine {
  /// Decodes a value; text that is no JSON is an error that quotes it.
  package static func decode<Value: Decodable>(_ type: Value.Type, from line: String)
    throws(InputError) -> Value
  {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(line.utf8))
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(.malformed(text: line, .json))
    }
  }
}

/// An entry of a list that may fail without the others.
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
  private(set) var record: CareRecord
  private(set) var problems: [InputError] = []

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["patient", "tasks", "outcomes", "holds"])
    let patient: PatientLine = try properties.require(
      try properties.decode("patient", .object), "patient")
    record = CareRecord(patient: patient.patient)
    try read("tasks", of: properties) { (content, line: TaskLine, path) throws(InputError) in
      try content.add(line, path)
    }
    try readOutcomes(properties)
    try read("holds", of: properties) { (content, line: HoldLine, path) throws(InputError) in
      try content.add(line, path)
    }
  }

  /// Reads a list entry by entry, and notes those that are wrong.
  private mutating func read<Line: Decodable>(
    _ name: String, of properties: Properties,
    _ body: (inout RecordContent, Line, String) throws(InputError) -> Void
  ) throws(InputError) {
    let entries: [Entry<Line>] = try properties.decode(name, .list) ?? []
    for (index, entry) in entries.enumerated() {
      do throws(InputError) {
        try body(&self, try entry.result.get(), "\(name).\(index)")
      } catch {
        problems.append(error)
      }
    }
  }

  private mutating func add(_ line: TaskLine, _ path: String) throws(InputError) {
    if record.tasks.contains(where: { $0.id == line.task.id }) {
      throw InputError(.duplicate(kind: "task", id: line.task.id), field: path + ".id")
    }
    record.tasks.append(line.task)
  }

  /// Reads the outcomes; those whose occurrence does not exist are noted and stay, as unscheduled.
  private mutating func readOutcomes(_ properties: Properties) throws(InputError) {
    var paths: [String] = []
    try read("outcomes", of: properties) { (content, line: OutcomeLine, path) throws(InputError) in
      let outcome = line.outcome(in: content.record.patient.zone)
      try content.checkTask(outcome.task, path)
      content.record.outcomes.append(outcome)
      paths.append(path)
    }
    problems += record.orphans.map { index in
      let key = record.outcomes[index].key.map(\.description) ?? ""
      return InputError(.noSuch(kind: "occurrence", id: key), field: paths[index] + ".nominal")
    }
  }

  private mutating func add(_ line: HoldLine, _ path: String) throws(InputError) {
    if let task = line.hold.task { try checkTask(task, path) }
    record.holds.append(line.hold)
  }

  private func checkTask(_ id: String, _ path: String) throws(InputError) {
    guard record.tasks.contains(where: { $0.id == id }) else {
      throw InputError(.noSuch(kind: "task", id: id), field: path + ".task")
    }
  }
}

private struct PatientLine: Decodable {
  var patient: Patient

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["id", "zone", "group"])
    let name = try properties.require(try properties.text("zone"), "zone")
    guard let zone = Zone(name) else { throw properties.malformed("zone", .zone) }
    patient = Patient(
      id: try properties.require(try properties.text("id"), "id"), zone: zone,
      group: try properties.text("group"))
  }
}

private struct OutcomeLine: Decodable {
  private let task: String
  private let key: OccurrenceKey?
  private let time: Moment?
  private let values: [OutcomeValue]
  private let status: Outcome.Status

  init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder,
      known: ["task", "element", "nominal", "time", "value", "units", "kind", "values", "status"])
    task = try properties.require(try properties.text("task"), "task")
    key = try OccurrenceKey(
      element: try properties.text("element"), nominal: try properties.text("nominal"),
      path: properties.path)
    time = try properties.value("time", .moment)
    status = try properties.choice("status") ?? .completed
    values = try OutcomeLine.values(properties)
    if key == nil { _ = try properties.require(time, "time") }
  }

  /// The single `value`, or the list of `values`.
  private static func values(_ properties: Properties) throws(InputError) -> [OutcomeValue] {
    let list: [OutcomeValueLine]? = try properties.decode("values", .list)
    guard let list else { return try OutcomeValue.read(properties).map { [$0] } ?? [] }
    for name in ["value", "units", "kind"] where properties.has(name) {
      throw InputError(.conflict(with: "values"), field: properties.path(to: name))
    }
    return list.map(\.value)
  }

  /// The outcome of a patient in a zone, which local times mean.
  func outcome(in zone: Zone) -> Outcome {
    Outcome(task: task, key: key, time: time?.instant(in: zone), values: values, status: status)
  }
}

extension OccurrenceKey {
  /// Reads the two columns of a key: `nil` where both are empty, an error where one is.
  ///
  /// Errors name a column by what `path` makes of it.
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

private struct HoldLine: Decodable {
  var hold: Hold

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["task", "from", "to", "mode", "reason"])
    try Hold.checkMode(try properties.text("mode"), field: properties.path(to: "mode"))
    hold = Hold(
      task: try properties.text("task"),
      from: try properties.require(try properties.value("from", .moment), "from"),
      to: try properties.value("to", .moment), reason: try properties.text("reason"))
    try hold.checkOrder(field: properties.path(to: "to"))
  }
}
