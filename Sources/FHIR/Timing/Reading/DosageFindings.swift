import Interchange
import Scheduling

/// What is found on the way through the dosages of a request.
struct DosageFindings {
  /// The value from which paths begin.
  let resource: JSONNode?
  /// What is doubtful.
  private(set) var notes: [InputError] = []

  init(in resource: JSONNode?) { self.resource = resource }

  /// The most notes of one kind: a path is found by a search, and a list may be long.
  private static let most = 8

  /// Notes that a value is doubtful.
  mutating func note(_ rule: InputError.Rule, at node: JSONNode?) {
    guard notes.count(where: { $0.problem.kind == rule.code }) < DosageFindings.most else { return }
    notes.append(error(rule, at: node))
  }

  /// The error of a value that breaks a rule.
  func error(_ rule: InputError.Rule, at node: JSONNode?) -> InputError {
    node?.breaks(rule, in: resource) ?? InputError(.against(rule, text: ""))
  }

  /// The error of a value that is not what FHIR has in its place.
  func malformed(_ node: JSONNode, _ text: String) -> InputError {
    error(InputError.Rule(InputError.Rule.malformed.code, text), at: node)
  }

  /// A length as a period.
  func period(_ length: TimingLength, at node: JSONNode?) throws(InputError) -> ISODuration {
    do { return try length.period() } catch {
      switch error {
      case .fraction: throw self.error(.fractionalPeriod, at: node)
      case .tooLong: throw self.error(.tooLong, at: node)
      }
    }
  }
}

// Values of a type; what is absent is `nil`.
extension DosageFindings {
  /// A whole number from 1.
  func positive(_ node: JSONNode?) throws(InputError) -> Int? {
    guard let node else { return nil }
    guard let number = node.wholeNumber, 1...Int(Int32.max) ~= number else {
      throw malformed(node, "is no whole number from 1 (as in 2)")
    }
    return number
  }

  /// A decimal.
  func decimal(_ node: JSONNode?) throws(InputError) -> DecimalNumber? {
    guard let node else { return nil }
    guard let number = DecimalNumber(node) else {
      throw malformed(node, "is no number that can be counted (as in 2.5)")
    }
    return number
  }

  /// A unit of time.
  func unit(_ node: JSONNode?) throws(InputError) -> UnitOfTime? {
    guard let node else { return nil }
    guard let unit = node.text.flatMap(UnitOfTime.init) else {
      throw malformed(node, "is no unit of time (use s, min, h, d, wk, mo or a)")
    }
    return unit
  }

  /// A `dateTime`; what it leaves open is noted.
  mutating func dateTime(_ node: JSONNode?) throws(InputError) -> FHIRDateTime? {
    guard let node else { return nil }
    guard let moment = FHIRDateTime(node) else {
      throw malformed(
        node, "is no date or date-time (as in 2024-02-29 or 2024-02-29T08:00:00+01:00)")
    }
    if moment.lacksOffset { note(.missingOffset, at: node) }
    return moment
  }

  /// A Duration, which is longer than nothing.
  func length(_ node: JSONNode?) throws(InputError) -> TimingLength? {
    guard let node else { return nil }
    try object(node)
    guard let amount = node["value"] else { throw malformed(node, "has no value (add 'value')") }
    guard let value = try decimal(amount), value.sign > 0 else {
      throw malformed(amount, "must be more than 0")
    }
    if let comparator = node["comparator"] {
      throw malformed(comparator, "compares, and says no length (leave it out)")
    }
    guard let unit = try unit(node["code"] ?? node["unit"]) else {
      throw malformed(node, "has no unit (add 'code')")
    }
    return TimingLength(value: value, unit: unit)
  }

  /// The elements of a list.
  func list(_ node: JSONNode?) throws(InputError) -> [JSONNode] {
    guard let node else { return [] }
    guard node.kind == .array else { throw malformed(node, "is no list (put it in brackets)") }
    return node.elements
  }

  /// Checks that a value is an object.
  func object(_ node: JSONNode?) throws(InputError) {
    guard let node, node.kind != .object else { return }
    throw malformed(node, "is no object (put it in braces)")
  }
}
