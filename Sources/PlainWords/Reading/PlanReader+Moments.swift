import Scheduling

/// A day that words name, and a time where they name one.
struct PlanMoment {
  var date: CivilDate
  var time: CivilTime?
  /// Whether the clock is that of UTC and no patient's.
  var isUTC = false

  /// The moment; midnight where no time is named.
  func moment(orAt time: CivilTime = .midnight) -> LocalOrInstant {
    let local = CivilDateTime(date: date, time: self.time ?? time)
    return isUTC ? .instant(Instant(seconds: local.localSeconds)) : .local(local)
  }
}

// Times of day, dates and moments.
extension PlanReader {
  /// `08:00`, `8:30 pm`, `8 am`, `noon` or `midnight`; a number alone is none.
  mutating func time() throws(InputError) -> CivilTime? {
    switch kind() {
    case .time(let time)?:
      place += 1
      return try onTwelveHourClock(time)
    case .number(let hour)? where ["am", "pm"].contains(word(ahead: 1)):
      place += 1
      guard let time = CivilTime(hour: hour) else {
        throw outOfRange("\(hour) \(word() ?? "")", "be 1 to 12")
      }
      return try onTwelveHourClock(time)
    case .decimal? where ["am", "pm"].contains(word(ahead: 1)):
      let parts = tokens[place].text.split(separator: ".")
      guard parts.count == 2, parts[1].count == 2, let hour = Int(parts[0]),
        let minute = Int(parts[1]),
        let time = CivilTime(hour: hour, minute: minute)
      else { return nil }
      place += 1
      return try onTwelveHourClock(time)
    case .number(12)? where ["noon", "midnight"].contains(word(ahead: 1)):
      place += 2
      return word(ahead: -1) == "noon" ? CivilTime(hour: 12) : .midnight
    case .word("noon")?:
      place += 1
      return CivilTime(hour: 12)
    case .word("midnight")?:
      place += 1
      return .midnight
    case .unknown? where tokens[place].text.contains(":"):
      throw outOfRange(String(tokens[place].text), "be a time of day, 00:00 to 23:59")
    default: return nil
    }
  }

  /// Reads `am` or `pm` behind a time.
  private mutating func onTwelveHourClock(_ time: CivilTime) throws(InputError) -> CivilTime {
    guard let half = take(["am": 0, "pm": 12]) else { return time }
    guard 1...12 ~= time.hour else {
      throw outOfRange(words(place - 2..<place), "be 1 to 12, or without am and pm")
    }
    return CivilTime(hour: time.hour % 12 + half, minute: time.minute, second: time.second) ?? time
  }

  /// `08:00, 14:00 and 20:00`.
  mutating func times() throws(InputError) -> [CivilTime] {
    try list { (reader: inout PlanReader) throws(InputError) -> CivilTime? in
      // "at 08:00 and at 20:00"
      _ = reader.accept("at")
      return try reader.time()
    } + timesBehind()
  }

  /// The times that follow one without a separator, as in `8am 8pm`.
  private mutating func timesBehind() throws(InputError) -> [CivilTime] {
    guard place > 0, PlanReader.isTime(tokens[place - 1]) else { return [] }
    var times: [CivilTime] = []
    while let time = try time() { times.append(time) }
    return times
  }

  private static func isTime(_ token: PlanToken) -> Bool {
    switch token.kind {
    case .time, .word("am"), .word("pm"): true
    default: false
    }
  }

  /// Behind `at`: `8h and 20h`, `0800`, `08.00`, or numbers of which one is beyond twelve; empty for numbers that may
  /// be of either half of the day.
  mutating func hoursOfDay() throws(InputError) -> [CivilTime] {
    let begin = place
    var isClear = false
    let times = try list { (reader: inout PlanReader) throws(InputError) -> CivilTime? in
      _ = reader.accept("at")
      if let time = try reader.time() { return time }
      guard let (time, isSure) = reader.hourOfDay() else { return nil }
      isClear = isClear || isSure
      return time
    }
    if !isClear { place = begin }
    return isClear ? times : []
  }

