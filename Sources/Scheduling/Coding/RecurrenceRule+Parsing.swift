public import Diagnostics

extension RecurrenceRule: LosslessStringConvertible {
  /// Parses an RRULE value; `nil` if ``init(parsing:)`` throws.
  public init?(_ text: String) {
    guard let rule = try? RecurrenceRule(parsing: text) else { return nil }
    self = rule
  }

  /// Parses an RRULE value such as `FREQ=MONTHLY;BYDAY=-1FR`.
  ///
  /// Names and values are case-insensitive, parts may be in any order, and a trailing semicolon is allowed.
  /// RSCALE may be Gregorian.
  public init(parsing text: String) throws(InputError) {
    let parts = try RecurrenceRule.parts(of: text)
    if let calendar = parts["RSCALE"], calendar != "GREGORIAN" {
      throw InputError(.unsupported(part: "the calendar \(calendar)"), field: "RSCALE")
    }
    guard let frequency = parts["FREQ"] else { throw InputError(.missing, field: "FREQ") }
    self.init(try PartText(frequency, "FREQ").choice())
    for name in parts.keys.sorted() { try read(PartText(parts[name] ?? "", name)) }
    try validate()
  }

  private mutating func read(_ part: PartText) throws(InputError) {
    switch part.name {
    case "FREQ", "RSCALE": break
    case "INTERVAL": interval = try part.number(in: 1...Int(Int32.max))
    case "COUNT": count = try part.number(in: 1...Int(Int32.max))
    case "UNTIL": until = try part.until()
    case "BYMONTH": months = try part.numbers(in: 1...12)
    case "BYWEEKNO": weeks = try part.signedNumbers(upTo: 53)
    case "BYYEARDAY": daysOfTheYear = try part.signedNumbers(upTo: 366)
    case "BYMONTHDAY": daysOfTheMonth = try part.signedNumbers(upTo: 31)
    case "BYDAY": weekdays = try part.weekdays()
    case "BYHOUR": hours = try part.numbers(in: 0...23)
    case "BYMINUTE": minutes = try part.numbers(in: 0...59)
    case "BYSECOND": seconds = try part.numbers(in: 0...60, atMost: 59)
    case "BYSETPOS": setPositions = try part.signedNumbers(upTo: 366)
    case "WKST": weekStart = try part.weekday(part.text)
    case "SKIP": skip = try part.choice()
    default: throw InputError(.unknown(allowed: RecurrenceRule.partNames), field: part.name)
    }
  }

  /// The names of the parts of a rule.
  package static let partNames = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY",
    "BYDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "WKST", "RSCALE", "SKIP",
  ]

  private static func parts(of text: String) throws(InputError) -> [String: String] {
    var parts: [String: String] = [:]
    let list = text.hasSuffix(";") ? text.dropLast() : text[...]
    for part in list.split(separator: ";", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
        throw InputError(.malformed(text: text, .rule))
      }
      let name = pair[0].uppercased()
      guard parts.updateValue(pair[1].uppercased(), forKey: name) == nil else {
        throw InputError(.duplicate(kind: "rule part", id: name), field: name)
      }
    }
    return parts
  }
}

/// The value of one part of a rule.
private struct PartText {
  var text: String
  var name: String

  init(_ text: String, _ name: String) {
    self.text = text
    self.name = name
  }

