import Scheduling

/// The grammar of plans in plain words: rules over parts, tried in order at each clause.
///
/// A rule parses one clause, independent of its position in the plan; ``PlanParser`` parses clause
/// by clause and adds the values of each to a draft. New phrases are added as rules here, and new
/// words to ``Vocabulary``, ``DayWords`` or ``Units``.
enum PlanGrammar {
  /// The rules in the order in which they are tried.
  static let rules =
    notes + events + courses + counts + windows + times + bounds + conditions + limits + days
    + frequencies
    + exceptions + amounts + [zone]

  /// Patterns shared by several rules.
  static let phrases = [
    "changing":
      "(increase|increasing|reduce|reducing|decrease|decreasing|taper|tapering|titrate|titrating [up|down])",
    "asNeeded": "(prn|sos | as|when|if needed|required|necessary)",
    "atMost":
      "(at most | up to | no|not more than | not to exceed | max|maximum | [do] not exceed) [of]",
    "from":
      "!(from day|days|week|weeks) (from|starting|beginning|commencing|since [on|from|at] | as of | with effect from)",
    "laterInterval": "((every <number> <span> | <quaque>) thereafter|afterwards)",
    "dosesApart":
      "(<number> dose|doses|injection|injections|infusion|infusions|shot|shots [of <amount>] [,] <numberedLength> apart)",
    "rest": "(<length> off|rest|break | off [for] <length>)",
    "alternately": "[on] (alternate|alternating days | every other day)",
    "eachLength":
      "([for|x] <numberedLength> each | each [dose|step] [for] <numberedLength> | <numberedLength> (per step|dose | at each dose|step))",
    "period": "(a|an|per|each|every|/ <lengthPart> | in every|each|a <length> | in <any> <length>)",
    "usePeriod": "(<dailyLength> | <period> | in|within <length>)",
    "lateness": "[<separator> late until <late> after]",
    "change": "(<changing> to &<amount>)",
    "steps": "([then] <changing> by)",
    "cycleLength":
      "(<everyDays> | (every <number> | of [a|an|each|every|the] [repeated|repeating] <number>) [-] <daysOfUnit> [cycle|cycles])",
    "everyOther": "(every|each other | [every|each|on] alternate|alternating)",
    "realm":
      "(&monthly <adverb> | (of|in every|each|the|a | &(each|every <monthOrYear>) each|every) (<months> | <interval> <monthUnit>))",
    "supply":
      "(<number> refill|refills | (disp|dispense|qty|quantity|refills [:] [#] | #) <number> [<form>])",
    "everyWeekday":
      "(every|each (!day | &(day (of | <and> &the <placedDays>))) | !(day <number>)) &<weekday> <weekdays>",
  ]
}

/// The nonterminals of the grammar.
extension PlanGrammar {
  static let parts =
    numberParts.merging(timeParts) { one, _ in one }.merging(dayParts) { one, _ in one }
    .merging(doseParts) { one, _ in one }.merging(eventParts) { one, _ in one }

