import Scheduling

// Numbers, places, weekdays and lengths of time.
extension PlanReader {
  /// `3`, `three`, or both, as in `three (3)`.
  mutating func number() -> Int? {
    guard let number = plainNumber() else { return nil }
    let end = place
    if accept(sign: "("), plainNumber() == number, accept(sign: ")") { return number }
    place = end
    return number
  }

  private mutating func plainNumber() -> Int? {
    if case .number(let number)? = kind() {
      place += 1
      return number
    }
    return take(Vocabulary.numbers)
  }

  /// Whether a number is next.
  var isNumberNext: Bool {
    if case .number? = kind() { return true }
    return word().map { Vocabulary.numbers[$0] != nil } ?? false
  }

  /// `1st`, `first` or `2nd to last`; from the end places are negative.
  mutating func ordinal() -> Int? {
    if accept("last") { return -1 }
    guard let number = ordinalFromBeginning() else { return nil }
    return accept("to", "last") ? -number : number
  }

  private mutating func ordinalFromBeginning() -> Int? {
    if case .ordinal(let number)? = kind() {
      place += 1
      return number
    }
    return take(Vocabulary.places)
  }

  /// A list of numbers of a clock, in which `9 to 12` is four.
  mutating func clockNumbers(_ unit: String, upTo most: Int) throws(InputError) -> [Int] {
    let begin = place
    let ranges = try list { (reader: inout PlanReader) throws(InputError) -> ClosedRange<Int>? in
      // "every hour, in the hours 9 to 12, 2 tablets"
      if reader.place > begin, reader.isDoseNext { return nil }
      return try reader.clockRange(unit, upTo: most)
    }
    if ranges.isEmpty { throw unexpected("expected a number, as in 8") }
    return Set(ranges.joined()).sorted()
  }

  private mutating func clockRange(_ unit: String, upTo most: Int) throws(InputError)
    -> ClosedRange<Int>?
  {
    // "every hour, in the hour 9, 3 times"
    if ["time", "times", "x"].contains(word(ahead: 1)) { return nil }
    guard let first = number() else { return nil }
    let last = accept("to") || accept(sign: "-") ? number() ?? -1 : first
    guard first <= last, last <= most else {
      throw outOfRange(last < 0 ? "\(first)" : "\(max(first, last))", "be \(unit), 0 to \(most)")
    }
    return first...last
  }

  /// Days of the week: `Monday`, `Mondays`, `Mon-Fri`, `weekdays`, or `day` for all of them.
  mutating func weekdays(or isAlternative: Bool = false) throws(InputError) -> Set<Weekday> {
    let sets = try list(or: isAlternative) {
      (reader: inout PlanReader) throws(InputError) -> Set<Weekday>? in
      // "every Monday and every Friday"
      _ = reader.accept(anyOf: "every", "each", "on")
      let isNamed = reader.isNamedWeekdayNext
      guard var days = try reader.weekdayRange() else { return nil }
      // "Mon Wed Fri"
      while isNamed, reader.isNamedWeekdayNext, let next = try reader.weekdayRange() {
        days.formUnion(next)
      }
      return days
    }
    return sets.reduce(into: []) { $0.formUnion($1) }
  }

  private mutating func weekdayRange() throws(InputError) -> Set<Weekday>? {
    if case .days(let days)? = kind() {
      place += 1
      return days
    }
    if let days = take(Vocabulary.weekdaySets) { return days }
    guard let first = take(Vocabulary.weekdays) else { return nil }
    let isRange = accept(anyOf: "to", "through") || accept(sign: "-")
    guard isRange else { return [first] }
    guard let last = take(Vocabulary.weekdays) else { throw unexpected("expected a weekday") }
    let length = last.days(after: first)
    return Set((0...length).map { Weekday(index: (first.rawValue + $0) % 7) })
  }

  private var isNamedWeekdayNext: Bool {
    word().map { Vocabulary.weekdays[$0] != nil } ?? false
  }

  /// Whether a day of the week is next.
  var isWeekdayNext: Bool {
    if case .days? = kind() { return true }
    guard let word = word() else { return false }
    return Vocabulary.weekdays[word] != nil || Vocabulary.weekdaySets[word] != nil
  }

  /// `January and July`.
  mutating func months() throws(InputError) -> [Int] {
    let months = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      reader.take(Vocabulary.months)
    }
    return Set(months).sorted()
  }

  /// `8 hours`, `1 month and 3 days`, or without a number `day`; `nil` where no unit is next.
  ///
  /// A list of parts ends with an `and`: what follows in `every 2 weeks, 8 hours` is asked for, as in `every 2 weeks,
  /// 1 h/day`.
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

  /// A length of one unit: `8 hours`, or `day`.
  mutating func lengthPart() throws(InputError) -> ISODuration? {
    let begin = place
    let number = number()
    if number == nil, word()?.hasSuffix("s") == true { return nil }
    guard let unit = take(Vocabulary.units) else {
      place = begin
      return nil
    }
    guard let period = ISODuration(number ?? 1, unit) else {
      throw outOfRange(words(begin..<place), "lie within the calendar")
    }
    return period
  }
}
