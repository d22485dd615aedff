import Diagnostics
import Formats
import Interchange
import Scheduling

/// The parser of an option's value.
struct OptionReading<Value>: Sendable {
  let read: @Sendable (JSONNode) throws(InputError) -> Value

  init(_ read: @escaping @Sendable (JSONNode) throws(InputError) -> Value) { self.read = read }

  /// Creates a parser from a closure that returns `nil` for a node of another kind.
  init(
    _ expected: InputError.Expected, _ value: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.init { node throws(InputError) in
      guard let value = value(node) else { throw expected.missed(by: node) }
      return value
    }
  }

  /// Lists of values; a single value is a list of one.
  var list: OptionReading<[Value]> {
    OptionReading<[Value]> { node throws(InputError) in
      var values: [Value] = []
      for element in node.kind == .array ? node.elements : [node] {
        values.append(try read(element))
      }
      return values
    }
  }
}

extension InputError.Expected {
  /// Returns the error of a value of another kind.
  func missed(by node: JSONNode) -> InputError { InputError(.malformed(text: node.source, self)) }
}

extension OptionReading<String> {
  static let text = OptionReading(.text, \.text)
}

extension OptionReading<Bool> {
  static let flag = OptionReading(.boolean, \.boolean)
}

extension OptionReading<Double> {
  static let number = OptionReading(.number) { node in
    node.number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Numbers within a range.
  static func number(_ range: ClosedRange<Double>, _ rule: String) -> OptionReading {
    OptionReading { node throws(InputError) in
      let number = try OptionReading.number.read(node)
      if range.contains(number) { return number }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionReading<Int> {
  static let whole = OptionReading(.wholeNumber, \.wholeNumber)

  /// Whole numbers within a range.
  static func whole(_ range: some RangeExpression<Int> & Sendable, _ rule: String) -> OptionReading
  {
    OptionReading { node throws(InputError) in
      let number = try whole.read(node)
      if range.contains(number) { return number }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionReading where Value: LosslessStringConvertible & SendableMetatype {
  /// Values parsed from text, such as dates; a number is parsed from its digits.
  static func text(_ expected: InputError.Expected) -> OptionReading {
    OptionReading(expected) { node in
      node.kind == .text || node.kind == .number ? Value(node.text ?? node.source) : nil
    }
  }

  /// Values parsed from text; `rule` completes "must …" in the error of an invalid one.
  static func text(_ rule: String) -> OptionReading {
    OptionReading { node throws(InputError) in
      let isText = node.kind == .text || node.kind == .number
      if isText, let value = Value(node.text ?? node.source) { return value }
      throw InputError(.outOfRange(text: node.source, rule: rule))
    }
  }
}

extension OptionReading
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// The names of an enumeration's cases.
  static var choice: OptionReading { choice(of: Array(Value.allCases), called: \.rawValue) }
}

extension OptionReading where Value: Sendable {
  /// The names of the given values.
  static func choice(
    of values: [Value], called name: @escaping @Sendable (Value) -> String
  ) -> OptionReading {
    OptionReading { node throws(InputError) in
      guard let text = node.text else { throw InputError.Expected.text.missed(by: node) }
      if let value = values.first(where: { name($0) == text }) { return value }
      throw InputError(.notOneOf(text: text, allowed: values.map(name)))
    }
  }
}
