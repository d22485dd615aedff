import Scheduling

// Doses counted from the first day, amounts on alternate days, and amounts that follow each other.
extension PlanGrammar {
  static let courses: [Rule] = [
    Rule("[at|on] <offsets>", like: "weeks 0, 2 and 6") {
      try $0.setOffsets($1.offsets, $1)
    },
    Rule(rejecting: "[at|on] day|days|week|weeks|month|months <zero>") {
      $1.refused("name each of them, as in weeks 0, 2 and 6", after: $0.headWords)
    },
    Rule(rejecting: "at week|weeks|month|months <number>") {
      $1.refused(
        "weeks may be counted from 0 or from 1: name the first one too, as in weeks 0, 2 and 6, or number the days",
        after: $0.headWords)
    },
    Rule("<dosesApart>", like: "2 doses 6 months apart") { try $0.setDosesApart($1) },
    Rule(
      "repeat|again [once] in|after <numberedLength> [once]", like: "1 dose now, repeat in 4 weeks",
      when: \.isSingleDose
    ) { try $0.setRepeat($1) },
    Rule(
      "<amount> <and> <amount> [on] alternate|alternating (days | <partOfDay>)",
      like: "5 mg and 10 mg on alternate days"
    ) { try $0.setAlternates($1) },
    Rule(
      "<quantity> <and> <amount> [on] alternate|alternating (days | <partOfDay>)",
      like: "5 and 10 mg on alternate days"
    ) { try $0.setAlternates($1) },
    Rule(
      "<amount> <alternately> <and> <amount> [on] [the] (other|remaining days | days [in] between)",
      like: "1 tablet on alternate days and 2 tablets on the other days"
    ) { try $0.setAlternates($1) },
    Rule(
      "<amount> (alternating|alternate with | <alternately> [alternating|alternate] with) <amount> [daily | every day | <alternately>]",
      like: "5 mg alternating with 10 mg daily"
    ) { try $0.setAlternates($1) },
    Rule(
      "alternate|alternating [between] <amount> (<and> | with) <amount> [daily | every day | <alternately>]",
      like: "alternate 5 mg and 10 mg daily"
    ) { try $0.setAlternates($1) },
    Rule(
      "<amount> [on] one day [<and>] [then] <amount> [on] the next [day] [alternating]",
      like: "5 mg one day and 10 mg the next"
    ) {
      try $0.setAlternates($1)
    },
    Rule("<eachLength>", like: "40-30-20-10 mg daily, 3 days each", when: { $0.turns != nil }) {
      try $0.set(\.turnLength, to: $1.length, $1.words)
    },
    Rule("<turns> [<unitOfAmount>]", like: "40-30-20-10 mg, each for 3 days") {
      try $0.setTurns($1)
    },
  ]
}
