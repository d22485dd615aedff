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

// An interval, encoded as Foundation's `DateComponents`.
extension JSONNode {
  /// The length of each component; CareKit treats weekdays and weeks of the month as days and
  /// weeks.
  private static let parts: [(name: StaticString, unit: ISODuration)] = [
    ("year", ISODuration(months: 12)), ("month", ISODuration(months: 1)),
    ("weekOfYear", ISODuration(days: 7)), ("weekOfMonth", ISODuration(days: 7)),
    ("weekdayOrdinal", ISODuration(days: 7)), ("weekday", ISODuration(days: 1)),
    ("day", ISODuration(days: 1)),
    ("hour", ISODuration(seconds: 3600)), ("minute", ISODuration(seconds: 60)),
    ("second", ISODuration(seconds: 1)),
  ]
  /// The components that are not supported.
  private static let unsupported: [StaticString] = [
    "era", "yearForWeekOfYear", "quarter", "nanosecond", "dayOfYear",
  ]

  /// Returns the interval as a period.
  func period(isAllDay: Bool) throws(InputError) -> ISODuration {
    for name in JSONNode.unsupported where try whole(name) ?? 0 != 0 {
      throw InputError(.unsupported(part: "\(name)"), field: "\(field).\(name)")
    }
    var sum = (months: 0, days: 0, seconds: 0)
    for (name, unit) in JSONNode.parts {
      guard let count = try whole(name), let value = self[name] else { continue }
      guard 0...ISODuration.limits.seconds ~= count else { throw value.breaks("be 0 or more") }
      // The sum of ten components within these limits cannot overflow.
      sum.months += count * unit.months
      sum.days += count * unit.days
      sum.seconds += count * unit.seconds
    }
    let limits = ISODuration.limits
    // The elapsed time of an all-day interval counts as days.
    let days = sum.days + (isAllDay ? sum.seconds / 86_400 : 0)
    guard sum.months <= limits.months, days <= limits.days, sum.seconds <= limits.seconds
    else { throw breaks("lie within the calendar") }
    let period = ISODuration(months: sum.months, days: sum.days, seconds: sum.seconds)
    if period.isZero { throw isZero }
    if isAllDay, !period.isCivil, period.seconds < 86_400 {
      throw isNotAfterADay
    }
    return period
  }

  private var isZero: InputError { breaks("have a part above 0") }
  private var isNotAfterADay: InputError { breaks("be a day or more when the element is all day") }
}