  private mutating func hourOfDay() -> (time: CivilTime, isSure: Bool)? {
    guard place < tokens.count else { return nil }
    let text = tokens[place].text
    switch kind() {
    case .number(let number)? where text.count == 4:
      guard let time = CivilTime(hour: number / 100, minute: number % 100) else { return nil }
      place += 1
      _ = accept(anyOf: "h", "hr", "hrs", "hours")
      return (time, true)
    case .number(let hour)?:
      guard !["times", "time", "x"].contains(word(ahead: 1)), hour < 24 else { return nil }
      return minuteBehind(hour)
    case .decimal?:
      let parts = text.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2, text.suffix(3).first == ".", hourEnds,
        let time = CivilTime(hour: parts[0], minute: parts[1])
      else { return nil }
      place += 1
      return (time, true)
    default: return nil
    }
  }

  /// Whether the next token but one is no unit, so that the next is no amount.
  private var hourEnds: Bool {
    var ahead = self
    ahead.place += 1
    return ahead.unit() == nil
  }

  /// `8h`, `8h30`, or `8` alone, which is sure beyond twelve.
  private mutating func minuteBehind(_ hour: Int) -> (time: CivilTime, isSure: Bool)? {
    let next = word(ahead: 1) ?? ""
    let minute = next.first == "h" ? Int(next.dropFirst()) : nil
    let isHour = minute != nil || ["h", "hr", "hrs"].contains(next)
    guard isHour || hourEnds, let time = CivilTime(hour: hour, minute: minute ?? 0) else {
      return nil
    }
    place += isHour ? 2 : 1
    return (time, isHour || hour > 12 || hour == 0)
  }

  /// A day and a month without a year: `4 January`, `the 4th of January` or `January 4`.
  mutating func dayOfYear() -> (month: Int, day: Int)? {
    let begin = place
    if let month = take(Vocabulary.months), let day = dayNumber() { return (month, day) }
    place = begin
    _ = accept("the")
    if let day = dayNumber() {
      _ = accept("of")
      if let month = take(Vocabulary.months) { return (month, day) }
    }
    place = begin
    return nil
  }

  private mutating func dayNumber() -> Int? {
    switch kind() {
    case .number(let day)?, .ordinal(let day)?:
      place += 1
      return day
    default: return nil
    }
  }

  /// `2025-03-01`, `1 March 2025` or `March 1, 2025`.
  mutating func date() throws(InputError) -> CivilDate? {
    if case .date(let date)? = kind() {
      place += 1
      return date
    }
    let begin = place
    guard let (month, day) = dayOfYear() else { return nil }
    guard let year = year() else { throw unexpected("expected a year, as in 1 March 2025") }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw outOfRange(words(begin..<place), "be a day of the calendar, in the years 1 to 9999")
    }
    return date
  }

  /// The year of a date; behind a comma it has four digits.
  mutating func year() -> Int? {
    let begin = place
    let isApart = accept(sign: ",")
    if case .number(let year)? = kind(), !isApart || tokens[place].text.count == 4,
      !["times", "time", "x"].contains(word(ahead: 1))
    {
      place += 1
      return year
    }
    place = begin
    return nil
  }

  /// A date with or without a time, and `UTC` where it is meant.
  mutating func moment() throws(InputError) -> PlanMoment? {
    if case .moment(let moment)? = kind() {
      place += 1
      let local = moment.civil(in: .utc)
      if case .instant = moment {
        return PlanMoment(date: local.date, time: local.time, isUTC: true)
      }
      return PlanMoment(date: local.date, time: local.time, isUTC: accept("utc"))
    }
    guard let date = try date() else { return nil }
    let time = try time()
    return PlanMoment(date: date, time: time, isUTC: accept("utc"))
  }

  mutating func requiredMoment() throws(InputError) -> PlanMoment {
    if let moment = try moment() { return moment }
    throw unexpected("expected a date, as in 2025-03-01 or 1 March 2025")
  }
}
