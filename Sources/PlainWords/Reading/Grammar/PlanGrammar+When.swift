import Scheduling

// Windows, times, bounds, days and conditions.
extension PlanGrammar {
  /// `within 1 hour`, `from 30 minutes before to 2 hours after`, `between 07:00 and 09:00`.
  static let windows: [Rule] = [
    Rule("<timeRange>+", like: "between 07:00 and 09:00") {
      try $1.refuseAmounts(beside: $0)
      try $0.set(\.timeRanges, to: $1.timeRanges, $1.words)
    },
    Rule(
      "from <numberedLength> before [to <other> after] <lateness>",
      like: "from 30 minutes before to 2 hours after"
    ) { try $0.setWindow($1.length, $1.other, $1) },
    Rule("until <other> after <lateness>", like: "until 2 hours after") {
      try $0.setWindow(.zero, $1.other, $1)
    },
    Rule(
      "within ~ <length> <lateness>", like: "within 1 hour",
      expects: "expected a length of time, as in within 1 hour"
    ) { try $0.setWindow($1.length, $1.length, $1) },
  ]

  /// `at 08:00 and 20:00`, `in the morning`, `with meals`, `all day`.
  static let times: [Rule] = [
    Rule(rejecting: "[every] day and night") {
      .ambiguous($1.words, say: ["in the morning and at night", "every 12 hours"])
    },
    Rule("all day", like: "all day") { try $0.set(\.allDay, to: true, $1.words) },
    Rule("at any time", like: "twice a day at any time") {
      try $0.set(\.atAnyTime, to: $1.words, $1.words)
    },
    Rule("<namedTimes>", like: "in the morning") { try $0.addNamedTimes($1) },
    Rule("<allMeals> | <distance> <meals>", like: "tid pc") { try $0.setMealOffset($1) },
    Rule(
      "at ~ <timesOfDay>|<hoursOfDay> <mark> [<utc>]", like: "at 08:00 and 20:00",
      expects: "expected a time of day, as in 08:00 or 8 am"
    ) { try $0.setTimes($1) },
    Rule("<timesOfDay> <mark> [<utc>]", like: "8:30 pm") {
      try $1.refuseAmounts(beside: $0)
      try $0.setTimes($1)
    },
    Rule(
      "at <bareHour> [o'clock] <namedTime> | <bareHour> o'clock <namedTime> | <spokenHour> <namedTime>",
      like: "at 7 in the morning"
    ) {
      try $0.setHour($1)
    },
    Rule("at <bareHour> [o'clock]", like: "every evening at 6", when: { $0.dayMinutes?.count == 1 })
    {
      try $0.setHour($1)
    },
    Rule(rejecting: "at <bareHour>") { $1.eitherHalf },
  ]

  private static let expectsDate = "expected a date, as in 2025-03-01 or 1 March 2025"

