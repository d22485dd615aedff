public import Diagnostics

extension RecurrenceRule {
  /// The BY parts, which select days and times.
  enum ByPart: String, CaseIterable {
    case month = "BYMONTH"
    case week = "BYWEEKNO"
    case yearDay = "BYYEARDAY"
    case monthDay = "BYMONTHDAY"
    case weekday = "BYDAY"
    case hour = "BYHOUR"
    case minute = "BYMINUTE"
    case second = "BYSECOND"
  }

  /// The effect of a part on the occurrences of a frequency.
  enum ByEffect {
    case limit, expand
    /// Depends on other parts: see notes 1 and 2 of the table.
    case depends
    case forbidden
  }

  /// Returns the entry of the table in RFC 5545, section 3.3.10: a row for each part and a column for each
  /// frequency.
  static func effect(of part: ByPart, in frequency: Frequency) -> ByEffect {
    let (limit, expand) = (ByEffect.limit, ByEffect.expand)
    let (depends, never) = (ByEffect.depends, ByEffect.forbidden)
    let row =
      switch part {
      // secondly, minutely, hourly, daily, weekly, monthly, yearly
      case .month: [limit, limit, limit, limit, limit, limit, expand]
      case .week: [never, never, never, never, never, never, expand]
      case .yearDay: [limit, limit, limit, never, never, never, expand]
      case .monthDay: [limit, limit, limit, limit, never, expand, expand]
      case .weekday: [limit, limit, limit, limit, expand, depends, depends]
      case .hour: [limit, limit, limit, expand, expand, expand, expand]
      case .minute: [limit, limit, expand, expand, expand, expand, expand]
      case .second: [limit, expand, expand, expand, expand, expand, expand]
      }
    return row[Frequency.allCases.firstIndex(of: frequency) ?? 0]
  }
}

extension RecurrenceRule {
  /// Validates the combination of parts and the range of every number.
  public func validate() throws(InputError) {
    if count != nil, until != nil { throw InputError(.conflict(with: "UNTIL"), field: "COUNT") }
    for part in ByPart.allCases where isPresent(part) {
      if RecurrenceRule.effect(of: part, in: frequency) == .forbidden {
        throw InputError(.conflict(with: "FREQ=\(frequency.rawValue)"), field: part.rawValue)
      }
    }
    let hasOrdinals = weekdays.contains { if case .nth = $0 { true } else { false } }
    if hasOrdinals, RecurrenceRule.effect(of: .weekday, in: frequency) != .depends {
      throw InputError(.conflict(with: "FREQ=\(frequency.rawValue)"), field: "BYDAY")
    }
    if hasOrdinals, !weeks.isEmpty {
      throw InputError(.conflict(with: "BYWEEKNO"), field: "BYDAY")
    }
    if !setPositions.isEmpty, !ByPart.allCases.contains(where: isPresent) {
      throw InputError(
        .outOfRange(text: "alone", rule: "be combined with another BY part"), field: "BYSETPOS")
    }
    try validateNumbers()
  }

  private func isPresent(_ part: ByPart) -> Bool {
    switch part {
    case .month: !months.isEmpty
    case .week: !weeks.isEmpty
    case .yearDay: !daysOfTheYear.isEmpty
    case .monthDay: !daysOfTheMonth.isEmpty
    case .weekday: !weekdays.isEmpty
    case .hour: !hours.isEmpty
    case .minute: !minutes.isEmpty
    case .second: !seconds.isEmpty
    }
  }

  private func validateNumbers() throws(InputError) {
    try check("INTERVAL", interval, 1...Int(Int32.max))
    if let count { try check("COUNT", count, 1...Int(Int32.max)) }
    try check("BYMONTH", months, 1...12)
    try check("BYWEEKNO", weeks, 1...53, isSigned: true)
    try check("BYYEARDAY", daysOfTheYear, 1...366, isSigned: true)
    try check("BYMONTHDAY", daysOfTheMonth, 1...31, isSigned: true)
    for case .nth(let ordinal, _) in weekdays {
      try check("BYDAY", ordinal, 1...53, isSigned: true)
    }
    try check("BYHOUR", hours, 0...23)
    try check("BYMINUTE", minutes, 0...59)
    try check("BYSECOND", seconds, 0...59)
    try check("BYSETPOS", setPositions, 1...366, isSigned: true)
  }

  private func check(
    _ part: String, _ numbers: [Int], _ range: ClosedRange<Int>, isSigned: Bool = false
  ) throws(InputError) {
    for number in numbers { try check(part, number, range, isSigned: isSigned) }
  }

  /// Checks that a number, or its magnitude if it may be negative, is in a range.
  private func check(
    _ part: String, _ number: Int, _ range: ClosedRange<Int>, isSigned: Bool = false
  ) throws(InputError) {
    if range.contains(isSigned ? Int(clamping: number.magnitude) : number) { return }
    throw InputError(
      .outOfRange(text: "\(number)", rule: "be \(range.lowerBound) to \(range.upperBound)"),
      field: part)
  }
}
