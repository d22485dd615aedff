import Diagnostics
import Scheduling

// Errors for rejected texts.
extension MomentFormat {
  /// Returns the error for a text that the format rejects.
  func error(of text: String) -> InputError {
    text.withCursor(fieldsError) ?? InputError(.malformed(text: text, expected(of: text)))
  }

  /// Returns the error for a text with the form of a date and time but an invalid part.
  private func fieldsError(_ text: MomentCursor) -> InputError? {
    guard !MomentFormats.ofText.isDisjoint(with: MomentFormats(self)),
      let fields = MomentFields(text), fields.form != .open || self != .automatic
    else { return nil }
    if let zone = fields.ambiguousZone {
      return MomentFormat.ambiguous(text.text(zone), after: text.text(0..<zone.lowerBound))
    }
    if let zone = fields.zoneID, Zone(text.text(zone)) == nil {
      return InputError(.malformed(text: text.text(zone), .zone))
    }
    return fields.weekdayError(self == .monthFirst ? .monthFirst : .dayFirst, text)
  }

  private static func ambiguous(_ zone: String, after text: String) -> InputError {
    let cure =
      "the abbreviation is ambiguous: write the offset, as in +01:00, or leave it out and set"
      + " the zone: --zone, zone in Python"
    let clock = text.reversed().drop { $0.isWhitespace }.reversed()
    return InputError(.notUnderstood(word: zone, after: String(clock), cure: cure))
  }

  private func expected(of text: String) -> InputError.Expected {
    switch self {
    case .automatic: text.withCursor(MomentFormat.expected)
    case .dayFirst: .dayFirst
    case .monthFirst: .monthFirst
    case .seconds, .milliseconds: .countOfSeconds
    case .excel: .excelSerial
    case .pattern: .patternedMoment
    }
  }

  /// Returns the expected input for a text that the automatic format rejects.
  private static func expected(_ text: MomentCursor) -> InputError.Expected {
    if let fields = MomentFields(text), fields.form == .open,
      fields.date(.dayFirst) != nil || fields.date(.monthFirst) != nil
    {
      return .orderedMoment
    }
    guard let number = WrittenNumber(text) else { return .writtenMoment }
    return number.wholeDigits >= 9 || !number.formats.isEmpty ? .countedMoment : .writtenMoment
  }
}

extension MomentFields {
  /// Returns the error for a date with the wrong weekday.
  fileprivate func weekdayError(_ order: DayOrder, _ text: MomentCursor) -> InputError? {
    var fields = self
    fields.weekday = nil
    guard weekday != nil, date(order) == nil, let date = fields.date(order) else { return nil }
    let rule = "have the weekday of its date, which is \(date.weekday)"
    return InputError(.outOfRange(text: text.text(0..<text.end), rule: rule))
  }
}