  private static let numberParts: [String: Part] = [
    "number": Part(\.number) { $0.number() },
    "interval": Part(\.interval) { try $0.interval() },
    "intervals": Part({ try $0.intervals() }) { ($0.interval, $0.most) = $1 },
    "unit": Part(\.unit) { $0.take(Vocabulary.units) },
    "pluralUnit": Part { $0.word()?.last == "s" && $0.take(Vocabulary.units) != nil },
    "span": Part({ $0.span() }) { $0.multiply(by: $1) },
    "adverb": Part({ $0.take(Vocabulary.adverbs) }) { $0.multiply(by: $1) },
    "adverbLength": Part(\.length) {
      $0.take(Vocabulary.adverbs).flatMap { ISODuration($0.count, $0.unit) }
    },
    "times": Part({ try $0.timesCount() }) { ($0.count, $0.openTimes) = $1 },
    "single": Part(\.count) { try $0.timesCount()?.count == 1 ? 1 : nil },
    "dosesPerDay": Part(\.count) { $0.take(Vocabulary.dosesPerDay) },
    "brokenHours": Part({ $0.brokenHours() }) { ($0.interval, $0.unit) = ($1, .minutely) },
    "daysBetween": Part(\.interval) { $0.take(Vocabulary.daysBetween) },
    "everyDays": Part({ try $0.quaqueDays() }) { ($0.number, $0.count) = $1 },
    "quaque": Part({ try $0.quaque() }) { ($0.interval, $0.most, $0.unit) = $1 },
    "ordinal": Part(\.number) { $0.ordinal() },
    "ordinals": Part(each: \.numbers) { $0.ordinal() },
    "length": Part(\.length) { try $0.length() },
    "lengthPart": Part(\.length) { try $0.lengthPart() },
    "numberedLength": Part(\.length) { try $0.numberedLength() },
    "other": Part(\.other) { try $0.numberedLength() },
    "otherLength": Part(\.other) { try $0.length() },
    "late": Part(optional: \.late) { try $0.numberedLength() },
    "dayLength": Part(\.length) { try $0.length().flatMap { $0.seconds == 0 ? $0 : nil } },
    "dailyLength": Part(\.length) { $0.accept("daily") ? ISODuration(days: 1) : nil },
    "sevenths": Part(\.length) { $0.lengthInParts() },
    "any": Part(\.isRolling) { $0.accept("any") ? true : nil },
    "daysOfUnit": Part(\.count) { $0.take(Vocabulary.daysOfUnits) },
    "decimalComma": Part { $0.decimalComma() },
    "separator": Part { $0.separator() || true },
    "and": Part { $0.separator() },
    "or": Part { $0.separator(or: true) },
    "mark": Part(optional: \.mark) { $0.place },
    "token": Part { $0.skip() },
    "start": Part { $0.place == $0.firstToken },
    "knownWord": Part { $0.word().map(Vocabulary.isUnknown) == false && $0.skip() },
    "word": Part { $0.word() != nil && $0.skip() },
  ]

  private static let timeParts: [String: Part] = [
    "time": Part(optional: \.time) { try $0.time() },
    "timesOfDay": Part(\.times) { try $0.times().nonEmpty },
    "hoursOfDay": Part(\.times) { try $0.hoursOfDay().nonEmpty },
    "bareHour": Part({ $0.bareHour() }) { ($0.number, $0.minutesPast) = $1 },
    "spokenHour": Part({ $0.spokenHour() }) { ($0.number, $0.minutesPast) = $1 },
    "namedTimes": Part(\.minutes) { try $0.namedTimes() },
    "namedTime": Part(each: \.minutes) { $0.phrase(in: DayWords.minute) },
    "partOfDay": Part(each: \.minutes) { $0.take { DayWords.minute(of: $0) } },
    "allMeals": Part(\.number) { $0.phrase { DayWords.meals[$0] } },
    "distance": Part(\.number) { try $0.distance() },
    "meals": Part {
      $0.phrase { DayWords.meals["with \($0)"] ?? DayWords.meals["at \($0)"] } != nil
    },
    "timeRange": Part(each: \.timeRanges) { try $0.timeRange() },
    "utc": Part(\.isUTC) { $0.accept("utc") ? true : nil },
    "zone": Part(optional: \.zone) { try $0.namedZone() },
    "unknownZone": Part { $0.isUnknownZoneNext && $0.skip() },
    "moment": Part(optional: \.moment) { try $0.moment() },
    "wholeDay": Part(optional: \.moment) { try $0.wholeDay() },
    "last": Part(optional: \.last) { try $0.moment() },
    "firstDay": Part(optional: \.firstDay) { try $0.firstDay() },
    "lastDay": Part(optional: \.lastDay) { try $0.lastDay() },
    "dayRange": Part({ try $0.dayRange() }) { match, days in
      match.firstDay = days.first
      match.lastDay = days.last
    },
    "dayOfYear": Part(optional: \.dayOfYear) { $0.dayOfYear() },
    "exclusion": Part(each: \.exclusions) { try $0.exclusion() },
    "hours": Part(\.numbers) { try $0.clockNumbers("an hour", upTo: 23) },
    "minutes": Part(\.numbers) { try $0.clockNumbers("a minute", upTo: 59) },
    "seconds": Part(\.numbers) { try $0.clockNumbers("a second", upTo: 59) },
  ]

