// Times of day, and where a plan begins and ends.
extension PlanReader {
  /// `at 08:00 and 20:00`, `all day`.
  mutating func clock(_ begin: Int) throws(InputError) -> Bool {
    if accept("all", "day") {
      try draft.set(\.allDay, to: true, words(begin..<place))
      return true
    }
    if isNext("at"),
      ["most", "least", "minute", "minutes", "second", "seconds"].contains(
        word(ahead: 1))
    {
      return false
    }
    let isSaid = accept("at")
    let times = try times()
    if times.isEmpty {
      if isSaid { throw unexpected("expected a time of day, as in 08:00 or 8 am") }
      return false
    }
    try draft.set(\.times, to: times, words(begin..<place))
    draft.areTimesOfUTC = accept("utc")
    return true
  }

  /// `from …`, `until …`, `before …`, `for 10 days`.
  mutating func bound(_ begin: Int) throws(InputError) -> Bool {
    if accept(anyOf: "from", "starting", "beginning", "since") {
      _ = accept(anyOf: "on", "from", "at")
      try from(begin)
    } else if accept(anyOf: "until", "till", "through") {
      try until(begin)
    } else if accept("before") {
      let moment = try requiredMoment().moment()
      try draft.set(\.before, to: moment, words(begin..<place))
    } else if accept("for") {
      _ = accept(anyOf: "a", "an")
      guard let length = try length() else {
        throw unexpected("expected a length of time, as in for 10 days")
      }
      try draft.set(\.lasting, to: length, words(begin..<place))
    } else {
      return false
    }
    return true
  }

  /// Reads a beginning: set apart by a comma it bounds a plan, otherwise the plan counts from it.
  private mutating func from(_ begin: Int) throws(InputError) {
    if let time = try time() {
      return try draft.set(\.firstTime, to: time, words(begin..<place))
    }
    let isApart = begin > 0 && tokens[begin - 1].kind == .sign(",")
    let moment = try requiredMoment()
    try draft.set(isApart ? \.begin : \.anchor, to: moment, words(begin..<place))
    let last = place
    if accept("to") || accept(sign: "-") { try until(last) }
  }

  private mutating func until(_ begin: Int) throws(InputError) {
    let last = try requiredMoment()
    let until: RecurrenceRule.Until =
      last.time == nil && !last.isUTC ? .date(last.date) : .moment(last.moment())
    try draft.set(\.until, to: until, words(begin..<place))
  }

  /// `on Monday and Friday`, `on the 1st and 15th`, `on 31 January`.
  mutating func days(_ begin: Int) throws(InputError) -> Bool {
    guard accept("on") else { return false }
    if let moment = try wholeDay() {
      try draft.setHead(.once, words(begin..<place))
      draft.anchor = moment
    } else if let day = dayOfYear() {
      try draft.setDay(day, words(begin..<place))
    } else if arePlacedDaysNext {
      try placedDays(on: begin)
    } else if isWeekdayNext {
      let days = try weekdays()
      if draft.head == nil { try draft.setHead(.rule, words(begin..<place), every: .weekly) }
      try draft.setWeekdays(days, words(begin..<place))
    } else {
      throw unexpected("expected days, as in on Monday or on the 1st")
    }
    return true
  }

  /// A date with its year; `nil` where the year is left out.
  private mutating func wholeDay() throws(InputError) -> PlanMoment? {
    var ahead = self
    guard ahead.dayOfYear() == nil || ahead.year() != nil else { return nil }
    return try moment()
  }

  private mutating func placedDays(on begin: Int) throws(InputError) {
    let days = try placedDays()
    if draft.head == nil {
      guard let realm = try realm() else { throw unexpected("expected 'of every month'") }
      return try setDays(days, in: realm, from: begin)
    }
    try draft.setPlacedDays(days, words(begin..<place))
  }

  /// `(or the last day)`, and the other things that become of days which months lack.
  mutating func note(_ begin: Int) throws(InputError) -> Bool {
    let isInside = accept(sign: "(")
    let note: PlanDraft.MissingDays
    if accept("or", "the", "last", "day") {
      note = .lastDay
    } else if accept("or", "the", "first", "day", "after") {
      note = .firstDayAfter
    } else if accept("or", "as", "many", "days", "later") {
      note = .asManyLater
    } else if accept("if", "there", "is", "one") {
      note = .none
    } else if isInside {
      throw unexpected("expected what becomes of missing days, as in (or the last day)")
    } else {
      return false
    }
    if isInside, !accept(sign: ")") { throw unexpected("expected ')'") }
    try draft.set(\.missingDays, to: note, words(begin..<place))
    return true
  }
}
