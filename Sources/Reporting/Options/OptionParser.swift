import Diagnostics
import Formats
import Interchange
import Scheduling

/// The type of an option's value, and its parser from JSON.
package struct OptionParser<Value>: Sendable {
  let type: OptionType
  let parse: @Sendable (JSONNode) throws(InputError) -> Value

  init(
    _ type: OptionType, _ parse: @escaping @Sendable (JSONNode) throws(InputError) -> Value
  ) {
    (self.type, self.parse) = (type, parse)
  }

  /// Creates a parser from a closure that returns `nil` for a node of another kind.
  init(
    _ type: OptionType, _ expected: InputError.Expected,
    _ value: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.init(type) { node throws(InputError) in
      if let value = value(node) { return value }
      throw InputError(.malformed(text: node.source, expected))
    }
  }

  /// Lists of values; a single value is a list of one.
  var list: OptionParser<[Value]> {
    OptionParser<[Value]>(.list(type)) { node throws(InputError) in
      var values: [Value] = []
      for element in node.kind == .array ? node.elements : [node] {
        values.append(try parse(element))
      }
      return values
    }
  }
}

extension OptionParser<String> {
  static let text = OptionParser(.text, .text, \.text)

  /// The name of a column, or a number that applies to all rows.
  static let columnOrNumber = OptionParser(.columnOrNumber, .text) { node in
    node.kind == .text || node.kind == .number ? node.text ?? node.source : nil
  }

  /// A plan: plain words, a recurrence rule, or a JSON object or array.
  static let plan = OptionParser(.plan, .text) { node in
    switch node.kind {
    case .text: node.text
    case .object, .array: node.json
    case .number, .boolean, .null: nil
    }
  }
}

extension OptionParser<Bool> {
  static let flag = OptionParser(.flag, .boolean, \.boolean)
}

extension OptionParser<Double> {
  static let number = OptionParser(.number, .number) { node in
    node.number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Numbers within a range.
  static func number(_ range: ClosedRange<Double>, _ rule: String) -> OptionParser {
    OptionParser(.number) { node throws(InputError) in
      let number = try OptionParser.number.parse(node)
      if range.contains(number) { return number }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionParser<Int> {
  static let whole = OptionParser(.wholeNumber, .wholeNumber, \.wholeNumber)

  /// Whole numbers within a range.
  static func whole(
    _ range: some RangeExpression<Int> & Sendable, _ rule: String
  ) -> OptionParser {
    OptionParser(.wholeNumber) { node throws(InputError) in
      let number = try whole.parse(node)
      if range.contains(number) { return number }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionParser where Value: LosslessStringConvertible & SendableMetatype {
  /// Values parsed from text, such as dates; a number is parsed from its digits.
  static func text(_ type: OptionType, _ expected: InputError.Expected) -> OptionParser {
    OptionParser(type, expected) { node in
      node.kind == .text || node.kind == .number ? Value(node.text ?? node.source) : nil
    }
  }

  /// Values parsed from text; `rule` completes "must …" in the error of an invalid one.
  static func text(_ rule: String, as type: OptionType = .text) -> OptionParser {
    OptionParser(type) { node throws(InputError) in
      let isText = node.kind == .text || node.kind == .number
      if isText, let value = Value(node.text ?? node.source) { return value }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionParser<CivilDate> {
  static let date = text(.date, .date)
}

extension OptionParser<CivilTime> {
  static let time = text(.time, .time)
}

extension OptionParser<Instant> {
  static let instant = text(.instant, .instant)
}

extension OptionParser<LocalOrInstant> {
  static let localOrInstant = text(.localOrInstant, .moment)
}

extension OptionParser<Zone> {
  static let zone = OptionParser(.zone, .zone) { $0.text.flatMap(Zone.init) }
}

extension OptionParser
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// The names of an enumeration's cases.
  static var choice: OptionParser { choice(of: Array(Value.allCases), called: \.rawValue) }
}

extension OptionParser where Value: Sendable {
  /// The names of the given values.
  static func choice(
    of values: [Value], called name: @escaping @Sendable (Value) -> String
  ) -> OptionParser {
    OptionParser(.choice(values.map(name))) { node throws(InputError) in
      guard let text = node.text else {
        throw InputError(.malformed(text: node.source, .text))
      }
      if let value = values.first(where: { name($0) == text }) { return value }
      throw InputError(.notOneOf(text: text, allowed: values.map(name)))
    }
  }
}

/// The type of an option's value.
package indirect enum OptionType: Hashable, Sendable {
  case text, flag, number, wholeNumber
  case date, time, instant, localOrInstant, zone
  /// A share from 0 to 1, or a percentage such as `5%`.
  case share
  /// A number of days, such as `30d`.
  case dayCount
  /// A length of time, such as `15m`.
  case duration
  /// The name of a column, or a value of all rows.
  case columnOrNumber
  /// A plan in plain words, as a recurrence rule or as JSON, or plans by task id.
  case plan
  /// One of these names.
  case choice([String])
  /// Values by name.
  case mapping(OptionType)
  /// Several values, or one.
  case list(OptionType)
}
