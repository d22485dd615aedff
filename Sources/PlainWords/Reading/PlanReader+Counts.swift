import Scheduling

// How many times.
extension PlanReader {
  /// `once on …`, `twice daily`, `3 times a week`, `10 times`.
  mutating func timesHead(_ begin: Int) throws(InputError) -> Bool {
    try refuseDecimalComma()
    guard let count = timesCount() else { return false }
    guard count > 0 else { throw outOfRange(words(begin..<place), "be once or more") }
    if let isMultiple = try multipleOfAmount(count, begin) { return isMultiple }
    // "once every 2 days"
    let isDaily = word(ahead: 1) == "day"
    if count == 1, !isDaily, word(ahead: -1) == "once", isNext("every") || isNext("each") {
      return try head()
    }
    if count == 1, word(ahead: -1) == "once", isRecurrenceNext { return true }
    if count == 1, isNext("on") {
      let day = try attempt { (reader: inout PlanReader) throws(InputError) -> PlanMoment? in
        _ = reader.accept("on")
        return try reader.moment()
      }
      if let day {
        try draft.setHead(.once, words(begin..<place))
        draft.anchor = day
        return true
      }
    }
    if let unit = take(Vocabulary.adverbs) {
      if unit == .daily {
        try setDoses(count, begin)
      } else {
        try setQuota(count, try civil(ISODuration(1, unit), begin), begin)
      }
      return true
    }
    if let (period, isRolling) = try period() {
      if period == ISODuration(days: 1), !isRolling {
        try setDoses(count, begin)
        return true
      }
      try setQuota(count, try civil(period, begin), isRolling: isRolling, begin)
      return true
    }
    if ["a", "per", "each", "every"].contains(word()) {
      throw unexpected("expected a unit, as in a week")
    }
    try setCount(count, begin)
    return true
  }

  /// Whether a time of each day or days of each week follow, as in `once at night` and `once on Mondays`.
  private var isRecurrenceNext: Bool {
    var ahead = self
    if ahead.phrase(in: DayWords.minute) != nil { return true }
    if ["fortnightly", "alternate", "weekdays", "weekends"].contains(ahead.word()) { return true }
    if ahead.word().map({ $0.first == "q" && Vocabulary.dosesPerDay[$0] == nil }) == true {
      return true
    }
    _ = ahead.accept("on")
    return ahead.word().map { Vocabulary.weekdays[$0] != nil && $0.hasSuffix("days") } == true
  }

  /// Rejects `2,5 mg`, which may be two amounts.
  private func refuseDecimalComma() throws(InputError) {
    guard case .number? = kind(), kind(ahead: 1) == .sign(","), case .number? = kind(ahead: 2),
      tokens[place].text.endIndex == tokens[place + 1].text.startIndex,
      tokens[place + 1].text.endIndex == tokens[place + 2].text.startIndex
    else { return }
    var ahead = self
    ahead.place += 2
    guard ahead.quantity() != nil, ahead.unit() != nil else { return }
    let (number, point) = (
      words(place..<place + 3), words(place..<place + 3).replacing(",", with: ".")
    )
    throw .ambiguous(number, say: [point])
  }

  /// Asks what `2 x 500 mg` means; `nil` where no amount follows, and once is the amount alone.
  private mutating func multipleOfAmount(_ count: Int, _ begin: Int) throws(InputError) -> Bool? {
    let isPeriod = ["a", "an", "per", "each", "every"].contains(word())
    let isWord = ["once", "twice", "thrice"].contains(word(ahead: -1))
    guard !isNext(sign: ","), !isPeriod, !isWord else { return nil }
    let start = place
    guard isDoseNext, let target = try amount() else {
      place = start
      return nil
    }
    guard count > 1, case .atLeast(.number(let number)) = target.condition, let units = target.units
    else {
      place = start
      return count == 1 ? true : nil
    }
    let many = Units.isOfDoses(units + "s") ? units + "s" : units
    let all = "\((Double(count) * number).words) \(many)"
    let cure = "say \(all), or \(number.words) \(units) \(English.times(count)) daily"
    throw InputError(.notUnderstood(word: words(begin..<place), after: "", cure: cure))
      .suggesting([all])
  }

  /// Reads the number of all occurrences, which is set apart so that nobody reads it as that of each day.
  private mutating func setCount(_ count: Int, _ begin: Int) throws(InputError) {
    let isSaid = accept("in", "total") || accept("in", "all")
    if !isSaid, try multiplied(by: count, begin) { return }
    let isOnce = count == 1 && draft.head == nil && draft.dayMinutes == nil && !isWeekdayNext
    let isFirst = begin == draft.firstToken && (isAtEnd || isNext(sign: ",") || draft.head != nil)
    let isApart = isOnce || isFirst || begin > 0 && tokens[begin - 1].kind == .sign(",")
    guard isSaid || isApart else {
      throw .ambiguous(
        words(begin..<place), after: words(draft.firstToken..<begin),
        say: ["\(English.times(count)) daily", "\(English.times(count)) in total"])
    }
    try draft.set(\.count, to: count, words(begin..<place))
  }

  /// Reads `daily twice` and `weekly once` as `twice daily` and `once a week`.
  private mutating func multiplied(by count: Int, _ begin: Int) throws(InputError) -> Bool {
    guard case .rule? = draft.head, draft.rule == RecurrenceRule(draft.rule.frequency), begin > 0,
      tokens[begin - 1].kind != .sign(","), !draft.hasTimes, draft.count == nil
    else { return false }
    switch draft.rule.frequency {
    case .daily:
      guard let times = CivilTime.usual(count) else { return false }
      draft.usualTimes = times
    case .weekly, .monthly:
      guard let period = ISODuration(1, draft.rule.frequency) else { return false }
      draft.head = .quota(Quota(count, per: period))
      draft.rule = RecurrenceRule(.daily)
    default: return false
    }
    return true
  }

  /// `once`, `twice`, `3 times` or `2x`.
  mutating func timesCount() -> Int? {
    if accept("once", "or", "twice") {
      draft.openTimes = "once or twice"
      return 2
    }
    if let count = take(Vocabulary.timesWords) { return count }
    let begin = place
    if let count = number() {
      let most = openInterval(from: count)
      if accept(anyOf: "times", "time", "x") {
        draft.openTimes = most == nil ? draft.openTimes : words(begin..<place)
        return most ?? count
      }
    }
    place = begin
    return nil
  }

  /// Over what is counted: `a week`, `in every 10 days`, `in any 7 days`.
  mutating func period() throws(InputError) -> (length: ISODuration, isRolling: Bool)? {
    let begin = place
    if accept(anyOf: "a", "an", "per", "each", "every") || accept(sign: "/") {
      if let length = try lengthPart() { return (length, false) }
    } else if accept("in") {
      let isRolling = accept("any")
      if isRolling || accept(anyOf: "every", "each", "a"), let length = try length() {
        return (length, isRolling)
      }
    }
    place = begin
    return nil
  }

  private func civil(_ period: ISODuration?, _ begin: Int) throws(InputError) -> ISODuration {
    guard let period, period.isOfDays else {
      throw outOfRange(words(begin..<place), "be so many times in whole days, weeks or months")
    }
    return period
  }

  private mutating func setQuota(
    _ count: Int, _ period: ISODuration, isRolling: Bool = false, _ begin: Int
  ) throws(InputError) {
    try draft.setHead(
      .quota(Quota(count, per: period, isRolling: isRolling)), words(begin..<place))
  }
}
