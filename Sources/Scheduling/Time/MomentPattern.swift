/// A form of dates and times in the letters of `strptime`, as `%d.%m.%Y %H:%M`.
///
/// | letters | what is read |
/// |---|---|
/// | `%Y`, `%y` | the year in four digits; in two, 69 to 99 of the twentieth century and 00 to 68 of this |
/// | `%m`, `%d` | month and day in one digit or two |
/// | `%b`, `%B` | the English name of a month, whole or its first three letters |
/// | `%H`, `%M`, `%S` | hour, minute and second in one digit or two |
/// | `%I`, `%p` | the hour of a clock of twelve hours, and `AM` or `PM` |
/// | `%f` | parts of a second, which are dropped |
/// | `%z` | `Z`, `UTC`, `+0100`, `+01:00` or `+01` |
/// | `%%` | a per cent sign |
///
/// Any other character stands for itself, and a space for any number of spaces. A pattern has year, month
/// and day, and hours where it has minutes; what it does not read of a time is 0.
public struct MomentPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let description: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case year, shortYear, month, day, monthName, hour, hourOfTwelve, half, minute, second, fraction,
      offset
    case literal(UInt8)
    /// A part that may be missing, with what stands in front of it.
    case optional([Part])
  }
}

extension MomentPattern: LosslessStringConvertible {
  /// Reads a pattern; `nil` where letters are unknown, a part comes twice, or the day is not told.
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
  /// `01.02.2025`, `1/2/25 8:00`, `01-02-2025 08:00:30 PM +01:00`.
  static let dayFirst = MomentPattern(numbers: .day, .month)
  /// The same with the month in front.
  static let monthFirst = MomentPattern(numbers: .month, .day)

  /// Two numbers and a year between marks, and a time where there is one.
  private init(numbers first: Part, _ second: Part) {
    let mark = Part.literal(MomentPattern.anyMark)
    let clock: [Part] = [
      .literal(UInt8(ascii: " ")), .hour, .literal(UInt8(ascii: ":")), .minute,
      .optional([.literal(UInt8(ascii: ":")), .second, .optional([.fraction])]),
      .optional([.literal(UInt8(ascii: " ")), .half]), .optional([.offset]),
    ]
    description = ""
    parts = [first, mark, second, mark, .shortYear, .optional(clock)]
  }

  /// Stands for a point, a slash or a hyphen between the parts of a date.
  private static let anyMark = UInt8(0)

  /// Reads a moment; `nil` where the text is none in this form.
  func read(_ text: some StringProtocol) -> Moment? {
    var scanner = TextScanner(text)
    var read = Read()
    guard MomentPattern.take(parts, &scanner, &read), scanner.isAtEnd else { return nil }
    return read.moment
  }

  /// What is read of a moment.
  private struct Read {
    var (year, month, day) = (0, 0, 0)
    var (hour, minute, second) = (0, 0, 0)
    var half: Int?
    var isOfTwelve = false
    var offset: Int?
    /// The mark behind the first part of a date, which all are.
    var mark: Character?

    var moment: Moment? {
      var hour = hour
      if isOfTwelve || half != nil {
        guard let half, 1...12 ~= hour else { return nil }
        hour = hour % 12 + 12 * half
      }
      guard let date = CivilDate(year: year, month: month, day: day),
        let time = CivilTime(hour: hour, minute: minute, second: second)
      else { return nil }
      let local = CivilDateTime(date: date, time: time)
      guard let offset else { return .local(local) }
      return .instant(Instant(seconds: local.localSeconds - Int64(offset)))
    }
  }

  private static func take(_ parts: [Part], _ scanner: inout TextScanner, _ read: inout Read)
    -> Bool
  {
    parts.allSatisfy { take($0, &scanner, &read) }
  }

  private static func take(_ part: Part, _ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    switch part {
    case .year: scanner.take(4, &read.year)
    case .shortYear: takeShortYear(&scanner, &read)
    case .month: scanner.take(upTo: 2, &read.month)
    case .day: scanner.take(upTo: 2, &read.day)
    case .monthName: takeMonthName(&scanner, &read)
    case .hour: scanner.take(upTo: 2, &read.hour)
    case .hourOfTwelve: takeHourOfTwelve(&scanner, &read)
    case .half: takeHalf(&scanner, &read)
    case .minute: scanner.take(upTo: 2, &read.minute)
    case .second: scanner.take(upTo: 2, &read.second)
    case .fraction: takeFraction(&scanner)
    case .offset: takeOffset(&scanner, &read)
    case .literal(let byte): takeLiteral(byte, &scanner, &read)
    case .optional(let parts): takeIfThere(parts, &scanner, &read)
    }
  }

  private static func takeIfThere(
    _ parts: [Part], _ scanner: inout TextScanner, _ read: inout Read
  ) -> Bool {
    var (ahead, more) = (scanner, read)
    if take(parts, &ahead, &more) { (scanner, read) = (ahead, more) }
    return true
  }

  private static func takeLiteral(
    _ byte: UInt8, _ scanner: inout TextScanner, _ read: inout Read
  ) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    if byte == anyMark {
      let mark = read.mark ?? [".", "/", "-"].first(where: scanner.isNext)
      read.mark = mark
      return mark.map { scanner.skip($0) } ?? false
    }
    guard scanner.skip(character) else { return false }
    while character == " ", scanner.skip(" ") {}
    return true
  }

  /// Two digits of a year, or in a form without a pattern also four.
  private static func takeShortYear(_ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    let before = scanner
    if read.mark != nil, scanner.take(4, &read.year) { return true }
    scanner = before
    guard scanner.take(2, &read.year) else { return false }
    read.year += read.year < 69 ? 2000 : 1900
    return true
  }

  private static func takeMonthName(_ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    let word = scanner.word().lowercased()
    let names = CivilDate.monthNames.map { $0.lowercased() }
    let place = names.firstIndex { $0 == word || String($0.prefix(3)) == word }
    read.month = place.map { $0 + 1 } ?? 0
    return place != nil
  }

  private static func takeHourOfTwelve(_ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    read.isOfTwelve = true
    return scanner.take(upTo: 2, &read.hour)
  }

  private static func takeHalf(_ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    read.half = ["am": 0, "pm": 1][scanner.word().lowercased()]
    return read.half != nil
  }

  /// Digits, in a form without a pattern behind their mark.
  private static func takeFraction(_ scanner: inout TextScanner) -> Bool {
    _ = scanner.skip(".") || scanner.skip(",")
    return scanner.skipDigits()
  }

  private static func takeOffset(_ scanner: inout TextScanner, _ read: inout Read) -> Bool {
    read.offset = scanner.offset()
    return read.offset != nil
  }
}

extension TextScanner {
  /// Takes a number of exactly so many digits.
  fileprivate mutating func take(_ count: Int, _ number: inout Int) -> Bool {
    guard let value = digits(count) else { return false }
    number = value
    return true
  }

  /// Takes a number of one digit up to so many.
  fileprivate mutating func take(upTo longest: Int, _ number: inout Int) -> Bool {
    guard let value = self.number(upTo: longest) else { return false }
    number = value
    return true
  }
}
