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
