import Scheduling

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
  ]

  /// `10 mL`, `90 to 140 mmHg (systolic) and 90 mmHg or less (diastolic)`, `500 mg tablet`.
  static let amounts: [Rule] = [
    Rule("<measure> <form> [<nameBehind>]", like: "500 mg tablet") { try $0.setAmounts($1) },
    Rule("<amount>+ [<nameBehind>]", like: "10 mL") { try $0.setAmounts($1) },
  ]

  /// `as needed`, `at most 4 a day`, `at least 6 hours apart`.
  static let limits: [Rule] = [
    Rule("<asNeeded> <mark> [<reason>]", like: "as needed") { try $0.setAsNeeded($1) },
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