  private static let dayParts: [String: Part] = [
    "weekday": Part { $0.isWeekdayNext && $0.skip() },
    "weekdayName": Part({ $0.take(Vocabulary.weekdays) }) { $0.weekdays = [$1] },
    "pluralWeekday": Part {
      $0.word()?.hasSuffix("days") == true && $0.take(Vocabulary.weekdays) != nil
    },
    "weekdays": Part(\.weekdays) { try $0.weekdays().nonEmpty },
    "weekdaysOr": Part(\.weekdays) { try $0.weekdays(or: true).nonEmpty },
    "placedDays": Part(\.days) { try $0.placedDays().nonEmpty },
    "placedDaysOr": Part(\.days) { try $0.placedDays(or: true).nonEmpty },
    "months": Part(\.months) { try $0.months().nonEmpty },
    "monthUnit": Part(\.unit) { $0.monthUnit() },
    "monthOrYear": Part { $0.take(Vocabulary.months) != nil || $0.monthUnit() != nil },
    "ofTheYear": Part(\.isOfYear) { $0.accept("of", "the", "year") ? true : nil },
    "dayRanges": Part(\.ranges) { try $0.dayRanges() },
    "zero": Part { $0.number() == 0 },
    "letterDays": Part(\.ranges) { $0.letterDays() },
    "offsets": Part(\.offsets) { try $0.offsets() },
    "openDayRanges": Part(\.ranges) { try $0.dayRanges(from: true) },
    "missingDays": Part(optional: \.missingDays) { $0.phrase { Vocabulary.missingDays[$0] } },
  ]

  private static let doseParts: [String: Part] = [
    "quoted": Part(\.note) { $0.take(kind: \.quoted) },
    "note": Part(\.note) { $0.note() },
    "name": Part(\.note) { $0.name() },
    "thing": Part(\.note) { $0.thing() },
    "reason": Part(\.note) { $0.freeWords() },
    "amount": Part(each: \.amounts) { try $0.amount() },
    "dailyAmount": Part({ try $0.dailyAmount() }) {
      ($0.amounts, $0.length) = ([$1], ISODuration(days: 1))
    },
    "strength": Part { try $0.amount() != nil },
    "doseless": Part(each: \.amounts) { try $0.amount().flatMap { $0.isOfUses ? nil : $0 } },
    "leastAmount": Part(each: \.amounts) { try $0.amount().flatMap { $0.isLeast ? $0 : nil } },
    "measure": Part(each: \.amounts) { try $0.amount().flatMap { $0.isOfForm ? nil : $0 } },
    "form": Part(optional: \.form) { $0.take { Units.isOfDoses($0) ? $0 : nil } },
    "nameBehind": Part(optional: \.name) { $0.nameBehindAmount() },
    "quantity": Part(\.quantity) { $0.quantity() },
    "unitOfAmount": Part(optional: \.form) { $0.unit() },
    "pattern": Part(\.doses) { $0.take(kind: \.pattern) },
    "turns": Part(\.doses) { $0.turns() },
    "frequency": Part { $0.isFrequencyNext },
  ]
}

extension PlanGrammar {
  private static let eventParts: [String: Part] = [
    "event": Part({ $0.event() }) { ($0.event, $0.which, $0.completion) = $1 },
    "eventName": Part({ $0.eventOrCompletion() }) { ($0.event, $0.completion) = $1 },
    "lastDose": Part(optional: \.completion) { $0.lastDose() },
    "side": Part(\.isBefore) { $0.accept("before") ? true : $0.accept("after") ? false : nil },
    "dose": Part { $0.word().map(EventWords.isDose) == true && $0.skip() },
  ]
}

extension Collection {
  /// The collection, or `nil` if it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

// Notes, amounts and limits.
extension PlanGrammar {
  /// Verbs, routes, names and supplies, which do not affect the times.
  static let notes: [Rule] = [
    Rule("<quoted>", like: "\"the blue one\"") { $0.notes.append($1.note) },
    Rule("<note>", like: "by mouth") { try $0.addNote($1.note, $1) },
    Rule("<supply>", like: "disp 60") { try $0.addNote($1.words, $1) },
    Rule("<name>", like: "metformin 500 mg twice daily", when: { $0.isUnsaid && !$0.hasTimes }) {
      try $0.addNote($1.note, $1)
    },
    Rule(
      "<strength> / !<length> <strength> <mark> [,|:] &<amount>",
      like: "250 mg/5 mL, 5 mL three times a day"
    ) {
      try $0.addNote($1.wordsBeforeMark, $1)
    },
    Rule(rejecting: "<amount> <mark> / !<length> <strength>") {
      let volume = $1.wordsBehindMark.drop { "/ ".contains($0) }
      return .ambiguous($1.words, say: [$1.wordsBeforeMark, String(volume)])
    },
    Rule(
      "{ [total|disp|dispense|supply|qty] [of] <strength> [in total | total] }",
      like: "1 tablet bid for 10 days (20 tablets)",
      when: { $0.targets != nil && ($0.lasting != nil || $0.count != nil) }
    ) { try $0.addNote($1.words, $1) },
    Rule("<distance> food|eating", like: "30 minutes before food") { try $0.addNote($1.words, $1) },
    Rule("<thing>", like: "blood pressure check", when: { $0.targets == nil }) {
      try $0.addNote($1.note, $1)
    },
  ]

