import Scheduling

// Where a plan begins and ends, and on which days it occurs.
extension PlanReader {
  /// `from …`, `until …`, `before …`, `for 10 days`.
  mutating func bound(_ begin: Int) throws(InputError) -> Bool {
    if isNext("from"), ["day", "days", "week", "weeks"].contains(word(ahead: 1)) { return false }
    if accept(anyOf: "from", "starting", "beginning", "since") {
      _ = accept(anyOf: "on", "from", "at")
      try from(begin)
    } else if accept(anyOf: "until", "till", "through") {
      try until(begin)
    } else if accept("not", "before") {
      try draft.set(\.begin, to: try requiredMoment(), words(begin..<place))
      draft.beginsLater = true
    } else if accept("before") {
      let moment = try requiredMoment().moment()
      try draft.set(\.before, to: moment, words(begin..<place))
    } else {
      return try course(begin)
    }
    return true
  }

  /// `for 10 days`, `x 10d`, `x 6 doses`, or behind how often `10 days`.
  private mutating func course(_ begin: Int) throws(InputError) -> Bool {
    let isFor = accept("for")
    if !isFor, !isCourseNext { return false }
    if !isFor { _ = accept("x") }
    let start = place
    if let count = number(), accept(anyOf: "dose", "doses") {
      try draft.set(\.count, to: count, words(begin..<place))
      return true
    }
    place = start
    if let length = lengthInParts {
      place += 1
      try draft.set(\.lasting, to: length, words(begin..<place))
      return true
    }
    _ = accept(anyOf: "a", "an")
    if let length = try length() {
      try draft.set(\.lasting, to: length, words(begin..<place))
      return true
    }
    guard isFor, let reason = freeWords() else {
      throw unexpected("expected a length of time, as in for 10 days")
    }
    draft.notes.append("for \(reason)")
    return true
  }

  /// Whether the length of a course follows, as in `x 10 days`, or behind how often `10 days`.
  private var isCourseNext: Bool {
    var ahead = self
    let isMarked = ahead.accept("x")
    guard isMarked || ahead.isNumberNext && draft.head != nil, !ahead.isDoseNext || isMarked else {
      return false
    }
    if isMarked, ahead.number() != nil, ahead.accept(anyOf: "dose", "doses") { return true }
    ahead.place = place + (isMarked ? 1 : 0)
    if isMarked, ahead.lengthInParts != nil { return true }
    guard let length = try? ahead.length(), length.seconds == 0 else { return false }
    let next = ahead.word() ?? ""
    return isMarked || !["on", "off", "before", "after", "apart", "of", "later"].contains(next)
  }

  /// Reads a beginning: set apart by a comma it bounds a plan, otherwise the plan counts from it.
  private mutating func from(_ begin: Int) throws(InputError) {
    if let time = try time() {
      return try draft.set(\.firstTime, to: time, words(begin..<place))
    }
    let isFrom = tokens[begin].kind == .word("from")
    let isApart = isFrom && begin > 0 && tokens[begin - 1].kind == .sign(",")
    let moment = try requiredMoment()
    try draft.set(isApart ? \.begin : \.anchor, to: moment, words(begin..<place))
    let last = place
    if accept("to") || accept(sign: "-") { try until(last) }
  }

  private mutating func until(_ begin: Int) throws(InputError) {
    if let day = dayWithoutYear() {
      return try draft.set(\.untilDay, to: day, words(begin..<place))
    }
    let last = try requiredMoment()
    let until: RecurrenceRule.Until =
      last.time == nil && !last.isUTC ? .date(last.date) : .moment(last.moment())
    try draft.set(\.until, to: until, words(begin..<place))
  }

  /// `on Monday and Friday`, `on the 1st and 15th`, `on 31 January`.
  mutating func days(_ begin: Int) throws(InputError) -> Bool {
    if try numberedDays(begin) { return true }
    guard !(isNext("on") && word(ahead: 1) == "alternate"), accept("on") else { return false }
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

  /// A day and a month of which the year is left out.
  private mutating func dayWithoutYear() -> (month: Int, day: Int)? {
    let begin = place
    guard let day = dayOfYear() else { return nil }
    // "until 1 March 5 mg daily"
    let isAlone = isDoseNext || year() == nil
    if !isAlone { place = begin }
    return isAlone ? day : nil
  }

  private mutating func placedDays(on begin: Int) throws(InputError) {
    let days = try placedDays()
    if draft.head == nil {
      guard let realm = try realm() else {
        throw unexpected("expected 'of every month'", or: ["of every month"])
      }
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
    } else if isInside, isNext("or") {
      throw unexpected("expected what becomes of missing days, as in (or the last day)")
    } else {
      place = begin
      return false
    }
    if isInside, !accept(sign: ")") { throw unexpected("expected ')'") }
    try draft.set(\.missingDays, to: note, words(begin..<place))
    return true
  }
}
