import AdherenceAnalytics
import Scheduling

extension OutcomeValue.Content {
  /// Reads the value column of a table: a number, `true` or `false`, a date or a date-time.
  ///
  /// Text has no place there: a number with a comma would become one without a word.
  init(cell: String) throws(InputError) {
    if cell == "true" || cell == "false" {
      self = .boolean(cell == "true")
    } else if let moment = Moment(cell) {
      self = .date(moment)
    } else {
      let isPlain = cell.utf8.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
      guard isPlain, let number = Double(cell) else {
        throw InputError(.malformed(text: cell, .number), field: "value")
      }
      try self.init(number, text: cell, field: "value")
    }
  }
}

extension OutcomeValue {
  /// Reads `{"value": …, "units": …, "kind": …}` from the properties of an object.
  ///
  /// - Returns: The value; `nil` where there is none.
  static func read(_ properties: Properties) throws(InputError) -> OutcomeValue? {
    let content: Content? = try properties.decode("value", .number)
    let units = try properties.text("units")
    let kind = try properties.text("kind")
    return content.map { OutcomeValue($0, units: units, kind: kind) }
  }
}

/// One of several values of an outcome.
struct OutcomeValueLine: Decodable {
  var value: OutcomeValue

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["value", "units", "kind"])
    value = try properties.require(try OutcomeValue.read(properties), "value")
  }
}
