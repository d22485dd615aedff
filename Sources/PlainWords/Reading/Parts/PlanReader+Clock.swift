import Diagnostics
import Scheduling

// Clock times.
extension PlanReader {
  /// `08:00`, `0800`, `8:30 pm`, `8 am`, `noon` or `midnight`; any other bare number is not a time.
  mutating func time() throws(InputError) -> CivilTime? {
    if case .number(12)? = kind(), ["noon", "midnight"].contains(word(ahead: 1)) { place += 1 }
    if accept("midnight") { return .midnight }
    if accept("noon") { return CivilTime(hour: 12) }
    if let time = spokenTime() { return time }
    guard let time = try timeInDigits() else { return nil }
    place += 1
    return try onTwelveHourClock(time)
  }

  /// `half past eight pm`; `nil` without the half of the day.
  private mutating func spokenTime() -> CivilTime? {
    let begin = place
    guard let (hour, minute) = spokenHour(), let half = take(["am": 0, "pm": 12]) else {
      place = begin
      return nil
    }
    return CivilTime(hour: hour % 12 + half, minute: minute)
  }

  /// `half past eight`, `a quarter to nine`, `ten past 7`, as an hour from 1 to 12 and a minute.
  mutating func spokenHour() -> (hour: Int, minute: Int)? {
    let begin = place
    let part = accept("half") ? 30 : accept("quarter") || accept("a", "quarter") ? 15 : nil
    let told = part == nil ? number() : nil
    let isTold = accept("minutes") || part == 15
    if let minutes = part ?? told, 1...30 ~= minutes {
      let isPast = accept("past")
      // "8 to 10 am" is a range of hours.
      if isPast || isTold && accept("to"), let hour = number(), 1...12 ~= hour {
        return isPast ? (hour, minutes) : ((hour + 10) % 12 + 1, 60 - minutes)
      }
    }
    place = begin
    return nil
  }

  /// `half past eight`, or `8` alone, for the hour and the minutes past it.
  mutating func bareHour() -> (hour: Int, minute: Int)? {
    if let spoken = spokenHour() { return spoken }
    return number().flatMap { 1...12 ~= $0 ? ($0, 0) : nil }
  }

  /// Parses the time of the next token: `08:00`, or `8` and `8.30` before `am` or `pm`.
  private func timeInDigits() throws(InputError) -> CivilTime? {
    let half = word(ahead: 1) ?? ""
    let isHalf = ["am", "pm"].contains(half)
    switch kind() {
    case .time(let time)?: return time
    case .number? where isMarkedHour: return timeOfFourDigits
    case .number? where tokens[place].text.first == "0" && hourEnds: return timeOfFourDigits
    case .number? where traits.hasFourDigitTimes && hourEnds && endsClause:
      return timeOfFourDigits
    case .number(let hour)? where isHalf:
      guard let time = CivilTime(hour: hour) else {
        throw outOfRange("\(hour) \(half)", "be 1 to 12")
      }
      return time
    case .decimal? where isHalf:
      let parts = tokens[place].text.split(separator: ".")
      guard parts.count == 2, parts[1].count == 2, let hour = Int(parts[0]),
        let minute = Int(parts[1])
      else { return nil }
      return CivilTime(hour: hour, minute: minute)
    case .unknown? where tokens[place].text.contains(":"):
      throw outOfRange(String(tokens[place].text), "be a time of day, 00:00 to 23:59")
    default: return nil
    }
  }

  /// Applies `am` or `pm` after a time.
  private mutating func onTwelveHourClock(_ time: CivilTime) throws(InputError) -> CivilTime {
    guard let half = take(["am": 0, "pm": 12]) else {
      _ = accept(anyOf: "h", "hr", "hrs", "hours")
      return time
    }
    guard 1...12 ~= time.hour else {
      throw outOfRange(words(place - 2..<place), "be 1 to 12, or without am and pm")
    }
    return CivilTime(hour: time.hour % 12 + half, minute: time.minute, second: time.second) ?? time
  }

  /// The time of four digits, `0800`, that are the next token.
  private var timeOfFourDigits: CivilTime? {
    guard place < tokens.count, tokens[place].text.count == 4, let number = kind()?.number else {
      return nil
    }
    return CivilTime(hour: number / 100, minute: number % 100)
  }

  /// `08:00, 14:00 and 20:00`, `8am 8pm`; `0800, 1400 and 2000`, of which the first has a zero before it.
  mutating func times() throws(InputError) -> [CivilTime] {
    var isOfFourDigits = false
    func next(_ reader: inout PlanReader) throws(InputError) -> CivilTime? {
      let begin = reader.place
      if let time = try reader.time() {
        if reader.tokens[begin].kind.number != nil, reader.place == begin + 1 {
          isOfFourDigits = true
        }
        return time
      }
      guard isOfFourDigits, let time = reader.timeOfFourDigits, reader.hourEnds else { return nil }
      reader.place += 1
      return time
    }
    var times = try list { (reader: inout PlanReader) throws(InputError) -> CivilTime? in
      // "at 08:00 and at 20:00"
      _ = reader.accept("at")
      return try next(&reader)
    }
    // "noon" is not followed by times without separators.
    guard !times.isEmpty, PlanReader.isTime(tokens[place - 1]) else { return times }
    while let time = try next(&self) { times.append(time) }
    return times
  }

