import Interchange
import Scheduling

/// How the value of an option is read.
struct OptionReading<Value>: Sendable {
  let read: @Sendable (JSONNode) throws(InputError) -> Value

  init(_ read: @escaping @Sendable (JSONNode) throws(InputError) -> Value) { self.read = read }

  /// Reads what a node has, which is `nil` where it is of another kind.
  init(
    _ expected: InputError.Expected, _ value: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.init { node throws(InputError) in
      guard let value = value(node) else { throw expected.missed(by: node) }
      return value
    }
  }

  /// Lists of values; a value alone is a list of one.
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
  /// The error of a value that is something else.
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

  /// Numbers of a range.
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

  /// Whole numbers of a range.
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
  /// Texts that read as a value, such as a date; a number is a text that has its digits.
  static func text(_ expected: InputError.Expected) -> OptionReading {
    OptionReading(expected) { node in
      node.kind == .text || node.kind == .number ? Value(node.text ?? node.source) : nil
    }
  }

  /// Texts of which there are many, and what completes "must …" where one is none of them.
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
  /// Texts that name a case.
  static var choice: OptionReading { choice(of: Array(Value.allCases), called: \.rawValue) }
}

extension OptionReading where Value: Sendable {
  /// Texts that name one of some values.
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
