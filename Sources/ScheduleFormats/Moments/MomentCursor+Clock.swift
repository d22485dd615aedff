import Scheduling

extension MomentCursor {
  /// The context of a time of day, which determines how short it may be.
  enum ClockContext {
    /// After a date and a space or comma: minutes and seconds may have one digit.
    case behindDate
    /// After a `T`: the hour alone is allowed, as in ISO 8601.
    case behindT
    /// Without a date, where it has to be distinguished from numbers and dates.
    case alone
  }

  /// Parses a time of day, as `8:05`, `08:05:30.25`, `20h05`, `20.05`, `0805`, `8:05 p.m.` or `8 PM`.
  ///
  /// Fractions of a second are dropped.
  mutating func clock(_ context: ClockContext) -> CivilTime? {
    var ahead = self
    guard var parts = ahead.clockParts(context) else { return nil }
    if let half = ahead.half() {
      guard 1...12 ~= parts.hour else { return nil }
      parts.hour = parts.hour % 12 + 12 * half
    } else if parts.minute == nil, context != .behindT {
      return nil
    }
    ahead.skipOClock()
    guard let time = CivilTime(hour: parts.hour, minute: parts.minute ?? 0, second: parts.second)
    else { return nil }
    self = ahead
    return time
  }

  private typealias ClockParts = (hour: Int, minute: Int?, second: Int)

  /// Parses the digits of a time of day; on failure the position is undefined.
  private mutating func clockParts(_ context: ClockContext) -> ClockParts? {
    let (value, count) = digits(upTo: 7)
    switch count {
    case 1, 2: return minutes(ofHour: value, context)
    case 4: return (value / 100, value % 100, 0)
    case 6 where context != .alone && skipFraction():
      return (value / 10_000, value / 100 % 100, value % 100)
    default: return nil
    }
  }

  /// Parses the minutes and seconds after an hour; on failure the position is undefined.
  private mutating func minutes(ofHour hour: Int, _ context: ClockContext) -> ClockParts? {
    if skip(":") {
      guard let minute = part(context) else { return nil }
      guard skip(":") else { return (hour, minute, 0) }
      guard let second = part(context), skipFraction() else { return nil }
      return (hour, minute, second)
    }
    if let minute = twoDigits(behind: ".") {
      guard context != .alone, let second = twoDigits(behind: ".") else { return (hour, minute, 0) }
      return skipFraction() ? (hour, minute, second) : nil
    }
    return (hour, minutes(behindLetter: "h") ?? minutes(behindLetter: "H"), 0)
  }

  private mutating func part(_ context: ClockContext) -> Int? {
    context == .alone ? twoDigits() : number()
  }

  private mutating func twoDigits(behind mark: Unicode.Scalar) -> Int? {
    var ahead = self
    guard ahead.skip(mark), let minute = ahead.twoDigits() else { return nil }
    self = ahead
    return minute
  }

  /// Parses the minutes of `20h05` or `20 h 05`.
  private mutating func minutes(behindLetter letter: Unicode.Scalar) -> Int? {
    var ahead = self
    ahead.skipSpaces()
    guard ahead.skip(letter) else { return nil }
    ahead.skipSpaces()
    guard let minute = ahead.twoDigits() else { return nil }
    self = ahead
    return minute
  }

  /// Parses AM (0) or PM (1) in any spelling, with optional spaces before it.
  mutating func half() -> Int? {
    var ahead = self
    let isSpaced = ahead.skipSpaces()
    let half: Int
    if ahead.skip("a") || ahead.skip("A") {
      half = 0
    } else if ahead.skip("p") || ahead.skip("P") {
      half = 1
    } else {
      return nil
    }
    let hasDot = ahead.skip(".")
    var full = ahead
    // Spanish has a space between the letters.
    if hasDot { full.skipSpaces() }
    if full.skip("m") || full.skip("M") {
      _ = full.skip(".")
      ahead = full
    } else if isSpaced || hasDot {
      return nil
    }
    guard !ahead.isAtLetter else { return nil }
    self = ahead
    return half
  }

  private mutating func skipOClock() {
    var ahead = self
    ahead.skipSpaces()
    if ahead.word(in: CalendarWords.oClock) != nil { self = ahead }
  }
}
