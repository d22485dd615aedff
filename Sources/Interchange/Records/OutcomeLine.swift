package import AdherenceAnalytics
import Diagnostics
import Scheduling

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
