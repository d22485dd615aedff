extension InputError {
  /// Refuses a text of which more marks stand on one letter than any language writes.
  ///
  /// Swift compares and hashes texts by their canonical forms, which have the marks of a letter in order: to
  /// put them so takes the square of how many there are. Unicode's Stream-Safe Text Format (UAX #15) has
  /// thirty at most.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - field: The field that it is of.
  /// - Returns: The text.
  /// - Throws: `InputError` that begins as the text does.
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
  /// The most marks that a letter may have.
  static let mostMarks = 64

  /// Whether a letter of it has more marks than that.
  package var hasManyMarks: Bool {
    // Each takes two bytes at least, so that most texts are too short.
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
  /// Whether the canonical form puts it, or what it is made of, in order behind a letter.
  fileprivate var isOrdered: Bool {
    switch value {
    case ..<0x300: false
    // Vowels that are no marks and are made of two.
    case 0xF73, 0xF75, 0xF81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
