// Patterns between clauses.
extension PlanParser {
  static let nothing = TokenPattern("nothing $")
  static let signature = TokenPattern("sig|rx [:]")
  static let then = TokenPattern(
    "(then|thereafter !($ | ,|;) | followed by) [<change>] | <change> | &<rest>|<laterInterval>")
  static let stop = TokenPattern("stop $")
  static let joint = TokenPattern(
    "[,] [and] !<steps> &(then|thereafter !($ | ,|;) | followed by | <change> | <rest>|<laterInterval>)"
  )
  static let phase = TokenPattern("&([from] <dayRanges> (: !$ | [,|-] &<amount>))")
  static let nextPhase = TokenPattern(
    "<and> &([from] <dayRanges> (: !$ | [,|-] &<amount>))")
  static let rest = TokenPattern("<rest>")
  static let nextDose = TokenPattern("<and> !(<number> cycle|cycles ($ | ,|;)) &<amount>")
  static let nextTimedDose = TokenPattern(
    "!<distance> &(<amount> (<namedTime> | [at] <time>))")
  static let nextDayDose = TokenPattern("<and> &(<amount> [on] <weekday>)")
  static let nextDays = TokenPattern(
    "<and> &([on|every|each] &<weekday> <weekdays> ([at] <time> | <namedTime>))")
  static let nextRate = TokenPattern(
    "<and> &((<dosesPerDay> | <times> [-] (<adverbLength> | <period>)) for|x <length>)")
  static let exceptedDose = TokenPattern("<separator> except|but &<amount>")
  static let exceptedDays = TokenPattern(
    "<separator> except|but [on] &(&<weekday> <weekdays> <amount>)")
  static let onWeekdays = TokenPattern("[on] &<weekday> <weekdays>")
  static let endOfAside = TokenPattern("}|; | $")
}
