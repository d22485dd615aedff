import Scheduling

// Named events of a patient's course, and completions.
extension PlanGrammar {
  /// `10 days after surgery`, `on the day of surgery`, `from 2 weeks after enrolment`, `until discharge`.
  static let events: [Rule] = [
    Rule("<length> after <lastDose>", like: "8 hours after the last dose") {
      try $0.setLastDose($1)
    },
    Rule(
      rejecting: "[<from>] [<length>] <side> [the|each|every] [last|previous|first|next] <dose>"
    ) {
      $1.refused(
        "say 8 hours after the last dose if the next dose follows the last one of the same plan; "
          + "other completions are followed in JSON, by 'after' with 'task'")
    },
    Rule("wait if missed", like: "8 hours after the last dose, wait if missed") {
      try $0.set(\.whenMissed, to: .wait, $1.words)
    },
    Rule("from now if missed", like: "8 hours after the last dose, from now if missed") {
      try $0.set(\.whenMissed, to: .fromNow, $1.words)
    },
    Rule("until|till done <times>", like: "every day from enrolment until done twice") {
      if $1.openTimes != nil { throw $1.outOfRange("be one number") }
      var end = EventTime(completionOf: nil)
      end.count = $1.count
      try $0.set(\.eventEnd, to: end, $1.words)
    },
    Rule("[on] [a|an|the] <length> <side> <event>", like: "10 days after surgery at 09:00") {
      try $0.setEvent($1)
    },
    Rule("on [the] day of <event>", like: "on the day of surgery at 18:00") {
      $0.isOnEventDay = true
      try $0.setEvent($1)
    },
    Rule("at <event> !time", like: "at surgery", when: \.isBlank) { try $0.setEvent($1) },
    Rule("<from> [the] day of <event>", like: "every day from the day of surgery") {
      $0.isOnEventDay = true
      try $0.setEventStart($1)
    },
    Rule(
      "<from> [a|an|the] <length> <side> <event>",
      like: "weekly from 2 weeks after enrolment until discharge"
    ) { try $0.setEventStart($1) },
    Rule("<from> <event>", like: "every day at 08:00 from surgery") { try $0.setEventStart($1) },
    Rule("after <event>", like: "every 3 months after discharge, 4 times") {
      try $0.setEventStartBehindPeriod($1)
    },
    Rule("until|till the next <eventName>", like: "every day from surgery until the next surgery") {
      try $0.set(\.nextEvent, to: $1.event, $1.words)
    },
    Rule(rejecting: "until|till [the] <eventName> <mark> at <time>") {
      let (end, time) = ($1.wordsBeforeMark, $1.wordsBehindMark)
      let name = end.split(separator: " ").dropFirst().joined(separator: " ")
      return .ambiguous($1.words, say: ["\(time) \(end)", "before \(name) \(time)"])
    },
    Rule(rejecting: "until|till [a|an|the] <length> <side> <eventName>") {
      let end = $1.words.split(separator: " ").dropFirst().joined(separator: " ")
      return .ambiguous($1.words, say: ["before \(end)"])
    },
    Rule(
      "until|till|before [the] <eventName> [!(at <time> <and> <time>) at <time>]",
      like: "every 8 hours from surgery until discharge"
    ) { try $0.setEventEnd($1) },
    Rule(
      "before [a|an|the] <length> <side> <eventName> [!(at <time> <and> <time>) at <time>]",
      like: "every day from surgery, before 1 day before discharge"
    ) { try $0.setEventEnd($1) },
  ]
}
