// Why a text is rejected.
extension MomentFormat {
  /// The error of a text that the format does not read.
  func error(of text: String) -> InputError {
    text.withBytes(fieldsError) ?? InputError(.malformed(text: text, expected(of: text)))
  }

  /// The error of a text that has the form of a date and time, and a part that does not fit.
  private func fieldsError(_ bytes: UnsafeBufferPointer<UInt8>) -> InputError? {
    guard !MomentFormats.ofText.isDisjoint(with: MomentFormats(self)),
      let fields = MomentFields(bytes), fields.form != .open || self != .automatic
    else { return nil }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    if let zone = fields.ambiguousZone {
      return MomentFormat.ambiguous(text(zone), after: text(0..<zone.lowerBound))
    }
    if let zone = fields.zoneID, Zone(text(zone)) == nil {
      return InputError(.malformed(text: text(zone), .zone))
    }
    return fields.weekdayError(self == .monthFirst ? .monthFirst : .dayFirst, bytes)
  }

  private static func ambiguous(_ zone: String, after text: String) -> InputError {
    let cure =
      "the abbreviation stands for several offsets: write the offset, as in +01:00, or leave it out and set"
      + " the zone: --zone, zone in Python"
    return InputError(.notUnderstood(word: zone, after: text.trimmedEnd, cure: cure))
  }

  private func expected(of text: String) -> InputError.Expected {
    switch self {
    case .automatic: text.withBytes(MomentFormat.expected)
    case .dayFirst: .dayFirst
    case .monthFirst: .monthFirst
    case .seconds, .milliseconds: .countOfSeconds
    case .excel: .excelSerial
    case .pattern: .patternedMoment
    }
  }

  /// What a text is not that the automatic format rejects.
  private static func expected(_ bytes: UnsafeBufferPointer<UInt8>) -> InputError.Expected {
    if let fields = MomentFields(bytes), fields.form == .open,
      fields.date(.dayFirst) != nil || fields.date(.monthFirst) != nil
    {
      return .orderedMoment
    }
    guard let number = WrittenNumber(bytes) else { return .writtenMoment }
    return number.wholeDigits >= 9 || !number.formats.isEmpty ? .countedMoment : .writtenMoment
  }
}

extension MomentFields {
  /// The error of a date with a weekday that it does not have.
  fileprivate func weekdayError(
    _ order: DayOrder, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> InputError? {
    var fields = self
    fields.weekday = nil
    guard weekday != nil, date(order) == nil, let date = fields.date(order) else { return nil }
    let rule = "have the weekday of its date, which is \(date.weekday)"
    return InputError(.outOfRange(text: String(decoding: bytes, as: UTF8.self), rule: rule))
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(decoding: utf8.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
  }
}
