/// English text for summaries, independent of the locale.
package enum English {
  /// Returns a list as `a`, `a and b`, or `a, b and c`.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension Double {
  /// The shortest decimal text, without a decimal point for integers.
  package var words: String {
    Int64(exactly: self).map { "\($0)" } ?? description
  }
}

extension Int {
  /// Returns the number with a noun in singular or plural.
  package func counting(_ noun: String) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
  }

  /// Returns the number with a noun and a verb in singular or plural.
  package func counting(_ noun: String, _ one: String, _ many: String) -> String {
    "\(counting(noun)) \(self == 1 ? one : many)"
  }
}
