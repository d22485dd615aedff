/// A calendar date without a zone: proleptic Gregorian, years 1 to 9999.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The days since 1970-01-01; negative before.
  public let dayNumber: Int

  /// The first day of the calendar, 0001-01-01.
  public static var first: CivilDate { CivilDate(dayNumber: -719_162) }
  /// The last day of the calendar, 9999-12-31.
  public static var last: CivilDate { CivilDate(dayNumber: 2_932_896) }

  /// Creates the date a number of days after 1970-01-01.
  ///
  /// - Precondition: The date is in the years 1 to 9999.
  public init(dayNumber: Int) {
    precondition(
      -719_162...2_932_896 ~= dayNumber, "day \(dayNumber) lies outside the years 1 to 9999")
    self.dayNumber = dayNumber
  }

  /// Creates a date from its year, month and day of the month; `nil` if it does not exist.
  ///
  ///     print(CivilDate(year: 2024, month: 2, day: 29)!)  // 2024-02-29
  ///     print(CivilDate(year: 2023, month: 2, day: 29) as Any)  // nil
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month,
      1...CivilDate.length(ofMonth: month, year: year) ~= day
    else { return nil }
    dayNumber = CivilDate.dayNumber(year: year, month: month, day: day)
  }

  /// The year, 1 to 9999.
  public var year: Int { parts.year }
  /// The month, 1 to 12.
  public var month: Int { parts.month }
  /// The day of the month, 1 to 31.
  public var day: Int { parts.day }
  /// The weekday; 1970-01-01 was a Thursday.
  public var weekday: Weekday { Weekday(index: (dayNumber + 3).modulo(7)) }

  /// Returns the date a number of days later, clamped to the calendar.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    if overflow { return days < 0 ? .first : .last }
    return CivilDate(dayNumber: min(max(sum, CivilDate.first.dayNumber), CivilDate.last.dayNumber))
  }

  /// Returns the number of days from one date to another.
  public static func - (later: CivilDate, earlier: CivilDate) -> Int {
    later.dayNumber - earlier.dayNumber
  }

  /// Orders dates by day.
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }
}

// Conversion between day numbers and dates, after Howard Hinnant's "chrono-compatible low-level date
// algorithms": years are counted from March, so that the leap day is the last of its year.
extension CivilDate {
  /// The year, month and day of the month, computed together.
  public var parts: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Returns the day number of a date, without validating month and day.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.flooredQuotient(400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension CivilDate: LosslessStringConvertible {
  /// Parses `2024-02-29`, `2024/02/29` or `20240229`; `nil` for any other text, such as one with an ambiguous
  /// order, and for dates that do not exist.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  // Safe: all ten bytes are written.
  /// The date as `2024-02-29`.
  public var description: String {
    String(unsafeUninitializedCapacity: 10) { text in
      write(to: text)
      return 10
    }
  }

  /// Writes the ten bytes of the description at the start of a buffer.
  ///
  /// Safe: no year of the calendar has more than four digits, and the caller's buffer has room for ten.
  func write(to text: UnsafeMutableBufferPointer<UInt8>) {
    let (year, month, day) = parts
    text.write(year / 100, at: 0)
    text.write(year % 100, at: 2)
    text.write(month, at: 5)
    text.write(day, at: 8)
    (text[4], text[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
  }
}

// Safe: the callers' buffers have room, and two digits are below ten.
extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes the two digits of a number below 100.
  func write(_ number: Int, at offset: Int) {
    let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
    self[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tens)
    self[offset + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: ones)
  }
}

extension CivilDate: Codable {
  /// Decodes a date from its text.
  ///
  /// - Throws: `DecodingError` if the date is invalid.
  public init(from decoder: any Decoder) throws {
    let field = try decoder.singleValueContainer()
    let text = try field.decode(String.self)
    guard let date = CivilDate(text) else {
      throw DecodingError.dataCorruptedError(in: field, debugDescription: "\(text) is no date")
    }
    self = date
  }

  /// Encodes the date as `2024-02-29`.
  public func encode(to encoder: any Encoder) throws {
    var field = encoder.singleValueContainer()
    try field.encode(description)
  }
}

extension CivilDate {
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The date as `4 January 2024`.
  package var words: String { "\(dayAndMonth) \(year)" }

  /// The date without its year, as `4 January`.
  package var dayAndMonth: String {
    let (_, month, day) = parts
    return "\(day) \(CivilDate.monthNames[month - 1])"
  }
}

extension CivilDateTime {
  /// The date-time as `4 January 2024 08:00`.
  package var words: String { "\(date.words) \(time)" }

  /// The date alone if the time is midnight, otherwise the date-time.
  package var wordsOfBound: String { time == .midnight ? date.words : words }
}

extension LocalOrInstant {
  /// Returns the local time in the zone, if known, or else in UTC.
  package func words(in zone: Zone?, _ text: (CivilDateTime) -> String = { $0.words }) -> String {
    if let local = civil(inKnown: zone) { return text(local) }
    return "\(civil(in: .utc).words) UTC"
  }

  /// Returns the local time; `nil` for an instant without a known zone.
  package func civil(inKnown zone: Zone?) -> CivilDateTime? {
    switch (self, zone) {
    case (.local(let local), _): local
    case (.instant, let zone?): civil(in: zone)
    case (.instant, nil): nil
    }
  }
}

extension Zone {
  /// The zone as `New York time`; ids that are not locations stay unchanged.
  package var words: String {
    let parts = id.split(separator: "/")
    guard parts.count == 2, parts[0] != "Etc" else { return id }
    return parts[1].map { $0 == "_" ? " " : String($0) }.joined() + " time"
  }
}
