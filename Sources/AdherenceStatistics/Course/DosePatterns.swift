/// Which days and times of day go well, and what follows a miss.
///
/// They describe, and have no tests: doses of a patient depend on each other, and seven weekdays or all times
/// of a day are compared at once. They must not be used to claim that one weekday differs from others.
package struct DosePatterns: Sendable {
  /// The occurrences of each ISO weekday, from Monday.
  package internal(set) var weekdays: [ClassTally]
  /// The share taken on Saturdays and Sundays minus that on other days.
  package internal(set) var weekendEffect: Estimate<Double>
  /// The nominal times of day in seconds, ascending; -1 for all day.
  var slotTimes: [Int]
  /// The occurrences of each of them.
  package internal(set) var slots: [ClassTally]
  /// What follows a miss, and what a dose taken.
  package internal(set) var transitions: Transitions
  /// How long runs of misses and of doses taken are.
  var runs: RunLengths
}

extension DosePatterns {
  init(_ days: DoseDays, _ doses: EvaluableDoses) {
    weekdays = days.weekdays.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    weekendEffect = ClassTally.weekendEffect(of: weekdays)
    slotTimes = doses.slotTimes.map(Int.init)
    slots = ClassTally.slots(of: doses.taken, at: doses.slots, count: doses.slotTimes.count)
    transitions = Transitions(of: doses.taken, at: doses.indices, events: doses.events)
    runs = RunLengths(of: doses.taken, at: doses.indices)
  }
}
