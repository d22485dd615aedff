/// A JSON value to write, whose properties are written in order.
package enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number; `null` if it is not finite.
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// A list with a length, whose values are created when they are written.
  case made(Int, (Int) -> JSONValue)
  case object([Property])
  /// Serialized JSON.
  case raw([UInt8])
  /// A value that could not be computed, with the reason; `null` when written.
  case missing(String)

  package typealias Property = (String, JSONValue)
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  package init(dictionaryLiteral elements: Property...) { self = .object(elements) }
}

// Homogeneous lists.
extension JSONValue {
  package static func numbers(_ values: [Double]) -> JSONValue {
    .list(values.map(JSONValue.number))
  }

  package static func texts(_ values: [String]) -> JSONValue { .list(values.map(JSONValue.text)) }
}

// Objects.
extension JSONValue {
  /// Returns an object of the properties that are not `nil`.
  package static func properties(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    .object(pairs.compactMap { name, value in value.map { (name, $0) } })
  }

  /// Returns an object with sorted keys, for deterministic output.
  package static func sorted(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

// Serialization.
extension JSONValue {
  /// Writes the value.
  ///
  /// - Parameters:
  ///   - json: The encoder.
  ///   - shown: Returns the properties to write of those of an object.
  ///   - pass: Called after each value, so that a long text need not be in memory as a whole.
  /// - Throws: The error of `pass`.
  package func write<Failure: Error>(
    to json: inout JSONBytes, properties shown: ([Property]) -> [Property] = { $0 },
    _ pass: (inout JSONBytes) throws(Failure) -> Void
  ) throws(Failure) {
    try write(to: &json, isItem: false, shown, pass)
  }

  /// Writes the value; of an indented text, lists of scalars are on one line, and so are objects of a list that
  /// contain nothing but scalars and such lists.
  private func write<Failure: Error>(
    to json: inout JSONBytes, isItem: Bool, _ shown: ([Property]) -> [Property],
    _ pass: (inout JSONBytes) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .null, .missing: json.raw("null".utf8)
    case .bool(let truth): json.raw((truth ? "true" : "false").utf8)
    case .integer(let number): json.integer(number)
    case .number(let number): json.number(number)
    case .text(let text): json.text(text)
    case .raw(let bytes): json.raw(bytes)
    case .list(let values):
      json.open("[", onOneLine: json.isIndented && isListOfScalars)
      for value in values { try value.write(to: &json, isItem: true, shown, pass) }
      json.close("]")
    case .made(let count, let make):
      json.open("[", onOneLine: json.isIndented && isListOfScalars)
      for index in 0..<count { try make(index).write(to: &json, isItem: true, shown, pass) }
      json.close("]")
    case .object(let properties):
      json.open("{", onOneLine: json.isIndented && isItem && properties.allSatisfy { $0.1.isFlat })
      for (name, value) in shown(properties) {
        json.name(name)
        try value.write(to: &json, isItem: false, shown, pass)
      }
      json.close("}")
    }
    try pass(&json)
  }

  private var isScalar: Bool {
    switch self {
    case .object, .list, .made: false
    case .null, .bool, .integer, .number, .text, .raw, .missing: true
    }
  }

  private var isListOfScalars: Bool {
    switch self {
    case .list(let values): values.allSatisfy(\.isScalar)
    case .made(let count, let make): (0..<count).allSatisfy { make($0).isScalar }
    default: false
    }
  }

  private var isFlat: Bool { isScalar || isListOfScalars }

  /// The compact serialized value.
  package var bytes: [UInt8] {
    var json = JSONBytes()
    write(to: &json) { _ in }
    return json.bytes
  }

  /// The compact serialized value with a trailing line break.
  package var document: [UInt8] { bytes + [UInt8(ascii: "\n")] }

  /// The document as a string.
  package var documentText: String { String(decoding: document, as: UTF8.self) }

  /// The serialized value, for values that are written repeatedly.
  package var once: JSONValue { .raw(bytes) }
}
