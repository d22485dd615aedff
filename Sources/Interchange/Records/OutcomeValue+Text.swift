import AdherenceAnalytics
import Scheduling

extension OutcomeValue.Content {
  /// Reads the value column of a table: a number, `true` or `false`.
  init(cell: String) throws(InputError) {
    if cell == "true" || cell == "false" {
      self = .boolean(cell == "true")
      return
    }
    let isPlain = cell.utf8.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
    guard isPlain, let number = Double(cell) else {
      throw InputError(.malformed(text: cell, .number), field: "value")
    }
    self = .number(try OutcomeValue.Content.checked(number, text: cell, field: "value"))
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
  var content: OutcomeValue.Content

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let truth = try? container.decode(Bool.self) {
      content = .boolean(truth)
    } else if let number = try? container.decode(Double.self) {
      let path = Properties.path(decoder.codingPath)
      content = .number(try OutcomeValue.Content.checked(number, text: "\(number)", field: path))
    } else {
      content = .text(try container.decode(String.self))
    }
  }
}