  private static func isTime(_ token: PlanToken) -> Bool {
    switch token.kind {
    case .time, .number, .word("am"), .word("pm"): true
    default: false
    }
  }

  /// After `at`: `8h and 20h`, `0800`, `08.00`, or numbers at least one of which is above 12; empty
  /// if the half of the day is ambiguous.
  mutating func hoursOfDay() throws(InputError) -> [CivilTime] {
    let begin = place
    var isClear = false
    let times = try list { (reader: inout PlanReader) throws(InputError) -> CivilTime? in
      _ = reader.accept("at")
      if let time = try reader.time() { return time }
      guard let (time, isSure) = reader.hourOfDay() else { return nil }
      // "at 0, 2 and 6" may lack the unit of days.
      isClear = isClear || isSure && time.hour > 0
      return time
    }
    isClear = isClear || times == [.midnight]
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

  /// Whether the next number is a time with `h` behind it, as in `0800h`, and no amount in hours.
  var isMarkedHour: Bool {
    guard timeOfFourDigits != nil, kind(ahead: 2) != .sign("/"), let next = word(ahead: 1),
      ["h", "hr", "hrs", "hours"].contains(next)
    else { return false }
    let isTight = tokens[place].text.endIndex == tokens[place + 1].text.startIndex
    return isTight || tokens[place].text.first == "0" || traits.hasFourDigitTimes
  }

  /// Whether the token after the next delimits a clause.
  private var endsClause: Bool {
    switch kind(ahead: 1) {
    case nil, .sign?, .word("and")?, .word("for")?, .word("then")?: true
    default: false
    }
  }

  /// Whether the token after the next is not a unit, so that the next is not an amount.
  private var hourEnds: Bool {
    var ahead = self
    ahead.place += 1
    return ahead.unit() == nil
  }

  /// `8h`, `8h30`, or `8` alone, which is unambiguous above 12.
  private mutating func minuteBehind(_ hour: Int) -> (time: CivilTime, isSure: Bool)? {
    let next = word(ahead: 1) ?? ""
    let minute = next.first == "h" ? Int(next.dropFirst()) : nil
    let isHour = minute != nil || ["h", "hr", "hrs"].contains(next)
    guard isHour || hourEnds, let time = CivilTime(hour: hour, minute: minute ?? 0) else {
      return nil
    }
    place += isHour ? 2 : 1
    if hour > 12 { _ = accept("o'clock") }
    return (time, isHour || hour > 12 || hour == 0)
  }

  /// `between 07:00 and 09:00`, `from 8 am to 8 pm`, `08:00-20:00`; a first hour without its half of the day is at most
  /// 12 hours before a last one that has it, as in `9 to 5 pm`.
  mutating func timeRange() throws(InputError) -> TimeRange? {
    let begin = place
    let isBetween = accept("between")
    let isFrom = !isBetween && accept("from")
    guard let (opens, isSureFirst) = try boundOfHours(),
      isBetween ? accept("and") : accept(anyOf: "to", "until", "till") || accept(sign: "-"),
      let (closes, isSureLast) = try boundOfHours()
    else { return nil }
    // "between 1000 and 2000 mg"
    var ahead = self
    guard ahead.unit() == nil, word().map({ Vocabulary.months[$0] != nil }) != true else {
      return nil
    }
    let isHalved = ["am", "pm", "noon", "midnight"].contains(word(ahead: -1))
    if !isBetween, !isFrom, !isHalved, !isSureFirst || !isSureLast { return nil }
    if isSureFirst || isSureLast && !isHalved { return TimeRange(opens: opens, closes: closes) }
    guard isSureLast else {
      let (first, last) = (opens.hour, closes.hour)
      let joint = isBetween ? "between \(first)" : "from \(first)"
      let halves = ["am", "pm"].flatMap { one in ["am", "pm"].map { (one, $0) } }
      throw .ambiguous(
        words(begin..<place),
        say: halves.map { "\(joint) \($0) \(isBetween ? "and" : "to") \(last) \($1)" }.filter {
          !$0.isEmpty
        })
    }
    let half = CivilTime(hour: (opens.hour + 12) % 24, minute: opens.minute) ?? opens
    let early = TimeRange(opens: opens, closes: closes)
    return 1...43_200 ~= early.length ? early : TimeRange(opens: half, closes: closes)
  }

  /// A time, or an hour alone, and whether its half of the day is sure.
  private mutating func boundOfHours() throws(InputError) -> (time: CivilTime, isSure: Bool)? {
    if let time = try time() { return (time, true) }
    return hourOfDay()
  }
}