  /// `from …`, `until …`, `before …`, `for 10 days`.
  static let bounds: [Rule] = [
    Rule("<dayRange>", like: "Jan 10 to Jan 20") { try $0.setFrom($1) },
    Rule("&today|tomorrow <firstDay>", like: "tomorrow", when: { $0.head == nil }) {
      try $0.setDayAlone($1)
    },
    Rule("tonight", like: "tonight", when: \.isUntimed) {
      try $0.setHead(.once, $1.words)
      $0.dayMinutes = [DefaultTimes.night]
    },
    Rule(
      "<from> tonight | <from> this evening", like: "at bedtime starting tonight",
      when: \.isOfEvenings
    ) { try $0.set(\.fromDay, to: .later(0), $1.words) },
    Rule("<from> now|immediately", like: "daily, starting now") {
      try $0.set(\.fromDay, to: .later(0), $1.words)
    },
    Rule(rejecting: "<from> tonight | <from> this evening") {
      .ambiguous($1.words, say: ["starting today", "starting tomorrow"])
    },
    Rule(
      "start|starts|begin|begins|commence [on|from] <firstDay>|<moment> <mark>",
      like: "daily, start 10 January 2025"
    ) { try $0.setFrom($1) },
    Rule("<from> <time>", like: "from 06:00") { try $0.set(\.firstTime, to: $1.time, $1.words) },
    Rule(
      "<from> ~ <firstDay>|<moment> <mark> [onwards|onward] [to|- <lastDay>|<last>]",
      like: "from 4 January 2024",
      expects: expectsDate
    ) { try $0.setFrom($1) },
    Rule(
      "until|till [the|all] [course] [is|are] finished|gone|taken|completed",
      like: "for 10 days until finished",
      when: { $0.lasting != nil || $0.count != nil }
    ) { $0.notes.append($1.words) },
    Rule(rejecting: "until|till [the|all] [course] [is|are] finished|gone|taken|completed") {
      $1.refused("say for how long, as in for 10 days").suggesting(["for 7 days", "for 10 days"])
    },
    Rule("until|till|through ~ <lastDay>|<last>", like: "until 1 March 2025", expects: expectsDate)
    { try $0.setLast($1, $1.words) },
    Rule("to <lastDay>|<last>", like: "daily to the end of the month") {
      try $0.setLast($1, $1.words)
    },
    Rule(rejecting: "<from> &<weekdayName> <weekdays>") { $1.firstOrEvery },
    Rule("not before ~ <moment>", like: "not before 1 February 2024", expects: expectsDate) {
      try $0.set(\.begin, to: $1.moment, $1.words)
      $0.beginsLater = true
    },
    Rule("before ~ <moment>", like: "before 1 March 2025", expects: expectsDate) {
      try $0.set(\.before, to: $1.moment?.moment(), $1.words)
    },
    Rule("for <dayLength> <cycleLength>", like: "for 14 days every 28 days") {
      try $0.setCourse($1)
    },
    Rule("for [a|an] <measure>", like: "walk for 30 minutes daily", when: \.takesEffort) {
      guard $1.amounts.allSatisfy(\.target.isOfTime) else {
        throw $1.refused("expected a length of time")
      }
      try $0.setAmounts($1)
    },
    Rule(
      "for|x <number> cycle|cycles", like: "every 3 weeks for 6 cycles", when: { $0.head != nil }
    ) { try $0.setCycles($1) },
    Rule(
      "<number> cycle|cycles", like: "75 mg every 21 days, 6 cycles",
      when: { $0.head != nil && $0.targets != nil }
    ) { try $0.setCycles($1) },
    Rule("stop|discontinue after <numberedLength>", like: "daily, stop after 7 days") {
      try $0.set(\.lasting, to: $1.length, $1.words)
    },
    Rule("for|x <number> night|nights", like: "at night for 7 nights") { try $0.setNights($1) },
    Rule("for the first <length> !of|in|on", like: "daily for the first week") {
      try $0.set(\.lasting, to: $1.length, $1.words)
    },
    Rule("for|x <number> dose|doses", like: "x 6 doses") {
      try $0.set(\.count, to: $1.number, $1.words)
    },
    Rule("x <number> &($ | ,|; | at|for|from|starting|now|stat)", like: "weekly x 8") {
      try $0.setBareCount($1)
    },
    Rule(
      "for|x ~ <sevenths> | for [a|an] <length> | x <dayLength>", like: "for 10 days",
      expects: "expected a length of time, as in for 10 days"
    ) { try $0.set(\.lasting, to: $1.length, $1.words) },
    Rule(
      "&<number> !<amount> <dayLength> !on|off|before|after|apart|of|later|a|per",
      like: "bid 10 days",
      when: { $0.head != nil }
    ) { try $0.set(\.lasting, to: $1.length, $1.words) },
    Rule(
      "<steps> ~ <amount> (every|each <length> | <adverbLength>) [until|till off|stopped|zero <mark> | [to] off|zero|nothing <mark> | ([until|till|up|down] to | until|till) <amount> [daily]]",
      like: "40 mg daily, reduce by 5 mg every week until off",
      expects: "expected the step, as in reduce by 5 mg every week until off"
    ) { try $0.setSteps($1) },
    Rule("start|begin at|with|on &<amount>", like: "start at 25 mg daily") { _, _ in },
    Rule("thereafter|afterwards", like: "5 mg daily for 7 days, 10 mg daily thereafter") {
      guard $0.targets != nil || $0.head != nil, $0.lasting == nil else {
        throw $1.refused("say then between phases")
      }
      $0.isLater = true
    },
    Rule("for <reason>", like: "for asthma") { $0.notes.append("for \($1.note)") },
  ]

