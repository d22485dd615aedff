public import AdherenceAnalytics
import Foundation
public import Scheduling

extension CareRecord {
  /// Reads a record from one line of JSON: `{"patient": …, "tasks": […], "outcomes": […], "holds": […]}`.
  ///
  /// - Throws: ``InputError`` with the path of the property that is wrong.
  public init(line: String) throws(InputError) {
    self = try JSONLine.decode(RecordLine.self, from: line).record
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

private struct RecordLine: Decodable {
  var record: CareRecord

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["patient", "tasks", "outcomes", "holds"])
    let patient: PatientLine = try properties.require(
      try properties.decode("patient", .object), "patient")
    let tasks: [TaskLine] = try properties.decode("tasks", .list) ?? []
    let outcomes: [OutcomeLine] = try properties.decode("outcomes", .list) ?? []
    let holds: [HoldLine] = try properties.decode("holds", .list) ?? []
    record = CareRecord(
      patient: patient.patient, tasks: tasks.map(\.task),
      outcomes: outcomes.map { $0.outcome(in: patient.patient.zone) }, holds: holds.map(\.hold))
    try checkNames()
  }

  private func checkNames() throws(InputError) {
    var ids: Set<String> = []
    for (index, task) in record.tasks.enumerated() where !ids.insert(task.id).inserted {
      throw InputError(.duplicate(kind: "task", id: task.id), field: "tasks.\(index).id")
    }
    for (index, outcome) in record.outcomes.enumerated() where !ids.contains(outcome.task) {
      throw InputError(.noSuch(kind: "task", id: outcome.task), field: "outcomes.\(index).task")
    }
    for (index, hold) in record.holds.enumerated() {
      if let task = hold.task, !ids.contains(task) {
        throw InputError(.noSuch(kind: "task", id: task), field: "holds.\(index).task")
      }
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
      known: ["task", "element", "nominal", "time", "value", "units", "kind", "status"])
    task = try properties.require(try properties.text("task"), "task")
    key = try OccurrenceKey(
      element: try properties.text("element"), nominal: try properties.text("nominal"),
      path: properties.path)
    time = try properties.value("time", .moment)
    status = try properties.choice("status") ?? .completed
    let units = try properties.text("units")
    let kind = try properties.text("kind")
    let content: JSONContent? = try properties.decode("value", .number)
    values = content.map { [OutcomeValue($0.content, units: units, kind: kind)] } ?? []
    if key == nil { _ = try properties.require(time, "time") }
  }

  /// The outcome of a patient in a zone, which local times mean.
  func outcome(in zone: Zone) -> Outcome {
    Outcome(task: task, key: key, time: time?.instant(in: zone), values: values, status: status)
  }
}

extension OccurrenceKey {
  /// Reads the two columns of a key: `nil` where both are empty, an error where one is.
  ///
  /// - Parameter path: Makes the name of a column into what an error calls it.
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
