import Scheduling

// Times of day.
extension PlanReader {
  /// `at 08:00 and 20:00`, `all day`.
  mutating func clock(_ begin: Int) throws(InputError) -> Bool {
    if accept("all", "day") {
      try draft.set(\.allDay, to: true, words(begin..<place))
      return true
    }
    if accept("at", "any", "time") {
      try draft.set(\.atAnyTime, to: words(begin..<place), words(begin..<place))
      return true
    }
    if try timesOfTheDay(begin) { return true }
    if isNext("at"),
      ["most", "least", "minute", "minutes", "second", "seconds"].contains(
        word(ahead: 1))
    {
      return false
    }
    let isSaid = accept("at")
    var times = try times()
    if times.isEmpty, isSaid { times = try hoursOfDay() }
    if times.isEmpty {
      if isSaid { throw unclearTime }
      return false
    }
    try refuseAmount(of: times, isSaid, begin)
    if times.count == 1, draft.dayMinutes?.count == 1, draft.mealOffset == nil,
      tokens[begin - 1].kind != .word("and")
    {
      // "in the morning at 9 am", "every evening at 8:00"
      times = [try time(times[0], near: draft.dayMinutes?.first ?? 0, begin)]
      (draft.dayMinutes, draft.namesDay) = (nil, true)
    }
    try checkJoined(begin, with: draft.dayMinutes != nil || draft.mealOffset != nil)
    try draft.set(\.times, to: times, words(begin..<place))
    draft.areTimesOfUTC = accept("utc")
    return true
  }

  /// Rejects `1 am and 2 pm`, which may be amounts.
  private func refuseAmount(of times: [CivilTime], _ isSaid: Bool, _ begin: Int)
    throws(InputError)
  {
    guard !isSaid, case .number = tokens[begin].kind else { return }
    if draft.targets == nil, times.contains(where: { 1...3 ~= $0.hour }), times.count > 1 {
      throw .ambiguous(words(begin..<place), say: ["at \(words(begin..<place))"])
    }
  }

  /// The words that tell the half of the day of a time.
  private static let sureHalves: Set<PlanToken.Kind> = [
    .word("am"), .word("pm"), .word("noon"), .word("midnight"),
  ]

  /// The time that is meant beside a part of the day, in whichever half of it.
  private func time(_ time: CivilTime, near minute: Int, _ begin: Int) throws(InputError)
    -> CivilTime
  {
    let isSure =
      time.hour > 12 || time.hour == 0
      || tokens[begin..<place].contains { PlanReader.sureHalves.contains($0.kind) }
    let half = time.hour == 12 ? -43_200 : 43_200
    let seconds = [time.secondOfDay] + (isSure ? [] : [time.secondOfDay + half])
    let near = seconds.filter { DayWords.isMinute($0 / 60, near: minute) }
    guard near.count == 1 else {
      throw conflict(words(begin..<place), with: draft.said[\PlanDraft.dayMinutes] ?? "in the day")
    }
    return CivilTime(secondOfDay: near[0])
  }

  /// The error of a time that is none, such as `at 8`.
  private var unclearTime: InputError {
    if case .number(let hour)? = kind(), 1...12 ~= hour {
      let phrases = ["\(hour) am", "\(hour) pm"]
      return unexpected("say \(English.list(phrases, "or"))", or: phrases)
    }
    return unexpected("expected a time of day, as in 08:00 or 8 am")
  }

