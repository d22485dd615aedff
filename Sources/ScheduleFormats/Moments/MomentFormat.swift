public import Diagnostics
public import Scheduling

/// The format of a column of dates and times.
///
///     print(try MomentFormat.automatic.read("2025-02-01 08:00:00+0100"))  // 2025-02-01T07:00:00Z
///     print(try MomentFormat.dayFirst.read("01.02.2025 8:00"))  // 2025-02-01T08:00:00
///     print(try MomentFormat.milliseconds.read("1738396800000"))  // 2025-02-01T08:00:00Z
///
/// The automatic format rejects every ambiguous text, such as `01.02.2025` and numbers; the other formats
/// resolve the ambiguity. Each accepts, after a date:
///
/// | | |
/// |---|---|
/// | time | `8:05`, `08:05:30.25`, `8.05`, `20h05`, `8:05 PM`, `8pm`, `8:05 p.m.`; fractions are dropped |
/// | offset | `Z`, `UTC`, `GMT`, `+01:00`, `+0100`, `+01`, `GMT+1`, and `EST` to `PDT` as in RFC 5322 |
/// | zone | `[Europe/Paris]` or `Europe/Paris`, whose offset counts where none is written |
///
/// Abbreviations of zones such as `CET` or `IST` are rejected as ambiguous.
public enum MomentFormat: Hashable, Sendable {
  /// Year, month and day in this order (`2025-03-03`, `2025/3/3`, `20250303`), or a month's name in English,
  /// German, French or Spanish (`03-Mar-2025`, `March 3rd, 2025`, `3. März 2025`), optionally after a
  /// weekday.
  case automatic
  /// Day, month and year, as `01.02.2025 08:00` or `1/2/25`; also everything that the automatic format
  /// parses.
  case dayFirst
  /// Month, day and year, as `2/1/25 8:00 AM`; also everything that the automatic format parses.
  case monthFirst
  /// Seconds since 1970-01-01T00:00:00Z; fractions are dropped.
  case seconds
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case milliseconds
  /// Days since 1899-12-30 with a fraction for the time, as stored by spreadsheets: `45719.3333` is
  /// 2025-03-03T08:00:00, and `45719` the date alone.
  ///
  /// Times are rounded to the second, or to the minute if the decimals are not exact to the second.
  case excel
  /// A pattern in the notation of `strptime`.
  case pattern(MomentPattern)
}

extension MomentFormat: LosslessStringConvertible {
  /// Parses `auto`, `dmy`, `mdy`, `seconds`, `milliseconds`, `excel`, or a pattern such as `%d.%m.%Y %H:%M`.
  public init?(_ text: String) {
    if let format = MomentFormat.named.first(where: { $0.name == text })?.format {
      self = format
    } else if let pattern = MomentPattern(text) {
      self = .pattern(pattern)
    } else {
      return nil
    }
  }

  /// The name, or the pattern.
  public var description: String {
    if case .pattern(let pattern) = self { return pattern.description }
    return MomentFormat.named.first { $0.format == self }?.name ?? ""
  }

  /// The formats that have a name.
  static let named: [(name: String, format: MomentFormat)] = [
    ("auto", .automatic), ("dmy", .dayFirst), ("mdy", .monthFirst), ("seconds", .seconds),
    ("milliseconds", .milliseconds), ("excel", .excel),
  ]

  /// Whether the format parses numbers, so that numeric columns can contain times.
  package var isOfNumbers: Bool {
    switch self {
    case .seconds, .milliseconds, .excel: true
    case .automatic, .dayFirst, .monthFirst, .pattern: false
    }
  }
}

extension MomentFormat {
  /// Parses a date or date-time: an instant if it has an offset, otherwise a local time.
  ///
  /// - Throws: `InputError` if the text is not in this format, with suggested formats.
  public func read(_ text: String) throws(InputError) -> LocalOrInstant {
    try readWritten(text).moment
  }

  /// Parses a date or date-time, keeping local time and offset separate.
  ///
  /// - Throws: `InputError` if the text is not in this format, with suggested formats.
  public func readWritten(_ text: String) throws(InputError) -> WrittenMoment {
    if let written = text.withCursor({ written($0) }) { return written }
    throw error(of: String(text))
  }

  /// Parses a date or date-time; `nil` if the text is not in this format.
  ///
  /// Safe: the bytes are borrowed for the call.
  package func written(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    written(MomentCursor(bytes))
  }

  private func written(_ text: MomentCursor) -> WrittenMoment? {
    switch self {
    case .automatic: MomentFields(text)?.written(nil, text)
    case .dayFirst: MomentFields(text)?.written(.dayFirst, text)
    case .monthFirst: MomentFields(text)?.written(.monthFirst, text)
    case .seconds: WrittenNumber(text)?.sinceEpoch(unitsPerSecond: 1)
    case .milliseconds: WrittenNumber(text)?.sinceEpoch(unitsPerSecond: 1_000)
    case .excel: WrittenNumber(text)?.excelMoment
    case .pattern(let pattern): pattern.written(text)
    }
  }
}

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
