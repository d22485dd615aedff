import Scheduling

// Dates. On failure the cursor's position and the fields are undefined, so callers try alternatives on
// copies.
extension MomentFields {
  mutating func takeDate(_ cursor: inout MomentCursor) -> Bool {
    if cursor.isAtDigit { return takeDateOfDigits(&cursor) }
    guard cursor.isAtLetter else { return false }
    // `mar` is a month and a weekday: the rest of the date disambiguates it.
    var (ahead, fields) = (cursor, self)
    if fields.takeNameAndDay(&ahead), fields.takeYear(&ahead) {
      (cursor, self) = (ahead, fields)
      return true
    }
    guard takeWeekday(&cursor) else { return false }
    if cursor.isAtDigit { return takeDateOfDigits(&cursor) }
    return takeNameAndDay(&cursor) && takeYear(&cursor)
  }

  /// Parses the name of a weekday, and a dot, a comma and spaces after it.
  private mutating func takeWeekday(_ cursor: inout MomentCursor) -> Bool {
    guard let index = cursor.word(in: CalendarWords.weekdays) else { return false }
    weekday = Weekday(index: index)
    let isMarked = cursor.skip(".")
    let hasComma = cursor.skip(",")
    return cursor.skipSpaces() || isMarked || hasComma
  }

  private mutating func takeDateOfDigits(_ cursor: inout MomentCursor) -> Bool {
    let (number, count) = cursor.digits(upTo: 15)
    switch count {
    case 1, 2:
      day = number
      var (ahead, fields) = (cursor, self)
      if fields.takeOpenDate(&ahead) {
        (cursor, self) = (ahead, fields)
        return true
      }
      return takeNameBehindDay(&cursor) && takeYear(&cursor)
    case 4:
      year = number
      return takeMonthAndDay(&cursor)
    case 8, 12, 14: return takeBasicDate(number, digits: count, &cursor)
    default: return false
    }
  }

  /// Parses the rest after a year: `-3-14`, `/03/14`, `.03.14`, ` 03 14` or `-Mar-14`.
  private mutating func takeMonthAndDay(_ cursor: inout MomentCursor) -> Bool {
    guard let mark = cursor.takeDateMark() else { return false }
    let month = cursor.isAtDigit ? cursor.number() : cursor.word(in: CalendarWords.months)
    guard let month, cursor.skipByte(mark), let day = cursor.number() else { return false }
    (form, self.month, self.day) = (.yearFirst, month, day)
    return true
  }

  /// Parses the rest after the first number of an open date: `/03/2025`, `.3.25` or `. 3. 2025`.
  private mutating func takeOpenDate(_ cursor: inout MomentCursor) -> Bool {
    guard let mark = cursor.takeDateMark() else { return false }
    let isDotted = mark == UInt8(ascii: ".")
    if isDotted { cursor.skipSpaces() }
    guard let second = cursor.number(), cursor.skipByte(mark) else { return false }
    if isDotted { cursor.skipSpaces() }
    guard let year = cursor.year() else { return false }
    (form, month, self.year) = (.open, second, year)
    return true
  }

  /// Splits the digits of a basic date, with or without a time: `20240101`, `202401010805` or
  /// `20240101080500`, which programs also print as a number with the decimals `.0`.
  private mutating func takeBasicDate(
    _ number: Int, digits: Int, _ cursor: inout MomentCursor
  ) -> Bool {
    let seconds = digits == 14 ? number : digits == 12 ? number * 100 : number * 1_000_000
    let date = seconds / 1_000_000
    (form, year, month, day) = (.yearFirst, date / 10_000, date / 100 % 100, date % 100)
    if digits > 8 {
      let (hour, minute, second) = (seconds / 10_000 % 100, seconds / 100 % 100, seconds % 100)
      guard let time = CivilTime(hour: hour, minute: minute, second: second) else { return false }
      self.time = time
    }
    guard digits == 14 ? cursor.skipFraction() : cursor.skipZeroDecimals() else { return false }
    // Digits may be any number, unless they are a plausible date.
    let isNumber = digits > 8 || cursor.isAtEnd
    return !isNumber || MomentFields.plausibleYears ~= year
  }
}

// Months by name.
extension MomentFields {
  /// Parses a day with a month's name and no year; `nil` for any other text.
  init?(monthAndDay text: MomentCursor) {
    var cursor = text.trimmed
    self.init()
    if takeLastMonthAndDay(cursor) { return }
    self.init()
    guard takeWeekday(&cursor), takeLastMonthAndDay(cursor) else { return nil }
  }

