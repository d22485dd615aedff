import AdherenceStatistics
import Formats
import Scheduling

// Statistics as JSON: estimates with the reasons why they are missing.
extension JSONValue {
  static func missing(_ reason: MissingStatistic) -> JSONValue { .missing(reason.rawValue) }

  /// The number of an estimate, or the reason for its absence.
  init(_ estimate: Estimate<Double>) { self.init(estimate) { .number($0) } }

  /// The value of an estimate, or the reason for its absence.
  init<Value>(_ estimate: Estimate<Value>, _ hold: (Value) -> JSONValue) {
    switch estimate {
    case .value(let value): self = hold(value)
    case .missing(let reason): self = .missing(reason)
    }
  }

  /// The value with whole numbers as integers, and with the reasons of missing members by name in
  /// the member `missing` of their object.
  private var explained: JSONValue {
    switch self {
    case .object(let members):
      let reasons = members.compactMap { name, value in
        value.reason.map { (name, JSONValue.text($0)) }
      }
      let own = members.map { name, value in (name, value.explained) }
      if reasons.isEmpty { return .object(own) }
      return .object((own + [("missing", .object(reasons))]).sorted { $0.0 < $1.0 })
    case .list(let values): return .list(values.map(\.explained))
    case .made(let count, let make): return .made(count) { make($0).explained }
    case .number(let number): return Int(exactly: number).map(JSONValue.integer) ?? self
    case .null, .bool, .integer, .text, .raw, .missing: return self
    }
  }

  /// The reason why the value is missing; `nil` if it is not.
  private var reason: String? {
    switch self {
    case .missing(let reason): reason
    case .number(let number) where !number.isFinite: MissingStatistic.tooLarge.rawValue
    default: nil
    }
  }

  /// Writes the indented JSON in chunks.
  ///
  /// - Throws: The error of `put`.
  func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var json = JSONBytes(isIndented: true)
    try explained.write(to: &json) { json throws(Failure) in
      if json.bytes.count >= JSONValue.chunkSize { try put(json.takeBytes()) }
    }
    try put(json.takeBytes() + [UInt8(ascii: "\n")])
  }

  /// The minimum size of a chunk in bytes.
  private static let chunkSize = 1 << 16

  /// The indented JSON.
  var indentedText: String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
