import AdherenceStatistics

/// A value on its way into a JSON text.
enum JSONValue: Sendable {
  case object([String: JSONValue])
  case list([JSONValue])
  /// A list of texts, which may be one for each patient.
  case texts([String])
  /// A list of counts, which may be one for each patient; `nil` where there is none.
  case counts([Int?])
  /// A number; one that is not finite is written as missing, for that reason.
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

  /// The value as JSON with sorted keys, the same bytes for the same value; lists of single values
  /// stand on one line.
  var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .object(let members): write(JSONValue.explained(members), to: &text, indent)
    case .list(let values): write(values, to: &text, indent)
    case .texts(let words): JSONValue.write(words, to: &text) { $1 += JSONText.quoted($0) }
    case .counts(let counts):
      JSONValue.write(counts, to: &text) { $1 += $0.map(String.init) ?? "null" }
    case .number(let number): text += number.isFinite ? ByteDigits.exactText(number) : "null"
    case .count(let count): text += String(count)
    case .text(let words): text += JSONText.quoted(words)
    case .null, .missing: text += "null"
    }
  }

  private func write(_ members: [String: JSONValue], to text: inout String, _ indent: String) {
    let inner = indent + "  "
    var separator = "{\n"
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      text += separator + inner + JSONText.quoted(name) + ": "
      value.write(to: &text, indent: inner)
      separator = ",\n"
    }
    text += members.isEmpty ? "{}" : "\n\(indent)}"
  }

  private func write(_ values: [JSONValue], to text: inout String, _ indent: String) {
    let isShort = values.allSatisfy(\.isSingle)
    let inner = isShort ? "" : "\n" + indent + "  "
    text += "["
    for (index, value) in values.enumerated() {
      text += (index > 0 ? (isShort ? ", " : ",") : "") + inner
      value.write(to: &text, indent: indent + "  ")
    }
    text += isShort ? "]" : "\n\(indent)]"
  }

  /// Writes a list of single values, which stands on one line.
  private static func write<Value>(
    _ values: [Value], to text: inout String, _ put: (Value, inout String) -> Void
  ) {
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += ", " }
      put(value, &text)
    }
    text += "]"
  }

  private var isSingle: Bool {
    switch self {
    case .object, .list, .texts, .counts: false
    default: true
    }
  }

  /// The members, and with them the reasons of those that are missing, by their names.
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
