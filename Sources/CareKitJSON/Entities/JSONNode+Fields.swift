import Diagnostics
import Formats
import Interchange
import Scheduling

// Typed access to members: absent and null are `nil`, and a member of another type is an error.
extension JSONNode {
  func text(_ name: StaticString) throws(InputError) -> String? {
    guard let node = self[name] else { return nil }
    return try node.asText
  }

  func whole(_ name: StaticString) throws(InputError) -> Int? {
    guard let node = self[name] else { return nil }
    guard let number = node.wholeNumber else { throw node.isNot(.wholeNumber) }
    return number
  }

  func truth(_ name: StaticString) throws(InputError) -> Bool? {
    guard let node = self[name] else { return nil }
    guard let truth = node.boolean else { throw node.isNot(.boolean) }
    return truth
  }

  func object(_ name: StaticString) throws(InputError) -> JSONNode? {
    guard let node = self[name] else { return nil }
    return try node.asObject
  }

  func list(_ name: StaticString) throws(InputError) -> [JSONNode] {
    guard let node = self[name] else { return [] }
    guard node.kind == .array else { throw node.isNot(.list) }
    return node.elements
  }

  func texts(_ name: StaticString) throws(InputError) -> [String] {
    try list(name).map { node throws(InputError) in try node.asText }
  }

  /// Returns a required value.
  func required<Value>(_ name: StaticString, _ value: Value?) throws(InputError) -> Value {
    guard let value else { throw lacks(name) }
    return value
  }

  var asText: String {
    get throws(InputError) {
      guard let text else { throw isNot(.text) }
      return try InputError.requireFewMarks(text, field: field)
    }
  }

  var asObject: JSONNode {
    get throws(InputError) {
      guard kind == .object else { throw isNot(.object) }
      return self
    }
  }
}

// Errors about a value, with its key path within the entity.
extension JSONNode {
  func isNot(_ expected: InputError.Expected) -> InputError {
    InputError(.malformed(text: source, expected), field: field)
  }

  func breaks(_ rule: String) -> InputError {
    InputError(.outOfRange(text: source, rule: rule), field: field)
  }

  func lacks(_ name: StaticString) -> InputError {
    InputError(.missing, field: field.isEmpty ? "\(name)" : "\(field).\(name)")
  }

  func notes(_ rule: InputError.Rule) -> InputError {
    InputError(.against(rule, text: kind == .object ? "" : source), field: field)
  }

  /// The key path within the entity, such as `schedule.elements.0.start`.
  var field: String {
    var steps = path[...]
    if steps.first == .member("object") { steps.removeFirst() }
    return steps.map { step in
      switch step {
      case .member(let name): name
      case .element(let number): "\(number)"
      }
    }.joined(separator: ".")
  }
}
