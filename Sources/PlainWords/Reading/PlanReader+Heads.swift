import Scheduling

// The clauses that say how often something happens.
extension PlanReader {
  /// Reads a clause that says how often something happens.
  mutating func head() throws(InputError) -> Bool {
    let begin = place
    if accept(anyOf: "every", "each") {
      try every(begin)
      return true
    }
    if let unit = take(Vocabulary.adverbs) {
      try setEvery(1, unit, begin)
      return true
    }
    if accept("fortnightly") {
      try setEvery(2, .weekly, begin)
      return true
    }
    if isNext("alternate"), try everyPartOfDay(begin) { return true }
    if try abbreviation(begin) { return true }
    if arePlacedDaysNext {
      try placedHead(begin)
      return true
    }
    if isWeekdayNext {
      try weekdayHead(try weekdays(), begin)
      return true
    }
    return try cycle(begin)
  }

  mutating func setEvery(
    _ interval: Int, _ unit: RecurrenceRule.Frequency, _ begin: Int
  ) throws(InputError) {
    if unit == .daily, interval == 1, case .cycle? = draft.head { return }
    try draft.setHead(.rule, words(begin..<place), isApart: isBehindSeparator(begin))
    draft.rule.frequency = unit
    draft.rule.interval = interval
  }

  private func isBehindSeparator(_ begin: Int) -> Bool {
    begin > 0 && [.sign(","), .word("and"), .sign("&")].contains(tokens[begin - 1].kind)
  }

  /// What follows `every`.
  private mutating func every(_ begin: Int) throws(InputError) {
    if let day = dayOfYear() {
      try setEvery(1, .yearly, begin)
      return try draft.setDay(day, words(begin..<place))
    }
    let months = try months()
    if !months.isEmpty {
      try setEvery(1, .monthly, begin)
      draft.rule.months = months
      return
    }
    if try everyPlaced(begin) { return }
    if word().map({ Vocabulary.units[$0] != nil && $0.hasSuffix("s") }) == true {
      throw unexpected("say how many, as in every 2 days")
    }
    if word() == "day" ? isDayAmongOthers : isWeekdayNext {
      try weekdayHead(try weekdays(), begin)
    } else if try everyPartOfDay(begin) {
      return
    } else if isNext("other"), word(ahead: 1).map({ Vocabulary.weekdays[$0] != nil }) == true {
      place += 1
      try weekdayHead(try weekdays(), begin, every: 2)
    } else {
      try everyLength(begin)
    }
  }

  /// `every other night`, `every 3rd morning`.
  private mutating func everyPartOfDay(_ begin: Int) throws(InputError) -> Bool {
    var ahead = self
    guard let interval = ahead.accept(anyOf: "other", "alternate") ? 2 : ahead.ordinal(),
      interval > 1, let minute = ahead.word().flatMap(DayWords.minute(of:))
    else { return false }
    place = ahead.place + 1
    try setEvery(interval, .daily, begin)
    draft.dayMinutes = (draft.dayMinutes ?? []) + [minute]
    draft.said[\PlanDraft.dayMinutes] = words(begin..<place)
    return true
  }

  /// `every last Friday of the month`; alone, `every 2nd Friday` might be every other one.
  private mutating func everyPlaced(_ begin: Int) throws(InputError) -> Bool {
    var ahead = self
    guard let number = ahead.ordinal() else { return false }
    let isWeekday = ahead.take(Vocabulary.weekdays) != nil
    if !isWeekday { _ = ahead.accept("day") }
    guard ahead.isNext("of") else {
      guard isWeekday else { return false }
      let (day, place) = (ahead.words(ahead.place - 1..<ahead.place), English.ordinal(number))
      throw .ambiguous(
        ahead.words(begin..<ahead.place),
        say: ["the \(place) \(day) of every month", "every \(max(2, number)) weeks on \(day)"])
    }
    let days = try placedDays()
    guard let realm = try realm() else {
      throw unexpected("expected 'of every month'", or: ["of every month"])
    }
    try setDays(days, in: realm, from: begin)
    return true
  }

  /// Whether a day is any of the seven, as in `every day of every month`.
  private var isDayAmongOthers: Bool {
    var reader = self
    reader.place += 1
    if reader.isNext("of") { return true }
    return reader.separator() && reader.isNext("the") && reader.arePlacedDaysNext
  }

  /// What follows days of the week: within what they lie, and others that are counted beside them.
  private mutating func weekdayHead(
    _ weekdays: Set<Weekday>, _ begin: Int, every interval: Int = 1
  ) throws(InputError) {
    let others = try attempt { (reader: inout PlanReader) throws(InputError) -> [PlacedDays]? in
      guard reader.separator(), reader.isNext("the"), reader.arePlacedDaysNext else { return nil }
      return try reader.placedDays()
    }
    if try weeksOfYear(weekdays, begin) { return }
    guard interval == 1, let realm = try realm() else {
      guard others == nil else {
        throw unexpected("expected 'of every month'", or: ["of every month"])
      }
      if interval == 1, try restrict(to: weekdays, begin) { return }
      try setEvery(interval, .weekly, begin)
      draft.rule.weekdays = weekdays.inOrder.map { .every($0) }
      return
    }
    try setDays(others ?? [], and: weekdays, in: realm, from: begin)
  }

