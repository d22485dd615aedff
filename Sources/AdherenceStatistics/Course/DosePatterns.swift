/// Which days and times of day go well, and what follows a miss.
package struct DosePatterns: Sendable {
  /// The occurrences of each ISO weekday, from Monday.
  package internal(set) var weekdays: [ClassTally]
  /// Whether weekdays differ.
  package internal(set) var weekdayTest: Estimate<ChiSquare>
  /// Whether Saturday and Sunday differ from the other days.
  var weekend: WeekendEffect
  /// The nominal times of day in seconds, ascending; -1 for all day.
  var slotTimes: [Int]
  /// The occurrences of each of them.
  package internal(set) var slots: [ClassTally]
  /// Whether they differ.
  var slotTest: Estimate<ChiSquare>
  /// Days on which one of two times was taken and the other missed; `nil` where there are not two.
  var pairs: McNemar?
  /// What follows a miss, and what a dose taken.
  package internal(set) var transitions: Transitions
  /// How long runs of misses and of doses taken are.
  var runs: RunLengths
}

extension DosePatterns {
  init(_ days: DoseDays, _ doses: EvaluableDoses) {
    weekdays = days.weekdays.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    weekdayTest = ChiSquare.test(weekdays)
    weekend = WeekendEffect(weekdays: weekdays)
    slotTimes = doses.slotTimes.map(Int.init)
    slots = ClassTally.slots(of: doses.taken, at: doses.slots, count: doses.slotTimes.count)
    slotTest = slots.count < 2 ? .missing(.tooFew) : ChiSquare.test(slots)
    pairs =
      slots.count == 2 ? McNemar(of: doses.taken, on: doses.days, at: doses.slots) : nil
    transitions = Transitions(of: doses.taken, at: doses.indices, events: doses.events)
    runs = RunLengths(of: doses.taken, at: doses.indices)
  }
}
