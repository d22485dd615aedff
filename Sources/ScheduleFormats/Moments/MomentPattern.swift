import Scheduling

/// A pattern for dates and times in the notation of `strptime`, such as `%d.%m.%Y %H:%M`.
///
/// | letters | parsed text |
/// |---|---|
/// | `%Y`, `%y` | the year in four digits; in two, 69 to 99 of the twentieth century and 00 to 68 of this |
/// | `%m`, `%d` | month and day in one digit or two |
/// | `%b`, `%B` | the name of a month, whole or abbreviated, in English, German, French or Spanish |
/// | `%H`, `%M`, `%S` | hour, minute and second in one digit or two |
/// | `%I`, `%p` | the hour of a clock of twelve hours, and AM or PM in any spelling |
/// | `%f` | the fraction of a second, which is dropped |
/// | `%z` | `Z`, `UTC`, `+0100`, `+01:00`, `+01`, or `EST` to `PDT` as in RFC 5322 |
/// | `%%` | a per cent sign |
///
/// Any other character matches itself, and a space any number of spaces. A pattern must have year, month and
/// day, and hours if it has minutes; omitted parts of a time are 0.
public struct MomentPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let description: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case year, shortYear, month, day, monthName, hour, hourOfTwelve, half, minute, second, fraction,
      offset
    case literal(UInt8)
  }
}

extension MomentPattern: LosslessStringConvertible {
  /// Parses a pattern; `nil` if a letter is unknown, a part is repeated, or the date is incomplete.
  public init?(_ text: String) {
    var parts: [Part] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts.append(.literal(byte))
        continue
      }
      guard let part = rest.popFirst().flatMap(MomentPattern.part) else { return nil }
      parts.append(part)
    }
    guard MomentPattern.isWhole(parts) else { return nil }
    (description, self.parts) = (text, parts)
  }

  private static func part(_ letter: UInt8) -> Part? {
    switch Character(Unicode.Scalar(letter)) {
    case "Y": .year
    case "y": .shortYear
    case "m": .month
    case "d", "e": .day
    case "b", "B": .monthName
    case "H": .hour
    case "I": .hourOfTwelve
    case "p": .half
    case "M": .minute
    case "S": .second
    case "f": .fraction
    case "z": .offset
    case "%": .literal(letter)
    default: nil
    }
  }

  private static func isWhole(_ parts: [Part]) -> Bool {
    func count(_ some: Part...) -> Int { parts.count { some.contains($0) } }
    let hours = count(.hour, .hourOfTwelve)
    return count(.year, .shortYear) == 1 && count(.month, .monthName) == 1 && count(.day) == 1
      && hours < 2 && count(.minute) <= hours && count(.second) <= count(.minute)
      && count(.half) == count(.hourOfTwelve) && count(.offset) < 2 && count(.offset) <= hours
      && count(.fraction) <= count(.second)
  }
}

extension MomentPattern {
  /// Parses a text; `nil` if it does not match the pattern.
  func written(_ text: MomentCursor) -> WrittenMoment? {
    var cursor = text
    var match = Match()
    for part in parts {
      guard match.take(part, &cursor) else { return nil }
    }
    return cursor.isAtEnd ? match.written : nil
  }

  /// The parts that matched.
  private struct Match {
    var (year, month, day) = (0, 0, 0)
    var (hour, minute, second) = (0, 0, 0)
    var half: Int?
    var offset: WrittenOffset?
    var hasTime = false
    var isOfTwelve = false

    var written: WrittenMoment? {
      var hour = hour
      if isOfTwelve {
        guard let half, 1...12 ~= hour else { return nil }
        hour = hour % 12 + 12 * half
      }
      guard let date = CivilDate(year: year, month: month, day: day),
        let time = CivilTime(hour: hour, minute: minute, second: second)
      else { return nil }
      return WrittenMoment(
        local: CivilDateTime(date: date, time: time), offset: offset?.seconds, hasTime: hasTime,
        isUTC: offset?.isUTC ?? false)
    }

    mutating func take(_ part: Part, _ cursor: inout MomentCursor) -> Bool {
      switch part {
      case .year: takeYear(&cursor, digits: 4)
      case .shortYear: takeYear(&cursor, digits: 2)
      case .month: cursor.take(&month)
      case .day: cursor.take(&day)
      case .monthName: takeMonthName(&cursor)
      case .hour: takeHour(&cursor, ofTwelve: false)
      case .hourOfTwelve: takeHour(&cursor, ofTwelve: true)
      case .half: takeHalf(&cursor)
      case .minute: cursor.take(&minute)
      case .second: cursor.take(&second)
      case .fraction: cursor.takeFraction()
      case .offset: takeOffset(&cursor)
      case .literal(UInt8(ascii: " ")): cursor.skipSpaces()
      case .literal(let byte): cursor.skipByte(byte)
      }
    }

    private mutating func takeYear(_ cursor: inout MomentCursor, digits: Int) -> Bool {
      let (value, count) = cursor.digits(upTo: digits)
      year = digits == 2 ? MomentCursor.year(ofTwoDigits: value) : value
      return count == digits
    }

    private mutating func takeMonthName(_ cursor: inout MomentCursor) -> Bool {
      month = cursor.word(in: CalendarWords.months) ?? 0
      return month > 0
    }

    private mutating func takeHour(_ cursor: inout MomentCursor, ofTwelve: Bool) -> Bool {
      (hasTime, isOfTwelve) = (true, ofTwelve)
      return cursor.take(&hour)
    }

    private mutating func takeHalf(_ cursor: inout MomentCursor) -> Bool {
      half = cursor.half()
      return half != nil
    }

    private mutating func takeOffset(_ cursor: inout MomentCursor) -> Bool {
      cursor.skipSpaces()
      offset = cursor.offset()
      return offset != nil
    }
  }
}

extension MomentCursor {
  /// Parses a number of one or two digits, even if more digits follow.
  fileprivate mutating func take(_ number: inout Int) -> Bool {
    let (value, count) = digits(upTo: 2)
    number = value
    return count > 0
  }

  /// Skips the digits of a fraction, with or without a decimal mark.
  fileprivate mutating func takeFraction() -> Bool {
    if isNext(".") || isNext(",") { return skipFraction() }
    guard isAtDigit else { return false }
    skip { 48...57 ~= $0 }
    return true
  }
}
