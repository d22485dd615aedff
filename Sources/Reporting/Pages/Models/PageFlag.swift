/// A reason to review a patient, as a symbol and a word, so that it does not depend on colour.
struct PageFlag: Hashable, Sendable {
  /// The symbol character.
  var symbol: String
  /// The name, in a word or two.
  var word: String
  /// The definition, or the observation, in a sentence.
  var explanation: String
  /// The severity.
  var severity: Severity

  /// The severity of a flag.
  enum Severity: Int, Comparable, Hashable, Sendable {
    /// For information.
    case notice
    /// To be observed.
    case watch
    /// A reason to call.
    case urgent

    static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  init(_ symbol: String, _ word: String, _ explanation: String, _ severity: Severity) {
    self.symbol = symbol
    self.word = word
    self.explanation = explanation
    self.severity = severity
  }
}
