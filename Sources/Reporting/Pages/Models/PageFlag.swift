/// A reason to look at a patient, as a symbol and a word, so that no colour is needed to tell it.
struct PageFlag: Hashable, Sendable {
  /// A character that stands for it.
  var symbol: String
  /// What it is called, in a word or two.
  var word: String
  /// What it means, or what was seen, in a sentence.
  var explanation: String
  /// How soon something should be done.
  var severity: Severity

  /// How soon something should be done.
  enum Severity: Int, Comparable, Hashable, Sendable {
    /// Good to know.
    case notice
    /// Worth watching.
    case watch
    /// A reason to call.
    case urgent

    static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// Creates a flag.
  init(_ symbol: String, _ word: String, _ explanation: String, _ severity: Severity) {
    self.symbol = symbol
    self.word = word
    self.explanation = explanation
    self.severity = severity
  }
}
