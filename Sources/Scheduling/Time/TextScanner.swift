/// A scanner for the ASCII formats of ISO 8601 and RFC 5545.
///
/// Every method consumes the element that it parses, or returns `nil` or `false`; after a failure the
/// position is undefined, so callers stop.
package struct TextScanner {
  private var rest: Substring.UTF8View

  package init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  package var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Character) -> Bool { rest.first == character.asciiValue }

  package mutating func skip(_ character: Character) -> Bool {
    guard isNext(character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips bytes while they satisfy a predicate, and returns whether there were any.
  mutating func skip(while isPart: (UInt8) -> Bool) -> Bool {
    let length = rest.count
    rest = rest.drop(while: isPart)
    return rest.count < length
  }

  /// Parses a number of exactly `count` digits.
  package mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = rest.popFirst(), 48...57 ~= byte else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  /// Parses a number of at least one digit.
  ///
  /// - Parameter longest: The maximum number of digits to consume; further digits remain.
  /// - Returns: The number, or `nil` if no digit is next.
  mutating func number(upTo longest: Int = 18) -> Int? {
    var value = 0
    var count = 0
    while let byte = rest.first, 48...57 ~= byte, count < longest {
      value = value * 10 + Int(byte - 48)
      count += 1
      rest.removeFirst()
    }
    return count == 0 ? nil : value
  }

  /// Parses `2024-02-29`, `2024/02/29` or `20240229`, the orders that are unambiguous.
  mutating func date() -> CivilDate? {
    guard let year = digits(4) else { return nil }
    let separator: Character? = isNext("-") ? "-" : isNext("/") ? "/" : nil
    func part(_ scanner: inout TextScanner) -> Int? {
      separator.map { scanner.skip($0) } == false ? nil : scanner.digits(2)
    }
    guard let month = part(&self), let day = part(&self) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Parses `08:00`, `08:00:30` or `08:00:30.250`, dropping the fraction of a second.
  mutating func time() -> CivilTime? {
    guard let hour = digits(2), skip(":"), let minute = digits(2) else { return nil }
    guard skip(":") else { return CivilTime(hour: hour, minute: minute) }
    guard let second = digits(2), skipFraction() else { return nil }
    return CivilTime(hour: hour, minute: minute, second: second)
  }

  /// Parses the basic format `20240229`.
  package mutating func basicDate() -> CivilDate? {
    guard let year = digits(4), let month = digits(2), let day = digits(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Parses the basic format `080000`.
  mutating func basicTime() -> CivilTime? {
    guard let hour = digits(2), let minute = digits(2), let second = digits(2) else { return nil }
    return CivilTime(hour: hour, minute: minute, second: second)
  }

  /// Parses `2024-01-04T08:00:00`, optionally with a space instead of the `T` and a fraction of a second,
  /// which is dropped, or the basic format `20240104T080000`.
  mutating func dateTime() -> CivilDateTime? {
    guard let date = date(), skip("T") || skip("t") || skip(" "), let time = extendedOrBasicTime()
    else { return nil }
    return CivilDateTime(date: date, time: time)
  }

  private mutating func extendedOrBasicTime() -> CivilTime? {
    var basic = self
    guard let time = basic.basicTime() else { return self.time() }
    self = basic
    return skipFraction() ? time : nil
  }

  /// Skips a fraction of a second, as `.250` or `,25`; returns `false` if a decimal mark has no digits.
  private mutating func skipFraction() -> Bool {
    guard skip(".") || skip(",") else { return true }
    return skipDigits()
  }

  /// Skips digits, and returns whether there were any.
  mutating func skipDigits() -> Bool {
    let before = rest.count
    rest = rest.drop { 48...57 ~= $0 }
    return rest.count < before
  }

  /// Parses `Z`, `UTC`, `+01:00`, `-0500` or `+01`, optionally after a space, in seconds east of UTC.
  mutating func offset() -> Int? {
    _ = skip(" ")
    if skip("Z") || skip("z") || skip(word: "UTC") || skip(word: "GMT") { return 0 }
    let isWest = isNext("-")
    guard skip("+") || skip("-"), let hours = digits(2) else { return nil }
    let minutes = skip(":") || !isAtEnd ? digits(2) : 0
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private mutating func skip(word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest.removeFirst(word.utf8.count)
    return true
  }
}