  /// `if a Friday`, `in January`, `only the 1st of each day`, `weeks from Sunday`.
  static let conditions: [Rule] = [
    Rule(
      "if !there|needed|required|necessary ~ (a|an <weekdaysOr> [<or> <placedDaysOr> [<ofTheYear>]] | <placedDaysOr> [<ofTheYear>])",
      like: "if a Friday",
      expects: "expected days, as in if a Friday or if the 1st"
    ) { try $0.setCondition($1) },
    Rule(
      "in ~ (the hour|hours <hours> | <months>)", like: "in January and July",
      expects: "expected a month, or the hours, as in in the hours 8 to 20"
    ) {
      try $0.setPart(\.hours, $1.numbers, $1.words)
      try $0.setPart(\.months, $1.months, $1.words)
    },
    Rule("only !([the] <ordinal>)", like: "weekdays only") { _, _ in },
    Rule(
      "only ~ [the] <ordinals>+ of each|every|the <unit>", like: "only the 1st of each day",
      expects: "expected places of a unit, as in only the 1st of each day"
    ) {
      try $0.setPart(\.setPositions, $1.numbers, $1.words)
      try $0.set(\.setUnit, to: $1.unit, $1.words)
    },
    Rule("weeks from ~ <weekdayName>", like: "weeks from Sunday", expects: "expected a weekday") {
      try $0.set(\.weekStart, to: $1.weekdays.first, $1.words)
    },
    Rule("at minute|minutes <minutes>", like: "at minutes 0 and 30") {
      try $0.setPart(\.minutes, $1.numbers, $1.words)
    },
    Rule("at second|seconds <seconds>", like: "at second 0") {
      try $0.setPart(\.seconds, $1.numbers, $1.words)
    },
    Rule(
      "every <interval> year|years", like: "the 1st of every January, every 4 years",
      when: \.countsInMonths
    ) { try $0.setYears($1) },
  ]

  /// `on Monday and Friday`, `on the 1st and 15th`, `on 31 January`, `days 1-21 of a 28 day cycle`.
  static let days: [Rule] = [
    Rule(
      "([on] <dayRanges> | from <openDayRanges>) <cycleLength>", like: "days 1-21 of a 28 day cycle"
    ) { try $0.setNumberedCycle($1) },
    // "week 1: 10 mg daily"
    Rule(
      "(<dayRanges> | from <openDayRanges>) (: !$ | [,|-] &<amount>)", like: "week 1: 10 mg daily",
      when: \.isUnsaid
    ) { try $0.set(\.dayRanges, to: $1.ranges, $1.words) },
    Rule("(on <dayRanges> | from <openDayRanges>) !of", like: "on days 1, 8 and 15") {
      try $0.setNumberedDays($1)
    },
    Rule("[for] <dayRanges> !of", like: "500 mg day 1, 250 mg days 2-5", when: { !$0.isUnsaid }) {
      try $0.setNumberedDays($1)
    },
    Rule("[on] <wholeDay>", like: "on 4 January 2024") {
      try $0.setHead(.once, $1.words)
      $0.anchor = $1.moment
    },
    Rule("on <dayOfYear>", like: "every year on 31 January") { try $0.setDay($1) },
    Rule(
      "on <placedDays> ~ <realm>", like: "on the 1st of every month", when: { $0.head == nil },
      expects: expectsRealm,
      or: ["of every month"]
    ) { try $0.setDays($1) },
    Rule("on <placedDays>", like: "every month on the 31st", when: { $0.head != nil }) {
      try $0.setPlacedDays($1.days, $1.words)
    },
    Rule(
      "[on] [all] [the] other|remaining days [of the week] | [on] the rest of the week",
      like: "2 tablets on Mon, Wed, Fri and 1 tablet on the other days"
    ) { try $0.setOtherDays($1) },
    Rule("at|on [the] &weekend|weekends <weekdays>", like: "at weekends") {
      try $0.setWeekdays($1)
    },
    Rule("on a <weekdayName>", like: "every 4 weeks on a Tuesday", when: { $0.head != nil }) {
      try $0.setWeekdays($1)
    },
    Rule("<letterDays> !of", like: "D1, D8") { try $0.setNumberedDays($1) },
    Rule("on the first day !of", like: "2 tablets on the first day", when: { !$0.isUnsaid }) {
      try $0.set(\.dayRanges, to: [1...1], $1.words)
      try $0.setHead(.once, $1.words)
    },
    Rule(
      "on ~ &<weekday> <weekdays>", like: "weekly on Mondays",
      expects: "expected days, as in on Monday or on the 1st"
    ) { try $0.setWeekdays($1) },
  ]

  /// `except 3 February 2024 and everything from 1 June 2024`, `except Sundays`.
  static let exceptions: [Rule] = [
    Rule(
      "(except|excluding|not|skip|omit|none | no dose|doses | but [not] | apart from) [on|at] [the] &<weekday> <weekdays>",
      like: "except Sundays"
    ) {
      try $0.removeWeekdays($1)
    },
    Rule(rejecting: "except|excluding|but [on] <exclusion>+ <mark> <and> <number> more") {
      $1.unnamedExceptions
    },
    Rule(
      "except|excluding|but ~ [on] <exclusion>+", like: "except 3 February 2024",
      expects: "expected a date, as in except 3 February 2024"
    ) { $0.exclusions.append($1.exclusions) },
    Rule(
      "{ &or ~ <missingDays> } | { <missingDays> } | <missingDays>", like: "(or the last day)",
      expects: "expected what becomes of missing days, as in (or the last day)"
    ) { try $0.set(\.missingDays, to: $1.missingDays, $1.words) },
  ]
}
