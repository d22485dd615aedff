import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A CareKit value, recorded or as a target.
struct CareKitValue {
  var content: OutcomeValue.Content
  var units: String?
  var kind: String?
  /// When it was created.
  var created: Instant?
  /// Whether it has the type double and an integer value.
  var isWholeDouble = false
}

extension EntityReader {
  /// The types of values.
  private enum ValueKind: String, CaseIterable {
    case integer, double, boolean, text, binary, date
  }

  mutating func value(_ node: JSONNode) throws(InputError) -> CareKitValue {
    let node = try node.asObject
    let name = try node.required("type", try node.text("type"))
    guard let type = ValueKind(rawValue: name) else {
      let allowed = ValueKind.allCases.map(\.rawValue)
      throw InputError(.notOneOf(text: name, allowed: allowed), field: "\(node.field).type")
    }
    let content = try content(try node.required("value", node["value"]), type)
    var value = CareKitValue(content: content)
    value.units = try node.text("units")
    value.kind = try node.text("kind")
    value.created = try dates.date("createdDate", of: node)
    if type == .double, case .number(let number) = content {
      value.isWholeDouble = number == number.rounded()
    }
    return value
  }

  private mutating func content(
    _ node: JSONNode, _ type: ValueKind
  ) throws(InputError) -> OutcomeValue.Content {
    switch type {
    case .integer:
      guard let whole = node.wholeNumber else { throw node.isNot(.wholeNumber) }
      if whole.magnitude > 1 << 53 { report(node.notes(.largeInteger)) }
      return .number(Double(whole))
    case .double:
      guard let number = node.number else { throw node.isNot(.number) }
      guard number.isFinite else { throw node.breaks("be finite") }
      return .number(number)
    case .boolean:
      guard let truth = node.boolean else { throw node.isNot(.boolean) }
      return .boolean(truth)
    case .text:
      guard let text = node.text else { throw node.isNot(.text) }
      return .text(text)
    case .binary:
      guard let text = node.text else { throw node.isNot(.base64) }
      return try ValueType.data.value(text, field: node.field)
    case .date: return .date(.instant(try dates.date(node)))
    }
  }
}

/// An outcome with the CareKit index of its event.
struct CountedOutcome {
  var outcome: Outcome
  /// The zero-based index of the event in the task's version.
  let index: Int
  /// The field that links to the task.
  let link: String
}

extension EntityReader {
  mutating func outcome(_ node: JSONNode) throws(InputError) -> Draft<CountedOutcome> {
    var facts = try EntityFacts(node, &dates)
    let index = try node.required("taskOccurrenceIndex", try node.whole("taskOccurrenceIndex"))
    if index < 0, let value = node["taskOccurrenceIndex"] { throw value.breaks("be 0 or more") }
    let task = try node.required("taskUUID", try node.link("taskUUID", database: "taskID"))
    var values: [CareKitValue] = []
    for value in try node.list("values") { values.append(try self.value(value)) }
    let time = values.compactMap(\.created).min() ?? facts.created ?? facts.effective
    keep(values, at: time, in: &facts)
    var outcome = Outcome(
      task: "", time: time,
      values: values.map { OutcomeValue($0.content, units: $0.units, kind: $0.kind) })
    let name = try node.text(node["id"] == nil ? "entityId" : "id")
    outcome.id = name ?? "\(task)_\(index)"
    outcome.recordedAt = facts.recordedAt
    outcome.isDeleted = facts.deleted != nil
    (outcome.group, outcome.tags, outcome.notes) = (facts.group, facts.tags, facts.notes)
    (outcome.remoteID, outcome.userInfo) = (facts.remoteID, facts.userInfo)
    let link = node["taskUUID"] == nil ? "taskID" : "taskUUID"
    return Draft(
      CountedOutcome(outcome: outcome, index: index, link: link), facts, owner: task, at: location)
  }

  /// Keeps the type and time information of values that an outcome cannot hold.
  private func keep(_ values: [CareKitValue], at time: Instant?, in facts: inout EntityFacts) {
    for (number, value) in values.enumerated() {
      if value.isWholeDouble { facts.keep("values.\(number).type", "double") }
      if value.created != time {
        facts.keep("values.\(number).createdDate", value.created?.description)
      }
    }
    if facts.effective != time { facts.keep("effectiveDate", facts.effective?.description) }
    if facts.deleted != facts.recordedAt {
      facts.keep("deletedDate", facts.deleted?.description)
    }
  }
}