  /// Reads `daily Mon-Fri` and `twice weekly Monday and Thursday`; `false` where how often is said otherwise.
  private mutating func restrict(to weekdays: Set<Weekday>, _ begin: Int) throws(InputError) -> Bool
  {
    guard weekdays.count < 7, !isBehindSeparator(begin) else { return false }
    switch draft.head {
    case .rule? where draft.rule == RecurrenceRule(.daily) && draft.headWords == "daily":
      draft.rule.frequency = .weekly
      draft.rule.weekdays = weekdays.inOrder.map { .every($0) }
      return true
    case .quota(let quota)?
    where quota.per == ISODuration(days: 7) && quota.count == weekdays.count:
      try draft.setWeekdays(weekdays, words(begin..<place))
      return true
    default: return false
    }
  }

  /// `Monday of week 20 of every year`.
  private mutating func weeksOfYear(_ weekdays: Set<Weekday>, _ begin: Int) throws(InputError)
    -> Bool
  {
    let weeks = try attempt { (reader: inout PlanReader) throws(InputError) -> [PlacedDays]? in
      guard reader.accept("of"), reader.isNext("week") || reader.isNext("the") else { return nil }
      let days = try reader.placedDays()
      return days.isEmpty ? nil : days
    }
    guard let weeks else { return false }
    guard let realm = try realm() else { throw unexpected("expected 'of every year'") }
    try setDays(weeks, and: weekdays, in: realm, from: begin)
    return true
  }

  /// `the 1st and 15th of every month`.
  private mutating func placedHead(_ begin: Int) throws(InputError) {
    let days = try placedDays()
    if let realm = try realm() { return try setDays(days, in: realm, from: begin) }
    throw unexpected("expected 'of every month' or 'of every year'", or: ["of every month"])
  }

  /// `every 2 weeks`, `every 1 day and 12 hours`.
  private mutating func everyLength(_ begin: Int) throws(InputError) {
    if accept("fortnight") { return try setEvery(2, .weekly, begin) }
    if accept("alternate") {
      guard accept(anyOf: "day", "days") else { throw unexpected("expected 'day'") }
      return try setEvery(2, .daily, begin)
    }
    let isPlaced = !isNext("second") || word(ahead: 1).map { Vocabulary.units[$0] != nil } ?? false
    let start = place
    let interval = isPlaced ? try interval() : 1
    let most = openInterval(from: interval)
    guard let unit = take(Vocabulary.units) else {
      throw unexpected("expected a unit or a day, as in every 2 days or every Monday")
    }
    if let most {
      try draft.set(\.openInterval, to: most, words(begin..<place))
      return try setEvery(interval, unit, begin)
    }
    if isMoreLengthNext {
      place = start
      guard let period = try length() else { throw unexpected("expected a length of time") }
      return try draft.setHead(.every(period), words(begin..<place))
    }
    try setEvery(interval, unit, begin)
  }

  /// The greater number of `4 to 6 hours`; `nil` where one number is said.
  mutating func openInterval(from least: Int) -> Int? {
    let begin = place
    if accept("to") || accept(sign: "-") || accept("or"), let most = number(), most > least {
      return most
    }
    place = begin
    return nil
  }

  /// Whether a number of another unit follows, as in `and 12 hours`.
  private var isMoreLengthNext: Bool {
    var reader = self
    guard reader.separator(), reader.number() != nil else { return false }
    return reader.take(Vocabulary.units) != nil
  }

  /// `21 days on, 7 days off`.
  private mutating func cycle(_ begin: Int) throws(InputError) -> Bool {
    let on = try attempt { (reader: inout PlanReader) throws(InputError) -> ISODuration? in
      guard reader.isNumberNext, let on = try reader.length(), reader.accept("on") else {
        return nil
      }
      return on
    }
    guard let on else { return false }
    _ = separator()
    guard let off = try length(), accept("off") else {
      throw unexpected("expected the days off, as in 21 days on, 7 days off")
    }
    for period in [on, off] where period.months > 0 || period.seconds > 0 {
      throw outOfRange(words(begin..<place), "be whole days or weeks")
    }
    try draft.setHead(.cycle(on: on.days, off: off.days), words(begin..<place))
    return true
  }
}

extension CivilTime {
  /// When hours begin to be counted on a day without a time.
  static let firstDose = CivilTime(secondOfDay: DefaultTimes.morning * 60)

  /// The usual times of so many doses a day: in the morning, and spread evenly up to 20:00.
  static func usual(_ doses: Int) -> [CivilTime]? {
    guard 1...24 ~= doses else { return nil }
    return DefaultTimes.times(ofDoses: doses)
  }
}
