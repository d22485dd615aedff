extension RecurrenceRule {
  /// Reads an RRULE value such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR`.
  ///
  /// Names and values may be in small letters. A part of the RFC that this version does not evaluate
  /// is an error that names it.
  ///
  /// - Throws: ``InputError`` with the part as its field.
  public init(parsing text: String) throws(InputError) {
    let parts = try RecurrenceRule.parts(of: text)
    guard let frequency = parts["FREQ"] else { throw InputError(.missing, field: "FREQ") }
    self.init(try RecurrenceRule.frequency(frequency))
    if parts["COUNT"] != nil, parts["UNTIL"] != nil {
      throw InputError(.conflict(with: "UNTIL"), field: "COUNT")
    }
    for name in parts.keys.sorted() where name != "FREQ" {
      try read(parts[name] ?? "", as: name)
    }
  }

  private mutating func read(_ value: String, as name: String) throws(InputError) {
    switch name {
    case "INTERVAL": interval = try RecurrenceRule.positive(value, field: name)
    case "COUNT": count = try RecurrenceRule.positive(value, field: name)
    case "UNTIL": until = try RecurrenceRule.until(value)
    case "BYDAY": byDay = try RecurrenceRule.weekdays(value)
    case "WKST": weekStart = try RecurrenceRule.weekday(value, field: name)
    case _ where unsupportedParts.contains(name):
      throw InputError(.unsupported(part: name), field: name)
    default: throw InputError(.unknown(allowed: supportedParts), field: name)
    }
  }

  private static func parts(of text: String) throws(InputError) -> [String: String] {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
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

  private static func frequency(_ value: String) throws(InputError) -> Frequency {
    if let frequency = Frequency(rawValue: value) { return frequency }
    if unsupportedFrequencies.contains(value) {
      throw InputError(.unsupported(part: "FREQ=\(value)"), field: "FREQ")
    }
    throw InputError(
      .notOneOf(text: value, allowed: Frequency.allCases.map(\.rawValue)), field: "FREQ")
  }

  private static func positive(_ value: String, field: String) throws(InputError) -> Int {
    var scanner = TextScanner(value)
    guard let number = scanner.number(), scanner.isAtEnd else {
      throw InputError(.malformed(text: value, .wholeNumber), field: field)
    }
    guard 1...Int(Int32.max) ~= number else {
      throw InputError(.outOfRange(text: value, rule: "be 1 to 2147483647"), field: field)
    }
    return number
  }

  private static func weekdays(_ value: String) throws(InputError) -> Set<Weekday> {
    var days: Set<Weekday> = []
    for code in value.split(separator: ",", omittingEmptySubsequences: false) {
      days.insert(try weekday(String(code), field: "BYDAY"))
    }
    return days
  }

  private static func weekday(_ code: String, field: String) throws(InputError) -> Weekday {
    if let weekday = Weekday(code: code) { return weekday }
    if Weekday(code: code.suffix(2)) != nil, Int(code.dropLast(2)) != nil {
      throw InputError(.unsupported(part: "the numbered weekday \(code)"), field: field)
    }
    throw InputError(.malformed(text: code, .weekday), field: field)
  }

  /// Reads the basic format of the RFC: `20250301`, `20250301T080000` or `20250301T080000Z`.
  private static func until(_ value: String) throws(InputError) -> Until {
    var scanner = TextScanner(value)
    let malformed = InputError(.malformed(text: value, .moment), field: "UNTIL")
    guard let date = scanner.basicDate() else { throw malformed }
    if scanner.isAtEnd { return .date(date) }
    guard scanner.skip("T"), let time = scanner.basicTime() else { throw malformed }
    let local = CivilDateTime(date: date, time: time)
    let isUTC = scanner.skip("Z")
    guard scanner.isAtEnd else { throw malformed }
    return .moment(isUTC ? .instant(Instant(seconds: local.localSeconds)) : .local(local))
  }
}

private let supportedParts = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"]
private let unsupportedParts: Set = [
  "BYSECOND", "BYMINUTE", "BYHOUR", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS",
  "RSCALE", "SKIP",
]
private let unsupportedFrequencies: Set = ["SECONDLY", "MINUTELY", "HOURLY", "MONTHLY", "YEARLY"]
