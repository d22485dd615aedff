import Diagnostics

/// The type of a value, for texts that do not determine it.
public enum ValueType: String, CaseIterable, Hashable, Sendable, Codable {
  /// An amount.
  case number
  /// A Boolean.
  case boolean
  /// A string.
  case text
  /// A date or a date-time.
  case date
  /// Bytes in Base64.
  case data

  /// Parses a value of the type.
  package func value(_ text: String, field: String) throws(InputError)
    -> ScheduleElement.Target.Value
  {
    switch self {
    case .number: return try .number(reading: text, field: field)
    case .boolean: if let truth = Bool(text) { return .boolean(truth) }
    case .text: return .text(text)
    case .date: if let moment = LocalOrInstant(text) { return .date(moment) }
    case .data: if let bytes = Base64.bytes(of: text) { return .data(bytes) }
    }
    throw InputError(.malformed(text: text, expected), field: field)
  }

  fileprivate var expected: InputError.Expected {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .text: .text
    case .date: .moment
    case .data: .base64
    }
  }
}

extension ScheduleElement.Target.Value {
  /// Parses a decimal number that can be summed.
  package static func number(reading text: String, field: String) throws(InputError) -> Self {
    let isPlain = text.utf8.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
    guard let number = Double(text), isPlain || !number.isFinite else {
      throw InputError(.malformed(text: text, .number), field: field)
    }
    return try checked(number, text: text, field: field)
  }

  fileprivate static func checked(_ number: Double, text: String, field: String)
    throws(InputError) -> Self
  {
    guard number.isFinite else {
      throw InputError(.outOfRange(text: text, rule: "be finite"), field: field)
    }
    return .number(number)
  }

  /// The type that has to be stated so that the encoded value is decoded unchanged; `nil` if its text
  /// suffices.
  var neededType: ValueType? {
    switch self {
    case .data: .data
    case .text(let text): LocalOrInstant(text) != nil || text.looksLikeNumber ? .text : nil
    case .number, .boolean, .date: nil
    }
  }
}

extension Properties {
  /// Decodes the `value` of this object, with its `type` if present; `nil` without a value.
  ///
  /// Without a type, a string that is a valid date is a date. A string that looks like a number is an error,
  /// as it is usually a mistake and would count as 1 in a sum.
  package func typedValue() throws(InputError) -> ScheduleElement.Target.Value? {
    let type: ValueType? = try choice("type")
    let scalar: ValueScalar? = try decode("value", .number)
    return try scalar?.value(of: type, field: path(to: "value"))
  }
}

/// A scalar JSON value.
private enum ValueScalar: Decodable {
  case number(Double)
  case boolean(Bool)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let truth = try? container.decode(Bool.self) {
      self = .boolean(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func value(of type: ValueType?, field: String) throws(InputError)
    -> ScheduleElement.Target.Value
  {
    switch self {
    case .number(let number):
      if let type, type != .number { throw unlike(type, "\(number)", field) }
      return try .checked(number, text: "\(number)", field: field)
    case .boolean(let truth):
      if let type, type != .boolean { throw unlike(type, "\(truth)", field) }
      return .boolean(truth)
    case .text(let text):
      if let type { return try type.value(text, field: field) }
      if let moment = LocalOrInstant(text) { return .date(moment) }
      if text.looksLikeNumber { throw refusal(of: text, field) }
      return .text(text)
    }
  }

  private func refusal(of number: String, _ field: String) -> InputError {
    let isFinite = Double(number)?.isFinite ?? true
    return InputError(
      isFinite
        ? .malformed(text: number, .number) : .outOfRange(text: number, rule: "be finite"),
      field: field)
  }

  private func unlike(_ type: ValueType, _ text: String, _ field: String) -> InputError {
    InputError(.malformed(text: text, type.expected), field: field)
  }
}

extension String {
  /// Whether the text is a number, or digits with separators.
  fileprivate var looksLikeNumber: Bool {
    Double(self) != nil
      || (utf8.contains { 48...57 ~= $0 }
        && utf8.allSatisfy { 48...57 ~= $0 || "+-., ".utf8.contains($0) })
  }
}
