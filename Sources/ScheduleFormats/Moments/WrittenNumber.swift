public import Scheduling

/// A number in a column of counted times: digits with at most one decimal mark.
///
/// A comma is a decimal mark after more than three digits, where it cannot separate thousands.
struct WrittenNumber {
  private(set) var isNegative = false
  /// The integer part.
  private(set) var whole = 0
  /// The fractional part.
  private(set) var fraction = 0.0
  /// The number of decimals without trailing zeros.
  private(set) var decimals = 0
  /// The number of digits of the integer part.
  private(set) var wholeDigits = 0

  /// Parses a number, with optional spaces around it; `nil` for any other text.
  init?(_ text: MomentCursor) {
    var cursor = text.trimmed
    isNegative = cursor.skip("-")
    (whole, wholeDigits) = cursor.digits(upTo: 18)
    let hasMark = cursor.skip(".") || wholeDigits > 3 && cursor.skip(",")
    if hasMark { takeFraction(&cursor) }
    guard wholeDigits > 0 || decimals > 0 else { return nil }
    cursor.skipSpaces()
    guard cursor.isAtEnd else { return nil }
  }

  private mutating func takeFraction(_ cursor: inout MomentCursor) {
    var (count, scale) = (0, 1.0)
    while cursor.isAtDigit {
      let digit = cursor.digits(upTo: 1).value
      count += 1
      scale /= 10
      guard digit > 0 else { continue }
      decimals = count
      fraction += Double(digit) * scale
    }
  }

  var isFraction: Bool { !isNegative && whole == 0 }
}

// Interpretation as times.
extension WrittenNumber {
  /// Returns the instant as a count since 1970-01-01T00:00:00Z; fractions of a second are dropped.
  func sinceEpoch(unitsPerSecond unit: Int) -> WrittenMoment? {
    let units = isNegative ? -whole - (decimals > 0 ? 1 : 0) : whole
    let seconds = Int64(units.flooredQuotient(unit))
    let calendar = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds
    guard calendar.contains(seconds) else { return nil }
    return WrittenMoment(local: CivilDateTime(localSeconds: seconds), offset: 0, isUTC: true)
  }

  /// The date-time as days since 1899-12-30, as stored by spreadsheets; `nil` outside 1 to 2,958,465, which
  /// is 9999-12-31.
  var excelMoment: WrittenMoment? {
    guard !isNegative, 1...2_958_465 ~= whole else { return nil }
    let date = CivilDateTime(date: CivilDate(dayNumber: whole - 25_569))
    let local = date.adding(seconds: Int64(secondOfDay))
    return WrittenMoment(local: local, hasTime: decimals > 0)
  }

  /// The second of the day of the fraction, 0 to 86,400.
  ///
  /// With few decimals the fraction is not exact to the second: with four, 08:00 is `.3333`, which is
  /// 07:59:57. The nearest minute is used if it is within that tolerance; with six or more decimals the
  /// nearest second is used.
  var secondOfDay: Int {
    let second = Int((fraction * 86_400).rounded())
    let minute = (second + 30) / 60 * 60
    let tolerance = decimals > 5 ? 0 : decimals == 4 ? 5 : 3
    return abs(minute - second) <= tolerance ? minute : second
  }

  /// The format in which the number is plausible, in 1990 to 2100; empty if there is none.
  var formats: MomentFormats {
    if isNegative { return [] }
    switch whole {
    case 32_874..<73_416: return .excel
    case 631_152_000..<4_133_980_800: return .seconds
    case 631_152_000_000..<4_133_980_800_000: return .milliseconds
    default: return []
    }
  }
}

/// A date or date-time as parsed from text: the local time as written, and the offset.
///
///     let written = try MomentFormat.automatic.readWritten("2025-03-03T00:30:00+09:00")
///     print(written.local)  // 2025-03-03T00:30:00
///     print(written.moment)  // 2025-03-02T15:30:00Z
public struct WrittenMoment: Hashable, Sendable {
  /// The local date and time as written, not adjusted by the offset; midnight for a date without a time.
  public var local: CivilDateTime
  /// The offset as written, in seconds east of UTC; `nil` if there is none.
  public var offset: Int?
  /// Whether the text has a time of day.
  public var hasTime: Bool
  /// Whether the offset was written as `Z`, `UTC`, `UT`, `GMT` or `-00:00`.
  ///
  /// These give the instant but not the local clock; RFC 3339 defines `-00:00` so. `false` for `+00:00`.
  public var isUTC: Bool

  /// Creates a written moment.
  public init(local: CivilDateTime, offset: Int? = nil, hasTime: Bool = true, isUTC: Bool = false) {
    (self.local, self.offset, self.hasTime, self.isUTC) = (local, offset, hasTime, isUTC)
  }

  /// The instant if there is an offset, otherwise the local time.
  public var moment: LocalOrInstant {
    guard let offset else { return .local(local) }
    return .instant(Instant(seconds: local.localSeconds - Int64(offset)))
  }
}
