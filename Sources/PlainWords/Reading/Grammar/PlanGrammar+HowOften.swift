import Scheduling

// Counts and frequencies.
extension PlanGrammar {
  /// `once on …`, `twice daily`, `3 times a week`, `10 times`.
  static let counts: [Rule] = [
    Rule(rejecting: "<decimalComma> &<unitOfAmount>") {
      .ambiguous($1.words, say: [$1.words.replacing(",", with: ".")])
    },
    // "1 x 500 mg" is the amount only.
    Rule("!once <single> !a|an|per|each|every &<amount>", like: "1 x 500 mg daily") { _, _ in },
    Rule(rejecting: "!once|twice|thrice <times> !a|an|per|each|every <leastAmount>") {
      $1.multipleOfAmount
    },
    Rule(
      "once &(every|each !day | <namedTime> | alternate|weekdays|weekends | !<dosesPerDay> <quaque>|<daysBetween> | [on] <pluralWeekday>)",
      like: "once on Mondays"
    ) { _, _ in },
    Rule("to start | initially", like: "2 tablets to start", when: \.asksOneAmount) {
      try $0.setHead(.once, $1.words)
    },
    Rule("[as] [a|one] single <dose> | at once", like: "500 mg as a single dose") {
      try $0.set(\.single, to: $1.words, $1.words)
    },
    Rule("<single> on <moment>", like: "once on 4 January 2024") {
      try $0.setHead(.once, $1.words)
      $0.anchor = $1.moment
    },
    Rule(
      "<times> ~ [-] (<adverbLength> | <period>)", like: "3 times a week",
      expects: "expected a unit, as in a week"
    ) { try $0.setRate($1) },
    Rule("<number> day|days <period>", like: "5 days a week") { try $0.setDaysOfPeriod($1) },
    Rule("<times> in total|all", like: "10 times in total") { try $0.setCount($1) },
    Rule("<times> !a|per|each|every", like: "10 times") { try $0.setCountAlone($1) },
  ]

  /// `every 2 weeks`, `daily`, `Mon-Fri`, `bid`, `q8h`, `the 1st of every month`, `21 days on, 7
  /// days off`.
  static let frequencies =
    everyRules + abbreviations + [
      Rule(
        "<placedDays> ~ <realm>", like: "the 1st and 15th of every month", expects: expectsRealm,
        or: ["of every month"]
      ) { try $0.setDays($1) },
      Rule(
        "&<number> <length> on ~ <separator> (<otherLength> | <number>) off",
        like: "21 days on, 7 days off",
        expects: "expected the days off, as in 21 days on, 7 days off"
      ) { try $0.setCycle($1) },
    ]

  static let expectsRealm = "expected 'of every month' or 'of every year'"

  private static let everyRules: [Rule] = [
    Rule("every|each <dayOfYear>", like: "every 31 January") {
      try $0.setEvery(1, .yearly, $1)
      try $0.setDay($1)
    },
    Rule("every|each <months>", like: "every January") {
      try $0.setEvery(1, .monthly, $1)
      $0.rule.months = $1.months
    },
    Rule(
      "every|each &(<ordinal> [<weekdayName>|day] of) <placedDays> ~ <realm>",
      like: "every last Friday of the month",
      expects: expectsRealm, or: ["of every month"]
    ) { try $0.setDays($1) },
    Rule(rejecting: "every|each <ordinal> <weekdayName> !of") { $1.otherOrCounted },
    Rule(rejecting: "every|each &<pluralUnit>") {
      $1.reader.unexpected("say how many, as in every 2 days")
    },
    Rule(
      "<everyWeekday> of &week|the <placedDays> ~ <realm>", like: "Monday of week 20 of every year",
      expects: "expected 'of every year'"
    ) { try $0.setDays($1) },
    Rule(
      "<everyWeekday> [<and> &the <placedDays>] ~ <realm>", like: "Monday of every month",
      expects: expectsRealm,
      or: ["of every month"]
    ) { try $0.setDays($1) },
    Rule("<everyWeekday>", like: "Mon, Wed, Fri") { try $0.setWeekdayHead($1) },
    Rule(
      "every|each <ordinal> <partOfDay> | <everyOther> <partOfDay>", like: "every other night"
    ) { try $0.setEveryPart($1) },
    Rule(
      "<everyOther> &(<weekdayName> | weekend|weekends) <weekdays>", like: "every other Monday"
    ) {
      try $0.setEvery(2, .weekly, $1)
      $0.rule.weekdays = $1.weekdays.matches
    },
    Rule("[on] all days", like: "all days except Wednesday") { try $0.setEvery(1, .daily, $1) },
    Rule("[on] &alternate|alternating <interval> <span>", like: "alternate days") {
      try $0.setInterval($1)
    },
    Rule(
      "every|each &(<interval> <unit> <and> <number> <unit>) <length>",
      like: "every 1 day and 12 hours"
    ) { try $0.setHead(.every($1.length), $1.words) },
    Rule("every|each <brokenHours>", like: "every 1.5 hours") { try $0.setInterval($1) },
    Rule("on the hour", like: "every hour on the hour", when: \.isHourly) { _, _ in },
    Rule(
      "every|each ~ <intervals> <span>", like: "every 2 days",
      expects: "expected a unit or a day, as in every 2 days or every Monday"
    ) { try $0.setInterval($1) },
    Rule("<adverb>", like: "daily") { try $0.setInterval($1) },
  ]

  private static let abbreviations: [Rule] = [
    Rule("<dosesPerDay>", like: "bid") { try $0.setDoses($1.count, $1) },
    Rule("<daysBetween>", like: "qod") { try $0.setEvery($1.interval, .daily, $1) },
    Rule("stat|now|immediately", like: "stat") { try $0.setHead(.once, $1.words) },
    Rule("/|a|per|each day", like: "10 mg per day", when: { $0.targets != nil }) {
      $0.isAmountOfDay = true
      try $0.setEvery(1, .daily, $1)
    },
    Rule(
      "[divided] in|into <number> [equal] [divided] doses", like: "20 mg daily in 2 divided doses",
      when: { $0.targets?.count == 1 }
    ) { try $0.divide($1) },
    Rule("!(in any) <period>", like: "1 tablet a week", when: \.asksOneAmount) {
      try $0.setAmountOfPeriod($1)
    },
    Rule("<pattern> [<unitOfAmount>]", like: "1-0-1") { try $0.setPattern($1) },
    Rule("<quaque>", like: "q8h") { try $0.setInterval($1) },
    Rule(
      "[every] &(<number> [to|or|- <number>] [-] hourly|hrly) <intervals> [-] <adverb>",
      like: "8-hourly"
    ) {
      try $0.setInterval($1)
    },
    Rule(rejecting: "!<amount> <number> [-] <adverb>") { $1.timesOrEvery },
    Rule(rejecting: "bi|semi - weekly|monthly") {
      .ambiguous($1.words, say: Vocabulary.vague[$1.words.lowercased().filter { $0 != "-" }] ?? [])
    },
  ]
}
