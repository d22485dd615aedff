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
    case .malformed(let text, .zone):
      "is not a time zone: '\(InputError.shortened(text))'"
        + " (\(zoneCure(text)))"
    case .malformed(let text, let expected):
      "is not \(expected.name): '\(InputError.shortened(text))' (\(expected.cure))"
    case .notUnderstood(let word, let before, let cure):
      (word.isEmpty ? "ends too early" : "is not understood at '\(InputError.shortened(word))'")
        + (before.isEmpty ? "" : ", after '\(InputError.shortened(before))'") + " (\(cure))"
    case .outOfRange(let text, let rule): "must \(rule), not '\(InputError.shortened(text))'"
    case .notOneOf(let text, let allowed):
      "cannot be '\(InputError.shortened(text))'"
        + " (\(suggestion(text, allowed))use \(allowed.joined(separator: ", ")))"
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

  /// Returns a suggestion of the nearest known text; empty if none is near.
  private func suggestion(_ text: String, _ known: [String]) -> String {
    Spelling.nearest(to: text, in: known).map { "did you mean '\($0)'? " } ?? ""
  }

  private func zoneCure(_ text: String) -> String {
    if Zone.isLacked(text) {
      return "zone data could not be read as too many files were open: raise the limit, ulimit -n"
    }
    let known = Zone.knownIDs
    if known.isEmpty, !Zone.isKnown("Europe/London") { return "install the zone data: tzdata" }
    return suggestion(text, known) + "use an IANA name, as in America/New_York"
  }

  private func duplicateText(_ noun: String, _ id: String) -> String {
    let article = noun.first.map("aeiou".contains) == true ? "an" : "a"
    return "names \(article) \(noun) a second time: '\(InputError.shortened(id))'"
  }
}

extension InputError.Expected {
  fileprivate var name: String { InputError.Expected.texts[self]?.name ?? rawValue }
  fileprivate var cure: String { InputError.Expected.texts[self]?.cure ?? "" }

  /// The names of the option `--time-format` in Python and Swift.
  private static let others = "; time_format in Python, MomentFormat in Swift"

  private static let texts: [InputError.Expected: (name: String, cure: String)] = [
    .number: ("a number", "use a point, as in 2.5"),
    .wholeNumber: ("a whole number", "as in 14"),
    .boolean: ("a Boolean", "use true or false"),
    .text: ("a string", "put it in quotes"),
    .object: ("an object", "put it in braces"),
    .list: ("a list", "put it in brackets"),
    .date: ("a date", "use year-month-day, as in 2024-02-29"),
    .time: ("a time of day", "use 24 hours, as in 08:00"),
    .dateTime: ("a local date-time", "as in 2024-01-04T08:00:00"),
    .instant: ("an instant", "end it with Z or an offset, as in 2024-01-04T13:00:00Z"),
    .moment: (
      "a date or date-time", "as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z"
    ),
    .writtenMoment: (
      "a date or date-time",
      "as in 2024-01-04, 2024-01-04 08:00, 4 Jan 2024 8:00 AM or 2024-01-04T13:00:00Z; other forms are set by"
        + " --time-format dmy, mdy, seconds, milliseconds, excel or a pattern such as '%d.%m.%Y %H:%M'\(others)"
    ),
    .orderedMoment: (
      "an unambiguous date or date-time",
      "set --time-format dmy where days come first, mdy where months do\(others)"
    ),
    .countedMoment: (
      "an unambiguous date or date-time",
      "set --time-format seconds or milliseconds since 1970, or excel for days since 1899-12-30\(others)"
    ),
    .dayFirst: (
      "a date-time with the day first",
      "as in 31.12.2025 08:00; other forms are set by --time-format mdy or a pattern\(others)"
    ),
    .monthFirst: (
      "a date-time with the month first",
      "as in 12/31/2025 8:00 AM; other forms are set by --time-format dmy or a pattern\(others)"
    ),
    .countOfSeconds: (
      "a count since 1970",
      "as in 1738396800; other forms are set by --time-format auto or excel\(others)"
    ),
    .excelSerial: (
      "a number of days since 1899-12-30",
      "as in 45719.3333 for 2025-03-03 08:00; other forms are set by --time-format auto or seconds\(others)"
    ),
    .patternedMoment: (
      "a date-time in the pattern that was set",
      "as in 31.12.2025 08:00 for --time-format '%d.%m.%Y %H:%M'\(others)"
    ),
    .basicMoment: ("a date or date-time", "as in 20250301, 20250301T080000 or 20250301T080000Z"),
    .period: ("an ISO 8601 period", "as in P1D, PT8H or P1M"),
    .zone: ("a time zone", "use an IANA name, as in America/New_York"),
    .occurrenceKey: ("an occurrence's key", "as in breakfast/2024-01-04T08:00:00"),
    .rule: ("a recurrence rule", "as in FREQ=WEEKLY;BYDAY=MO,FR"),
    .weekday: ("a weekday", "use MO, TU, WE, TH, FR, SA or SU"),
    .json: ("a JSON value", "check quotes, commas and braces"),
    .base64: ("a Base64 string", "as in aGVsbG8="),
    .property: ("an iCalendar property", "as in DTSTART:20240104T080000"),
  ]
}
