import AdherenceAnalytics
import Foundation
import Scheduling

/// What a recorded value is, where its text does not tell.
enum ValueType: String, CaseIterable {
  case number, boolean, text, date
  /// Bytes in base 64.
  case data

  /// Reads a value of the type.
  func content(_ text: String, field: String) throws(InputError) -> OutcomeValue.Content {
    switch self {
    case .number: return .number(try OutcomeValue.Content.number(text, field: field))
    case .boolean:
      guard let truth = Bool(text) else { throw malformed(text, .boolean, field) }
      return .boolean(truth)
    case .text: return .text(text)
    case .date:
      guard let date = CivilDate(text) else { throw malformed(text, .date, field) }
      return .date(date)
    case .data:
      guard let data = Data(base64Encoded: text) else { throw malformed(text, .base64, field) }
      return .data(Array(data))
    }
  }

  private func malformed(_ text: String, _ expected: InputError.Expected, _ field: String)
    -> InputError
  {
    InputError(.malformed(text: text, expected), field: field)
  }
}

extension OutcomeValue.Content {
  /// Reads a field of a table; where it says no type, a number, `true` or `false`.
  init(cell: String, _ type: ValueType?) throws(InputError) {
    let field = "value"
    switch (type, cell) {
    case (.some(let type), _): self = try type.content(cell, field: field)
    case (nil, "true"): self = .boolean(true)
    case (nil, "false"): self = .boolean(false)
    case (nil, _): self = .number(try OutcomeValue.Content.number(cell, field: field))
    }
  }

  /// Reads a number in plain digits that sums can take.
  static func number(_ text: String, field: String) throws(InputError) -> Double {
    let isPlain = text.utf8.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
    guard let number = Double(text), isPlain || !number.isFinite else {
      throw InputError(.malformed(text: text, .number), field: field)
    }
    return try checked(number, text: text, field: field)
  }

  /// A number that sums can take.
  static func checked(_ number: Double, text: String, field: String) throws(InputError) -> Double {
    guard number >= 0, number.isFinite else {
      throw InputError(.outOfRange(text: text, rule: "be 0 or more"), field: field)
    }
    return number
  }
}

/// A value as JSON has it: a number, a truth value or a text.
struct JSONContent: Decodable {
  private enum Scalar {
    case number(Double), boolean(Bool), text(String)
  }

  private let scalar: Scalar
  private let path: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    path = Properties.path(decoder.codingPath)
    if let truth = try? container.decode(Bool.self) {
      scalar = .boolean(truth)
    } else if let number = try? container.decode(Double.self) {
      scalar = .number(try OutcomeValue.Content.checked(number, text: "\(number)", field: path))
    } else {
      scalar = .text(try container.decode(String.self))
    }
  }

  /// The value; a text that says no type is one, unless it is a number that sums cannot take.
  func content(_ type: ValueType?) throws(InputError) -> OutcomeValue.Content {
    switch (scalar, type) {
    case (.number(let number), nil), (.number(let number), .number): return .number(number)
    case (.boolean(let truth), nil), (.boolean(let truth), .boolean): return .boolean(truth)
    case (.text(let text), nil):
      if Double(text)?.isFinite == false {
        throw InputError(.outOfRange(text: text, rule: "be 0 or more"), field: path)
      }
      return .text(text)
    case (.text(let text), .some(let type)): return try type.content(text, field: path)
    case (.number(let number), .some(let type)): throw unlike(type, "\(number)")
    case (.boolean(let truth), .some(let type)): throw unlike(type, "\(truth)")
    }
  }

  private func unlike(_ type: ValueType, _ text: String) -> InputError {
    InputError(.malformed(text: text, type.expected), field: path)
  }
}

extension ValueType {
  fileprivate var expected: InputError.Expected {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .text: .text
    case .date: .date
    case .data: .base64
    }
  }
}