  /// Parses a month and a day up to the end of the text.
  private mutating func takeLastMonthAndDay(_ cursor: MomentCursor) -> Bool {
    var cursor = cursor
    guard takeMonthAndDayNamed(&cursor) else { return false }
    cursor.skipSpaces()
    return cursor.isAtEnd
  }

  private mutating func takeMonthAndDayNamed(_ cursor: inout MomentCursor) -> Bool {
    guard cursor.isAtDigit else { return takeNameAndDay(&cursor) }
    guard let day = cursor.number() else { return false }
    self.day = day
    return takeNameBehindDay(&cursor)
  }

  /// Parses `Mar 03`, `March 3rd` or `Mar-03`.
  private mutating func takeNameAndDay(_ cursor: inout MomentCursor) -> Bool {
    guard let month = cursor.word(in: CalendarWords.months) else { return false }
    _ = cursor.skip(".")
    _ = cursor.skipSpaces() || cursor.skip("-") || cursor.skip("/")
    guard let day = cursor.number() else { return false }
    _ = cursor.word(in: CalendarWords.ordinals)
    (form, self.month, self.day) = (.named, month, day)
    return true
  }

  /// Parses the rest after a day: ` March`, `. März`, `rd of March`, ` de marzo`, `-Mar` or `Mar`.
  private mutating func takeNameBehindDay(_ cursor: inout MomentCursor) -> Bool {
    _ = cursor.word(in: CalendarWords.ordinals)
    _ = cursor.skip(".")
    _ = cursor.skipSpaces() || cursor.skip("-") || cursor.skip("/")
    if cursor.word(in: CalendarWords.of) != nil { cursor.skipSpaces() }
    guard let month = cursor.word(in: CalendarWords.months) else { return false }
    _ = cursor.skip(".")
    (form, self.month) = (.named, month)
    return true
  }

  /// Parses the year after a day and a month's name, possibly after the time, as printed by `date`: `Mar  3
  /// 08:05:00 EST 2025`.
  private mutating func takeYear(_ cursor: inout MomentCursor) -> Bool {
    let isBehindDay = cursor.isBehindDigit
    let isMarked = cursor.skip(",")
    let isSpaced = cursor.skipSpaces()
    let isTied = isMarked || !isSpaced && (cursor.skip("-") || cursor.skip("/"))
    if cursor.word(in: CalendarWords.of) != nil { cursor.skipSpaces() }
    let (number, count) = cursor.digitsAhead
    if count <= 2, cursor.isClockNext { return takeTimeAndYear(&cursor) }
    // `Mar 3 25` may also be the year 3.
    guard count == 4 || count == 2 && (isTied || !isBehindDay) else { return false }
    _ = cursor.digits(upTo: count)
    year = count == 4 ? number : MomentCursor.year(ofTwoDigits: number)
    return !cursor.isAtDigit
  }

  private mutating func takeTimeAndYear(_ cursor: inout MomentCursor) -> Bool {
    guard let time = cursor.clock(.behindDate), cursor.skipSpaces() else { return false }
    self.time = time
    if !cursor.isAtDigit {
      guard takeZone(&cursor), cursor.skipSpaces() else { return false }
    }
    let (number, count) = cursor.digits(upTo: 5)
    year = number
    return count == 4
  }
}

extension MomentCursor {
  /// Parses the delimiter between the parts of a date.
  fileprivate mutating func takeDateMark() -> UInt8? {
    let mark = next
    return skip("-") || skip(".") || skip("/") || skip(" ") ? mark : nil
  }

  /// Skips `.0` after a number that a program converted to floating point.
  fileprivate mutating func skipZeroDecimals() -> Bool {
    guard isNext(".") || isNext(",") else { return true }
    _ = skip(".") || skip(",")
    guard isNext("0") else { return false }
    skip { $0 == UInt8(ascii: "0") }
    skipSpaces()
    return isAtEnd
  }

  /// The digits at the position.
  fileprivate var digitsAhead: (value: Int, count: Int) {
    var ahead = self
    return ahead.digits(upTo: 5)
  }

  /// Whether an hour followed by a colon is next.
  fileprivate var isClockNext: Bool {
    var ahead = self
    return ahead.digits(upTo: 2).count > 0 && ahead.isNext(":")
  }

  /// Whether the previous byte is a digit.
  fileprivate var isBehindDigit: Bool { position > 0 && 48...57 ~= bytes[position - 1] }
}
