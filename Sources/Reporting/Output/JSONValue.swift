import AdherenceStatistics
import Scheduling

/// A value to be encoded as JSON.
enum JSONValue {
  case object([String: JSONValue])
  case list([JSONValue])
  /// A list with a length, whose values are created when they are written: there may be one for
  /// each day.
  case made(Int, (Int) -> JSONValue)
  /// Texts, one per patient.
  case texts([String])
  /// Counts, one per patient; `nil` for none.
  case counts([Int?])
  /// A number; if it is not finite, it is written as missing.
  case number(Double)
  case count(Int)
  case text(String)
  case null
  /// A number that could not be computed: null, with the reason as another member of the object.
  case missing(MissingStatistic)

  /// The number of an estimate, or the reason for its absence.
  init(_ estimate: Estimate<Double>) { self.init(estimate) { .number($0) } }

  /// The value of an estimate, or the reason for its absence.
  init<Value>(_ estimate: Estimate<Value>, _ hold: (Value) -> JSONValue) {
    switch estimate {
    case .value(let value): self = hold(value)
    case .missing(let reason): self = .missing(reason)
    }
  }

  /// The value as JSON with sorted keys; deterministic.
  ///
  /// Lists of scalars are on one line.
  var text: String {
    var bytes = JSONBytes()
    write(to: &bytes, 0)
    return String(decoding: bytes.bytes, as: UTF8.self) + "\n"
  }

  /// Writes the JSON in chunks.
  ///
  /// - Throws: The error of `put`.
  func write(_ put: @escaping ([UInt8]) throws(InputError) -> Void) throws(InputError) {
    var bytes = JSONBytes(put)
    write(to: &bytes, 0)
    bytes += "\n"
    try bytes.end()
  }

  private func write(to bytes: inout JSONBytes, _ depth: Int) {
    switch self {
    case .object(let members): JSONValue.write(JSONValue.explained(members), to: &bytes, depth)
    case .list(let values): JSONValue.write(values, to: &bytes, depth)
    case .made(let count, let make):
      JSONValue.write((0..<count).lazy.map(make), to: &bytes, depth)
    case .texts(let words): JSONValue.write(words, to: &bytes) { $1 += JSONText.quoted($0) }
    case .counts(let counts):
      JSONValue.write(counts, to: &bytes) { count, bytes in
        bytes += count.map(String.init) ?? "null"
      }
    case .number(let number): bytes += number.isFinite ? ByteDigits.exactText(number) : "null"
    case .count(let count): bytes += String(count)
    case .text(let words): bytes += JSONText.quoted(words)
    case .null, .missing: bytes += "null"
    }
    bytes.pass()
  }

  private static func write(
    _ members: [String: JSONValue], to bytes: inout JSONBytes, _ depth: Int
  ) {
    if members.isEmpty { return bytes += "{}" }
    var separator = "{"
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      bytes += separator
      bytes.beginLine(depth + 1)
      bytes += JSONText.quoted(name)
      bytes += ": "
      value.write(to: &bytes, depth + 1)
      separator = ","
    }
    bytes.beginLine(depth)
    bytes += "}"
  }

  private static func write(
    _ values: some Collection<JSONValue>, to bytes: inout JSONBytes, _ depth: Int
  ) {
    if values.allSatisfy(\.isSingle) {
      return write(values, to: &bytes) { $0.write(to: &$1, depth) }
    }
    var separator = "["
    for value in values {
      bytes += separator
      bytes.beginLine(depth + 1)
      value.write(to: &bytes, depth + 1)
      separator = ","
    }
    bytes.beginLine(depth)
    bytes += "]"
  }

  /// Writes a list of scalars on one line.
  private static func write<Values: Collection>(
    _ values: Values, to bytes: inout JSONBytes,
    _ put: (Values.Element, inout JSONBytes) -> Void
  ) {
    var separator = "["
    for value in values {
      bytes += separator
      put(value, &bytes)
      separator = ", "
    }
    bytes += values.isEmpty ? "[]" : "]"
  }

  private var isSingle: Bool {
    switch self {
    case .object, .list, .made, .texts, .counts: false
    default: true
    }
  }

  /// Returns the members, with the reasons of the missing ones by name.
  private static func explained(_ members: [String: JSONValue]) -> [String: JSONValue] {
    let reasons = members.compactMapValues { member -> JSONValue? in
      switch member {
      case .missing(let reason): .text(reason.rawValue)
      case .number(let number) where !number.isFinite: .text(MissingStatistic.tooLarge.rawValue)
      default: nil
      }
    }
    if reasons.isEmpty { return members }
    return members.merging(["missing": .object(reasons)]) { $1 }
  }
}
