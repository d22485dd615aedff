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
