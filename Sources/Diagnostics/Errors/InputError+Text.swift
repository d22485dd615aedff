extension InputError: CustomStringConvertible {
  /// The error on one line: source location, field, problem, value, suggested fix and accepted texts.
  ///
  /// ```
  /// outcomes.csv:12: 'value' is not a number: '2,5' (use a point, as in 2.5)
  /// ```
  public var description: String {
    let location = [source.map(InputError.displayName), line.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
    let subject = field.map { "'\(InputError.shortened($0))' " } ?? ""
    let name = record.map { TerminalText.line(InputError.shortened($0, to: 200)) + " " } ?? ""
    let texts = English.list(suggestions.map { "'\($0)'" }, "or")
    return TerminalText.lines(
      (location.isEmpty ? "" : location + ": ") + name + subject + problem.text
        + (texts.isEmpty ? "" : "; try \(texts)"))
  }

  /// Returns the name of a source on one line, or an ellipsis if it contains a password.
  private static func displayName(_ source: String) -> String {
    ServerAddressText(source).hasSecret ? "…" : TerminalText.line(source)
  }

  /// Returns at most `limit` characters of a value on one line, or an ellipsis if it contains a password.
  package static func shortened(_ text: String, to limit: Int = 60) -> String {
    if ServerAddressText(text).hasSecret { return "…" }
    let line = text.prefix(limit + 1).map { $0.isNewline || $0 == "\0" ? "␤" : String($0) }.joined()
    return line.count > limit ? line.prefix(limit) + "…" : line
  }
}

extension InputError.Problem {
  fileprivate var text: String {
    switch self {
    case .malformed(let text, let expected):
      "is not \(expected.name): '\(InputError.shortened(text))' (\(expected.cure(text)))"
    case .notUnderstood(let word, let before, let cure):
      (word.isEmpty ? "ends too early" : "is not understood at '\(InputError.shortened(word))'")
        + (before.isEmpty ? "" : ", after '\(InputError.shortened(before))'") + " (\(cure))"
    case .outOfRange(let text, let rule): "must \(rule), not '\(InputError.shortened(text))'"
    case .notOneOf(let text, let allowed):
      "cannot be '\(InputError.shortened(text))'"
        + " (\(Spelling.suggestion(text, in: allowed))use \(allowed.joined(separator: ", ")))"
    case .missing: "is missing (it is required)"
    case .unknown(let allowed): "is unknown (known: \(allowed.joined(separator: ", ")))"
    case .conflict(let other): "cannot be combined with '\(other)' (keep one of them)"
    case .unsupported(let part): "uses \(part), which this version does not evaluate (leave it out)"
    case .noSuch(let kind, let id): "names an unknown \(kind): '\(InputError.shortened(id))'"
    case .duplicate(let kind, let id): "\(duplicateText(kind, id)) (keep one of them)"
    case .repeated(let kind, let id): "\(duplicateText(kind, id)) (the first one is used)"
    case .overlappingVersions(let kind, let id):
      "makes overlapping versions of the \(kind) '\(InputError.shortened(id))'"
        + " (the first one is used; give them different effective or recorded times)"
    case .otherUnits(let text, let known):
      "cannot be credited in '\(InputError.shortened(text))', which no target of the task has"
        + " (use \(known.joined(separator: ", ")); the value is kept)"
    case .tooEarly(let text, let begin):
      "is before the task begins: '\(text)' (it begins at \(begin); the outcome is kept as"
        + " unscheduled)"
    case .allRejected(let what, let count):
      "all \(count) \(what) were rejected, so there is no ratio (fix the errors reported for them)"
    case .tooLarge(let what, let limit, let cure):
      "has too many \(what): the limit is \(limit)\(cure.isEmpty ? "" : " (\(cure))")"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .unwritable(let reason): "cannot be written: \(reason)"
    case .undecided(let question): question
    case .broken(let defect): defect.text
    case .against(let rule, ""): rule.text
    case .against(let rule, let text): "\(rule.text): '\(InputError.shortened(text))'"
    }
  }

  private func duplicateText(_ noun: String, _ id: String) -> String {
    let article = noun.first.map("aeiou".contains) == true ? "an" : "a"
    return "names \(article) \(noun) a second time: '\(InputError.shortened(id))'"
  }
}

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