  /// `with breakfast`, `in the morning and at bedtime`, `30 minutes before dinner`, `with meals`.
  private mutating func timesOfTheDay(_ begin: Int) throws(InputError) -> Bool {
    var preposition = ""
    let minutes = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      try reader.timeOfTheDay(&preposition)
    }
    if !minutes.isEmpty {
      let minutes = minutes + partsOfTheDay()
      if minutes.count == 1, tokens[place - 1].kind == .word("noon") {
        // A time as well, which others may follow, as in "noon and midnight".
        place = begin
        return false
      }
      try checkJoined(begin, with: draft.hasNamedTimes)
      draft.dayMinutes = (draft.dayMinutes ?? []) + minutes
      draft.said[\PlanDraft.dayMinutes] = words(begin..<place)
      return true
    }
    guard let offset = try offsetOfMeals() else { return false }
    try checkJoined(begin, with: draft.hasNamedTimes)
    try draft.set(\.mealOffset, to: offset, words(begin..<place))
    return true
  }

  /// The parts of the day that follow one without a separator, as in `morning noon and night`.
  private mutating func partsOfTheDay() -> [Int] {
    guard let last = word(ahead: -1), DayWords.isPart(last) else { return [] }
    var minutes: [Int] = []
    while true {
      let begin = place
      if !minutes.isEmpty { _ = separator() }
      guard let part = word(), DayWords.isPart(part), let minute = DayWords.minute(of: part) else {
        place = begin
        return minutes
      }
      place += 1
      minutes.append(minute)
    }
  }

  /// Rejects a time beside another that nothing joins, such as `in the morning before meals`.
  private func checkJoined(_ begin: Int, with isThere: Bool) throws(InputError) {
    guard isThere, begin > 0, tokens[begin - 1].kind != .word("and"),
      tokens[begin - 1].kind != .sign("&")
    else { return }
    let cure = "join several times by and, and leave out what qualifies one"
    let after = words(draft.firstToken..<begin)
    throw InputError(.notUnderstood(word: words(begin..<place), after: after, cure: cure))
  }

  /// A named time, or a meal alone behind another with its preposition.
  private mutating func timeOfTheDay(_ preposition: inout String) throws(InputError) -> Int? {
    if let minute = try distantTime() { return minute }
    let begin = place
    let own = preposition
    if !own.isEmpty,
      let minute = phrase(in: { DayWords.isMeal($0) ? DayWords.minute(of: "\(own) \($0)") : nil })
    {
      return minute
    }
    guard let minute = phrase(in: DayWords.minute) else { return nil }
    let first = word(ahead: begin - place) ?? ""
    preposition = ["before", "after", "with"].contains(first) ? first : ""
    return minute
  }

  /// `30 minutes before breakfast`, `1 hour before bedtime`.
  private mutating func distantTime() throws(InputError) -> Int? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> Int? in
      guard let offset = try reader.distance() else { return nil }
      _ = reader.accept("the")
      if reader.accept(anyOf: "bedtime", "bed") { return DefaultTimes.night + offset }
      return reader.phrase { DayWords.isMeal($0) ? DayWords.minute(of: "with \($0)") : nil }
        .map { $0 + offset }
    }
  }

  /// `30 minutes before` and `2 hours after`, in minutes.
  private mutating func distance() throws(InputError) -> Int? {
    guard isNumberNext, let length = try lengthPart(), length.months == 0, length.days == 0,
      1...43_200 ~= length.seconds
    else { return nil }
    if accept("before") { return -length.seconds / 60 }
    return accept("after") ? length.seconds / 60 : nil
  }

  /// `with meals`, `ac`, `30 minutes before meals`.
  private mutating func offsetOfMeals() throws(InputError) -> Int? {
    if let offset = phrase(in: { DayWords.meals[$0] }) { return offset }
    return try attempt { (reader: inout PlanReader) throws(InputError) -> Int? in
      guard let offset = try reader.distance(),
        reader.phrase(in: { DayWords.meals["with \($0)"] ?? DayWords.meals["at \($0)"] }) != nil
      else { return nil }
      return offset
    }
  }

  /// Takes the longest phrase that means something.
  mutating func phrase<Value>(in meaning: (String) -> Value?) -> Value? {
    var words: [String] = []
    while words.count < DayWords.longest, let word = word(ahead: words.count) { words.append(word) }
    while !words.isEmpty {
      if let value = meaning(words.joined(separator: " ")) {
        place += words.count
        return value
      }
      words.removeLast()
    }
    return nil
  }
}
