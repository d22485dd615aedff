import AdherenceStatistics
import Foundation

/// A value on its way into a JSON text.
enum JSONValue: Encodable, Sendable {
  case object([String: JSONValue])
  case list([JSONValue])
  case number(Double)
  case count(Int)
  case text(String)
  case null
  /// A number that could not be computed: null, and a reason in the object around it.
  case missing(MissingStatistic)

  /// The number of an estimate, or why there is none.
  init(_ estimate: Estimate<Double>) { self.init(estimate) { .number($0) } }

  /// What an estimate holds, or why it holds nothing.
  init<Value>(_ estimate: Estimate<Value>, _ hold: (Value) -> JSONValue) {
    switch estimate {
    case .value(let value): self = hold(value)
    case .missing(let reason): self = .missing(reason)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(JSONValue.explained(members))
    case .list(let values): try container.encode(values)
    case .number(let number): try container.encode(number)
    case .count(let count): try container.encode(count)
    case .text(let text): try container.encode(text)
    case .null, .missing: try container.encodeNil()
    }
  }

  /// The members, and with them the reasons of those that are missing, by their names.
  private static func explained(_ members: [String: JSONValue]) -> [String: JSONValue] {
    let reasons = members.compactMapValues { member -> JSONValue? in
      if case .missing(let reason) = member { .text(reason.rawValue) } else { nil }
    }
    if reasons.isEmpty { return members }
    return members.merging(["missing": .object(reasons)]) { $1 }
  }

  /// The value as JSON with sorted keys, the same bytes for the same value.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try? encoder.encode(self)
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }
}
