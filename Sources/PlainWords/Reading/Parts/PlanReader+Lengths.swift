import Diagnostics
import Scheduling

// Durations.
extension PlanReader {
  /// `8 hours`, `1 month and 3 days`, or a unit without a number, such as `day`; `nil` if no unit
  /// is next.
  ///
  /// A list of parts ends after its last `and`; the duration after the comma in `every 2 weeks, 8
  /// hours` is an amount, as in `every 2 weeks, 1 h/day`.
  mutating func length() throws(InputError) -> ISODuration? {
    let begin = place
    var (ends, count) = ([Int](), 1)
    let parts = try list { (reader: inout PlanReader) throws(InputError) -> ISODuration? in
      let before = reader.place > begin ? reader.tokens[reader.place - 1].kind : .sign(",")
      guard before == .sign(",") || before == .word("and"), let part = try reader.lengthPart()
      else { return nil }
      ends.append(reader.place)
      if before == .word("and") { count = ends.count }
      return part
    }
    guard !parts.isEmpty else { return nil }
    place = ends[count - 1]
    var sum = (months: 0, days: 0, seconds: 0)
    for part in parts.prefix(count) {
      sum = (sum.months + part.months, sum.days + part.days, sum.seconds + part.seconds)
    }
    guard let period = ISODuration(checking: sum) else {
      throw outOfRange(words(begin..<place), "lie within the calendar")
    }
    return period
  }

  /// A duration in one unit: `8 hours`, or `day`.
  mutating func lengthPart() throws(InputError) -> ISODuration? {
    let begin = place
    let number = number()
    if number == nil, word()?.hasSuffix("s") == true { return nil }
    guard let (count, unit) = span() else {
      place = begin
      return nil
    }
    let (product, overflows) = count.multipliedReportingOverflow(by: number ?? 1)
    guard !overflows, let period = ISODuration(product, unit) else {
      throw outOfRange(words(begin..<place), "lie within the calendar")
    }
    return period
  }

  /// `hour`, `fortnight`, `half an hour`.
  mutating func span() -> Vocabulary.Span? {
    if accept("half", "hour") || accept("half", "an", "hour") || acceptsHalfHour() {
      return (30, .minutely)
    }
    return take(Vocabulary.spans) ?? take(Vocabulary.units).map { (1, $0) }
  }

  /// `half-hour`.
  private mutating func acceptsHalfHour() -> Bool {
    guard isNext("half"), kind(ahead: 1) == .sign("-"), word(ahead: 2) == "hour" else {
      return false
    }
    place += 3
    return true
  }

  /// `1.5 hours`, `2 and a half hours` or `hour and a half`, in minutes.
  mutating func brokenHours() -> Int? {
    if accept("hour", "and", "a", "half") { return 90 }
    guard let hours = quantity(), 1...24 ~= hours, hours != hours.rounded(),
      take(Vocabulary.units) == .hourly
    else { return nil }
    return Int(exactly: hours * 60)
  }

  /// A duration with a number, as in `for 10 days`; `nil` for a unit without a number.
  mutating func numberedLength() throws(InputError) -> ISODuration? {
    isNumberNext ? try length() : nil
  }

  /// `7/7`, `2/52` or `3/12` as days, weeks or months.
  mutating func lengthInParts() -> ISODuration? {
    guard place < tokens.count else { return nil }
    let parts = tokens[place].text.split(separator: "/")
    guard parts.count == 2, let count = Int(parts[0]), 1...99 ~= count else { return nil }
    switch parts[1] {
    case "7": return step(ISODuration(days: count))
    case "52": return step(ISODuration(days: 7 * count))
    case "12": return step(ISODuration(months: count))
    default: return nil
    }
  }

  private mutating func step<Value>(_ value: Value) -> Value {
    place += 1
    return value
  }

  /// `q28d` and `q4 weeks`, as a number of units and the days of one.
  mutating func quaqueDays() throws(InputError) -> (number: Int, days: Int)? {
    guard let (number, most, unit) = try quaque(), most == nil,
      let days = Vocabulary.daysOfUnits[unit.unit]
    else { return nil }
    return (number, days)
  }

  /// `q8h`, `q 8 h`, `qh`, `q4-6h`, `q2 weeks`; a number without a unit is in hours and must divide 24.
  mutating func quaque() throws(InputError)
    -> (least: Int, most: Int?, unit: RecurrenceRule.Frequency)?
  {
    guard let word = word(), word.first == "q" else { return nil }
    let begin = place
    let digits = word.dropFirst().prefix { $0.isNumber }
    let unit = String(word.dropFirst(1 + digits.count))
    place += 1
    let isOne =
      digits.isEmpty && (!unit.isEmpty || self.word().map { Vocabulary.units[$0] != nil } == true)
    guard let least = isOne ? 1 : digits.isEmpty ? number() : Int(digits) else { return nil }
    let most = unit.isEmpty ? most(above: least) : nil
    let own = unit.isEmpty ? take(Vocabulary.units) : Vocabulary.units[unit]
    let isOfHours = unit.isEmpty && most == nil && 2...24 ~= least && 24 % least == 0
    let isAlone = !isNext(sign: "/") && !isNext(sign: "-") && !isNumberNext
    guard let own = own ?? (isOfHours && isAlone ? .hourly : nil) else { return nil }
    guard 1...Int(Int32.max) ~= least else {
      throw outOfRange(words(begin..<place), "be 1 to \(Int32.max)")
    }
    return (least, most, own)
  }
}