  /// `10 mL`, `90 to 140 mmHg (systolic) and 90 mmHg or less (diastolic)`, `500 mg tablet`.
  static let amounts: [Rule] = [
    Rule("<measure> <form> [<nameBehind>]", like: "500 mg tablet") { try $0.setAmounts($1) },
    // The amount in parentheses says the same in another unit.
    Rule(
      "<amount> { [total] <strength> [in total | total] } [<nameBehind>]",
      like: "1 tablet (500 mg)"
    ) { try $0.setAmounts($1) },
    Rule("<amount> <mark> of <strength>", like: "3 sets of 10 reps") {
      try $0.setAmounts($1)
      $0.notes.append($1.wordsBehindMark)
    },
    Rule("(!<dosesApart> <amount>)+ [<nameBehind>]", like: "10 mL") { try $0.setAmounts($1) },
  ]

  /// `as needed`, `at most 4 a day`, `at least 6 hours apart`.
  static let limits: [Rule] = [
    Rule("<asNeeded> <mark> [<reason>]", like: "as needed") { try $0.setAsNeeded($1) },
    Rule("<atMost> <dailyAmount>", like: "1 g as needed, max 4 g/day") {
      $0.mostAmount = $1.amounts.first?.target
      try $0.setMostUses(1, $1)
    },
    Rule(
      "<atMost> ~ <doseless> <usePeriod>", like: "1 tablet as needed, at most 8 tablets a day",
      expects: expectsPeriod
    ) {
      $0.mostAmount = $1.amounts.first?.target
      try $0.setMostUses(1, $1)
    },
    Rule(
      "<atMost> ~ <times> <usePeriod>", like: "up to 3 times a day as needed",
      expects: expectsPeriod
    ) { try $0.setMostUses($1.count, $1) },
    Rule(
      "<atMost> ~ <number> dose|doses|uses <usePeriod>", like: "at most 4 doses a day",
      expects: expectsPeriod
    ) { try $0.setMostUses($1.number, $1) },
    Rule("<atMost> <dosesPerDay>", like: "up to tid prn") {
      try $0.setMostUses($1.count, $1, per: ISODuration(days: 1))
    },
    Rule("<atMost> ~ <number> <usePeriod>", like: "at most 4 a day", expects: expectsPeriod) {
      $0.isMostBare = true
      try $0.setMostUses($1.number, $1)
    },
    Rule(
      "at least ~ <length> apart", like: "at least 6 hours apart",
      expects: "expected a length of time, as in at least 6 hours apart"
    ) { try $0.set(\.caps.minGap, to: $1.length, $1.words) },
  ]

  private static let expectsPeriod = "expected how often, as in at most 4 a day"

  /// `New York time`, `America/New_York`, `UTC`.
  static let zone = Rule("<zone>", like: "New York time") {
    try $0.set(\.zone, to: $1.zone, $1.words)
  }

  /// Words that match no clause but have a specific error; the last rule matches any word.
  static let refusals: [Rule] = [
    Rule(rejecting: "<number> occurrence|occurrences [<token>]") {
      $1.refused("changes of single occurrences need the JSON form")
    },
    Rule(rejecting: "<unknownZone>") {
      $1.unexpected("zones have IANA names, as in America/New_York")
    },
    Rule(rejecting: "while|when awake | during waking hours") {
      $1.refused("say which hours", after: $0.headWords).suggesting(["in the hours 8 to 20"])
    },
    Rule(rejecting: "<sevenths>", when: { $0.head != nil }) {
      let course = "for \($1.length.length)"
      return $1.unexpected("say \(course)", or: [course])
    },
    Rule(rejecting: "<quantity> <mark> ($ | <knownWord>)") { $1.amountOfNothing },
    Rule(rejecting: "<quantity> <mark> <word>") { $1.unknownUnit },
    Rule(rejecting: "<start> <reason> &<amount>|<frequency>") {
      $1.refused(writePlans).suggesting(["\"\($1.note)\""])
    },
    Rule(rejecting: "<token> | $") { $1.unexpected(writePlans) },
  ]

  private static let writePlans = "write plans as in every 2 weeks on Monday and Friday at 08:00"
}
