extension InputError {
  /// Rejects a text that has more combining marks on one character than any language uses.
  ///
  /// Swift compares and hashes strings by their canonical forms. Canonical ordering sorts the combining marks
  /// of a character in quadratic time. Unicode's Stream-Safe Text Format (UAX #15) allows thirty.
  ///
  /// - Parameters:
  ///   - text: The text to check.
  ///   - field: The field that contains the text.
  /// - Returns: `text`, unchanged.
  /// - Throws: `InputError` with a prefix of the text.
  package static func requireFewMarks(
    _ text: String, field: @autoclosure () -> String? = nil
  ) throws(InputError) -> String {
    guard text.hasManyMarks else { return text }
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8))) + "…"
    throw InputError(
      .outOfRange(text: start, rule: "have no more than \(String.mostMarks) marks on one letter"),
      field: field())
  }
}

extension String {
  /// The maximum number of combining marks on one character.
  static let mostMarks = 64

  /// Whether a character has more than ``mostMarks`` combining marks.
  package var hasManyMarks: Bool {
    // A mark takes at least two bytes in UTF-8, so most texts are too short.
    guard utf8.count > 2 * String.mostMarks else { return false }
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isOrdered ? marks + 1 : 0
      if marks > String.mostMarks { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether canonical ordering sorts the scalar, or its decomposition, after a base character.
  fileprivate var isOrdered: Bool {
    switch value {
    case ..<0x300: false
    // Vowel signs of combining class 0 whose decompositions are ordered.
    case 0xF73, 0xF75, 0xF81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