  func choice<Choice: RawRepresentable & CaseIterable>() throws(InputError) -> Choice
  where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw InputError(
      .notOneOf(text: text, allowed: Choice.allCases.map(\.rawValue)), field: name)
  }

  func number(in range: ClosedRange<Int>) throws(InputError) -> Int {
    try number(text, in: range)
  }

  private func number(_ text: String, in range: ClosedRange<Int>) throws(InputError) -> Int {
    var scanner = TextScanner(text)
    let isNegative = scanner.isNext("-")
    if !scanner.skip("-") { _ = scanner.skip("+") }
    guard let digits = scanner.number(), scanner.isAtEnd else {
      throw InputError(.malformed(text: text, .wholeNumber), field: name)
    }
    let number = isNegative ? -digits : digits
    guard range.contains(number), !(range.lowerBound < 0 && number == 0) else {
      throw InputError(.outOfRange(text: text, rule: rule(of: range)), field: name)
    }
    return number
  }

  private func rule(of range: ClosedRange<Int>) -> String {
    let most = range.upperBound
    return range.lowerBound < 0
      ? "be 1 to \(most) or -1 to -\(most)" : "be \(range.lowerBound) to \(most)"
  }

  /// Parses a list of numbers; the result is ascending and distinct, and numbers above `bound` are clamped.
  func numbers(in range: ClosedRange<Int>, atMost bound: Int = .max) throws(InputError) -> [Int] {
    var numbers: Set<Int> = []
    for item in items { numbers.insert(min(try number(item, in: range), bound)) }
    return numbers.sorted()
  }

  /// Parses a list of nonzero numbers, where negative ones count from the end.
  func signedNumbers(upTo most: Int) throws(InputError) -> [Int] { try numbers(in: -most...most) }

  func weekdays() throws(InputError) -> [RecurrenceRule.WeekdayMatch] {
    var matches: [RecurrenceRule.WeekdayMatch] = []
    for item in items {
      let weekday = try weekday(String(item.suffix(2)))
      let ordinal = String(item.dropLast(2))
      let match: RecurrenceRule.WeekdayMatch =
        ordinal.isEmpty ? .every(weekday) : .nth(try number(ordinal, in: -53...53), weekday)
      if !matches.contains(match) { matches.append(match) }
    }
    return matches
  }

  func weekday(_ code: String) throws(InputError) -> Weekday {
    if let weekday = Weekday(code: code) { return weekday }
    throw InputError(.malformed(text: text, .weekday), field: name)
  }

  /// Parses the basic format of the RFC: `20250301`, `20250301T080000` or `20250301T080000Z`.
  func until() throws(InputError) -> RecurrenceRule.Until {
    var scanner = TextScanner(text)
    let malformed = InputError(.malformed(text: text, .basicMoment), field: name)
    guard let date = scanner.basicDate() else { throw malformed }
    if scanner.isAtEnd { return .date(date) }
    guard scanner.skip("T"), let time = scanner.basicTime() else { throw malformed }
    let local = CivilDateTime(date: date, time: time)
    let isUTC = scanner.skip("Z")
    guard scanner.isAtEnd else { throw malformed }
    return .moment(isUTC ? .instant(Instant(seconds: local.localSeconds)) : .local(local))
  }

  private var items: [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

extension RecurrenceRule {
  /// The RRULE value, with parts in the order of the RFC's grammar and without defaults.
  public var description: String {
    let parts: [(name: String, value: String?)] = [
      ("RSCALE", skip == .omit ? nil : "GREGORIAN"), ("FREQ", frequency.rawValue),
      ("INTERVAL", interval == 1 ? nil : "\(interval)"), ("COUNT", count.map(String.init)),
      ("UNTIL", until?.description), ("BYMONTH", list(months)), ("BYWEEKNO", list(weeks)),
      ("BYYEARDAY", list(daysOfTheYear)), ("BYMONTHDAY", list(daysOfTheMonth)),
      ("BYDAY", list(weekdays)), ("BYHOUR", list(hours)), ("BYMINUTE", list(minutes)),
      ("BYSECOND", list(seconds)), ("BYSETPOS", list(setPositions)),
      ("WKST", weekStart == .monday ? nil : weekStart.code),
      ("SKIP", skip == .omit ? nil : skip.rawValue),
    ]
    return parts.compactMap { part in part.value.map { "\(part.name)=\($0)" } }
      .joined(separator: ";")
  }

  private func list(_ values: [some CustomStringConvertible]) -> String? {
    values.isEmpty ? nil : values.map(\.description).joined(separator: ",")
  }
}

extension RecurrenceRule.WeekdayMatch: CustomStringConvertible {
  /// The match as `FR` or `-1FR`.
  public var description: String {
    switch self {
    case .every(let weekday): weekday.code
    case .nth(let ordinal, let weekday): "\(ordinal)\(weekday.code)"
    }
  }
}

extension RecurrenceRule.Until: CustomStringConvertible {
  /// The end in the basic format, as `20250301`, `20250301T080000` or `20250301T080000Z`.
  public var description: String {
    switch self {
    case .date(let date): date.basic
    case .moment(.local(let local)): local.basic
    case .moment(.instant(let instant)): CivilDateTime(clamping: instant.seconds).basic + "Z"
    }
  }
}

extension CivilDate {
  /// The date as `20250301`.
  package var basic: String {
    let (year, month, day) = parts
    return year.padded(4) + month.padded(2) + day.padded(2)
  }
}

extension CivilDateTime {
  /// The date-time as `20250301T080000`.
  package var basic: String {
    let time = time
    return "\(date.basic)T\(time.hour.padded(2))\(time.minute.padded(2))\(time.second.padded(2))"
  }
}
